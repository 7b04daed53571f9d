/** A warning of either specification as one line. */
export function warningText(warning: unknown): string {
  if (typeof warning !== "object" || warning === null) return String(warning);
  const { type, message, feature, setting, tool, details } = warning as Record<string, unknown>;
  const name = typeof tool === "object" && tool !== null ? (tool as { name?: unknown }).name : undefined;
  const what = [message, feature, setting, name].find((word) => typeof word === "string");
  return [type, what, details].filter((word) => typeof word === "string").join(": ");
}
