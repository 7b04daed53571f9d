import type { StrictOutput } from "../wire/strict-output.js";

type Schema = Readonly<Record<string, unknown>>;

/** Keywords this vendor's decoder refuses: bounds, which validators judge anyway. */
const BOUNDS = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);
const MAX_DEPTH = 64;

/** The schema as this vendor's decoder takes it, or null where it cannot be held to it: open objects, recursion. */
export function outputSchema(output: StrictOutput): Record<string, unknown> | null {
  if (!output.isStrict || isRecursive(output.schema)) return null;
  return withoutBounds(output.schema, false, 0) as Record<string, unknown>;
}

/** `isNames`: the members of `value` are names of the caller's and no keywords. */
function withoutBounds(value: unknown, isNames: boolean, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => withoutBounds(each, false, depth + 1));
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (!isNames && BOUNDS.has(name)) return [];
      if (!isNames && (name === "enum" || name === "const" || name === "default")) return [[name, member]];
      const holdsNames = !isNames && (name === "properties" || name === "$defs" || name === "definitions");
      return [[name, withoutBounds(member, holdsNames, depth + 1)]];
    }),
  );
}

/** True when a definition leads back to itself. */
function isRecursive(schema: Schema): boolean {
  const definitions = { ...asSchema(schema.definitions), ...asSchema(schema.$defs) };
  const leads = new Map(Object.entries(definitions).map(([name, each]) => [name, referencesIn(each)]));
  if (referencesIn({ ...schema, $defs: undefined, definitions: undefined }).has("#")) return true;
  const state = new Map<string, "open" | "done">();
  const visit = (name: string): boolean => {
    if (state.get(name) === "done" || !leads.has(name)) return false;
    if (state.get(name) === "open") return true;
    state.set(name, "open");
    for (const next of leads.get(name) ?? []) if (next === "#" || visit(next)) return true;
    state.set(name, "done");
    return false;
  };
  return [...leads.keys()].some((name) => visit(name));
}

function referencesIn(schema: unknown): Set<string> {
  const found = new Set<string>();
  const open: [unknown, number][] = [[schema, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (depth > MAX_DEPTH || typeof value !== "object" || value === null) continue;
    const { $ref } = value as Schema;
    if (typeof $ref === "string") found.add($ref === "#" ? "#" : ($ref.split("/").at(-1) ?? $ref));
    for (const child of Object.values(value)) open.push([child, depth + 1]);
  }
  return found;
}

function asSchema(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
