import { pointerStep } from "../contract/json-pointer.js";
import { showValue } from "../contract/show-value.js";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_PLACES } from "./schema-places.js";

/** A fault of a descriptor, with the JSON Pointer it stands at. */
export interface DescriptorProblem {
  readonly path: string;
  readonly message: string;
}

type Schema = Readonly<Record<string, unknown>>;

const TYPES: readonly string[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/**
 * What makes a JSON Schema one that no value could be held against, as far as it shows without a validator: type names
 * nobody knows, expressions that are none, references into the schema that lead nowhere. `at` is the schema's own pointer.
 */
export function schemaProblems(root: Schema, at: string): DescriptorProblem[] {
  const problems: DescriptorProblem[] = [];
  const references: DescriptorProblem[] = [];
  const seen = new Set<object>();
  let hasNestedBase = false;
  const pending: { readonly schema: unknown; readonly path: string }[] = [{ schema: root, path: at }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { schema, path } = next;
    if (!isRecord(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (schema !== root && schema.$id !== undefined) hasNestedBase = true;
    problems.push(...typeProblems(schema.type, `${path}/type`));
    if (typeof schema.pattern === "string") problems.push(...patternProblems(schema.pattern, `${path}/pattern`));
    if (isRecord(schema.patternProperties)) {
      for (const pattern of Object.keys(schema.patternProperties)) {
        problems.push(...patternProblems(pattern, `${path}/patternProperties${pointerStep(pattern)}`));
      }
    }
    const { $ref: reference } = schema;
    if (typeof reference === "string" && leadsNowhere(reference, root)) {
      references.push({ path: `${path}/$ref`, message: `${showValue(reference)} leads nowhere in the schema` });
    }
    pending.push(...schemasIn(schema, path));
  }
  // Within a part that has an address of its own, references start there: the validator knows.
  return hasNestedBase ? problems : [...problems, ...references];
}

/** The same for the schema of arguments, whose value is always an object. */
export function inputProblems(root: Schema, at: string): DescriptorProblem[] {
  const problems = schemaProblems(root, at);
  const { type } = root;
  const types = Array.isArray(type) ? type : [type];
  if (type === undefined || types.includes("object") || !types.every((name) => TYPES.includes(name as string))) {
    return problems;
  }
  return [
    { path: `${at}/type`, message: `arguments are an object: expected "object", got ${showValue(type)}` },
    ...problems,
  ];
}

function typeProblems(type: unknown, path: string): DescriptorProblem[] {
  if (type === undefined) return [];
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const wrong = names.filter((name) => !TYPES.includes(name as string));
  if (wrong.length === 0) return [];
  return [{ path, message: `expected one of ${TYPES.join(", ")}, got ${wrong.map(showValue).join(", ")}` }];
}

function patternProblems(pattern: string, path: string): DescriptorProblem[] {
  try {
    new RegExp(pattern, "u");
    return [];
  } catch {
    return [{ path, message: `${showValue(pattern)} is no regular expression` }];
  }
}

/** True for a JSON Pointer into the document that finds nothing; other forms are the validator's business. */
function leadsNowhere(reference: string, root: Schema): boolean {
  if (!reference.startsWith("#/")) return false;
  let found: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const name = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return true;
    found = (found as Record<string, unknown>)[name];
  }
  return false;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function* schemasIn(schema: Schema, path: string): Iterable<{ readonly schema: unknown; readonly path: string }> {
  for (const place of SCHEMA_PLACES) {
    const member = schema[place];
    if (Array.isArray(member)) yield* listed(member, `${path}/${place}`);
    else yield { schema: member, path: `${path}/${place}` };
  }
  for (const place of SCHEMA_LISTS) {
    const members = schema[place];
    if (Array.isArray(members)) yield* listed(members, `${path}/${place}`);
  }
  for (const place of SCHEMA_MAPS) {
    const members = schema[place];
    if (!isRecord(members)) continue;
    for (const [name, member] of Object.entries(members)) {
      yield { schema: member, path: `${path}/${place}${pointerStep(name)}` };
    }
  }
}

function* listed(members: readonly unknown[], path: string): Iterable<{ schema: unknown; path: string }> {
  for (const [index, schema] of members.entries()) yield { schema, path: `${path}/${index}` };
}

const isRecord = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
