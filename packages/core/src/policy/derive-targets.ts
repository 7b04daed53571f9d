import type { CapabilityDescriptor } from "../contract/capability.js";

/** Arguments that say where data goes, where the descriptor does not name one. */
const TARGET_ARGUMENTS = new Set(["url", "uri", "host", "target", "address", "to", "recipient"]);

/**
 * The targets a call's arguments name, as given, without repetition: the value of the descriptor's `targetArgument`,
 * else of every argument with a usual name. Lists, and addresses separated by commas, are several targets; a value
 * that is neither text nor a list of texts is its JSON, which no rule allows. Empty when no target can be told.
 */
export function deriveTargets(
  descriptor: Pick<CapabilityDescriptor, "metadata">,
  args: Readonly<Record<string, unknown>>,
): string[] {
  const named = descriptor.metadata?.targetArgument;
  const targets = new Set<string>();
  for (const [name, value] of Object.entries(args)) {
    const isTarget = named === undefined ? TARGET_ARGUMENTS.has(name.toLowerCase()) : name === named;
    if (!isTarget) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      // POS-POL-02: every place a call names is looked at, not only the first.
      for (const target of targetsOf(item)) if (target !== "") targets.add(target);
    }
  }
  return [...targets];
}

function targetsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "string") return [JSON.stringify(value) ?? String(value)];
  const isAddressList = value.includes("@") && !value.includes("://");
  return (isAddressList ? value.split(/[,;]/) : [value]).map((target) => target.trim());
}
