/** What a member of a request may be. */
export type Shape =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "object"
  | "any"
  | "null"
  | { readonly oneOf: readonly (string | boolean)[] }
  | { readonly list: Shape }
  | { readonly either: readonly Shape[] }
  | { readonly members: Readonly<Record<string, Shape>>; readonly required?: readonly string[] };

export interface Misfit {
  readonly kind: "unknown" | "missing" | "type" | "value";
  /** As vendors write it: `messages[0].content`. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** The first thing about a value that is not as stated, or null. */
export function misfit(value: unknown, shape: Shape, path = ""): Misfit | null {
  if (typeof shape === "string") {
    if (fits(value, shape)) return null;
    return { kind: "type", path, expected: shape, got: nameOf(value) };
  }
  if ("oneOf" in shape) {
    if (shape.oneOf.includes(value as string)) return null;
    return { kind: "value", path, expected: shape.oneOf.map((word) => `'${word}'`).join(", "), got: String(value) };
  }
  if ("either" in shape) {
    const found = shape.either.map((each) => misfit(value, each, path));
    // The one that got furthest says most.
    return found.includes(null)
      ? null
      : (found as Misfit[]).reduce((best, next) => (next.path.length > best.path.length ? next : best));
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) return { kind: "type", path, expected: "array", got: nameOf(value) };
    for (const [index, each] of value.entries()) {
      const found = misfit(each, shape.list, `${path}[${index}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "type", path, expected: "object", got: nameOf(value) };
  }
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const name of shape.required ?? []) {
    if (!(name in value)) return { kind: "missing", path: at(name), expected: "present", got: "nothing" };
  }
  for (const [name, member] of Object.entries(value)) {
    const stated = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    if (stated === undefined) return { kind: "unknown", path: at(name), expected: "absent", got: nameOf(member) };
    const found = misfit(member, stated, at(name));
    if (found !== null) return found;
  }
  return null;
}

export const orNull = (shape: Shape): Shape => ({ either: [shape, "null"] });

function fits(value: unknown, type: string): boolean {
  if (type === "any") return true;
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "number") return typeof value === "number" && Number.isFinite(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value === "number" ? "decimal" : typeof value;
}
