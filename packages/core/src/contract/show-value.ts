/** A value as error messages name it: numbers and short texts themselves, of anything else its kind. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null || typeof value === "number" || typeof value === "boolean" || value === undefined)
    return String(value);
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  return `a ${typeof value}`;
}
