import type { JsonSchema } from "../contract/model.js";
import { resolveReference } from "./resolve-reference.js";

/** Deeper schemas, and schemas that strict decoding cannot state, are asked for as JSON text instead. */
const MAX_DEPTH = 24;
const KEPT = [
  "description",
  "enum",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
] as const;

type Schema = Readonly<Record<string, unknown>>;

/** A schema in the form constrained decoders demand, with the definitions it refers to. */
export interface StrictSchema {
  readonly schema: Schema;
  readonly definitions: Schema;
}

/**
 * Writes a schema of arguments in provider-strict form (POS-PRS-08): every object closed, every member required, and
 * null allowed where a member was optional; `fromStrictArguments` takes those nulls out again. Definitions get `prefix`,
 * so that several schemas fit into one document. A schema strict decoding cannot state (open objects, conditions,
 * foreign references) becomes a string of JSON text, which the parser unwraps.
 */
export function toStrictSchema(schema: JsonSchema, prefix: string): StrictSchema {
  const local = isSchema(schema.$defs) ? schema.$defs : isSchema(schema.definitions) ? schema.definitions : {};
  try {
    const definitions: Record<string, unknown> = {};
    for (const [name, definition] of Object.entries(local)) definitions[prefix + name] = strict(definition, prefix, 0);
    return { schema: strict(schema, prefix, 0), definitions };
  } catch (error) {
    if (!(error instanceof NotStrict)) throw error;
    return {
      schema: { type: "string", description: "The arguments, as the JSON text of one object." },
      definitions: {},
    };
  }
}

class NotStrict extends Error {}

function strict(member: unknown, prefix: string, depth: number): Schema {
  if (!isSchema(member) || depth > MAX_DEPTH) throw new NotStrict();
  for (const keyword of ["allOf", "not", "if", "patternProperties", "dependentSchemas", "prefixItems", "contains"]) {
    if (member[keyword] !== undefined) throw new NotStrict();
  }
  if (member.$ref !== undefined) return { $ref: localReference(member.$ref, prefix) };
  const result: Record<string, unknown> = {};
  for (const keyword of KEPT) if (member[keyword] !== undefined) result[keyword] = member[keyword];
  if (member.const !== undefined) result.enum = [member.const];
  const branches = member.anyOf ?? member.oneOf;
  if (Array.isArray(branches)) {
    result.anyOf = branches.map((branch) => strict(branch, prefix, depth + 1));
    return result;
  }
  const types = typesOf(member);
  if (types.length === 0 && result.enum === undefined) throw new NotStrict();
  if (types.length > 0) result.type = types.length === 1 ? types[0] : types;
  if (types.includes("array")) result.items = strict(member.items, prefix, depth + 1);
  if (types.includes("object")) closeObject(member, result, prefix, depth);
  return result;
}

function closeObject(member: Schema, result: Record<string, unknown>, prefix: string, depth: number): void {
  const properties = isSchema(member.properties) ? member.properties : {};
  const names = Object.keys(properties);
  const open = member.additionalProperties === true || isSchema(member.additionalProperties);
  // Below the root an object without members is a free one; at the root it is a capability without arguments.
  if (open || (names.length === 0 && depth > 0)) throw new NotStrict();
  const required = new Set(Array.isArray(member.required) ? member.required : []);
  result.properties = Object.fromEntries(
    names.map((name) => {
      const own = strict(properties[name], prefix, depth + 1);
      return [name, required.has(name) ? own : orNull(own)];
    }),
  );
  result.required = names;
  result.additionalProperties = false;
}

function orNull(schema: Schema): Schema {
  const { type } = schema;
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  if (type === undefined || schema.enum !== undefined) return { anyOf: [schema, { type: "null" }] };
  const types = Array.isArray(type) ? type : [type];
  return { ...schema, type: types.includes("null") ? types : [...types, "null"] };
}

function localReference(reference: unknown, prefix: string): string {
  for (const root of ["#/$defs/", "#/definitions/"]) {
    if (typeof reference === "string" && reference.startsWith(root))
      return `#/$defs/${prefix}${reference.slice(root.length)}`;
  }
  throw new NotStrict();
}

function typesOf(schema: Schema): readonly string[] {
  if (typeof schema.type === "string") return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === "string");
  if (isSchema(schema.properties)) return ["object"];
  return isSchema(schema.items) ? ["array"] : [];
}

/**
 * Arguments without the nulls that strict form puts where an optional member is absent: an optional member that is null
 * and whose schema does not allow null was not given. Nothing else is changed; a required null is a fault.
 */
export function fromStrictArguments(schema: JsonSchema, args: Readonly<Record<string, unknown>>): typeof args {
  const result = withoutNulls(schema, args, schema, 0);
  return isSchema(result) ? result : args;
}

function withoutNulls(stated: unknown, value: unknown, root: Schema, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  const schema = schemaFor(stated, value, root);
  if (schema === null) return value;
  if (Array.isArray(value)) {
    if (!isSchema(schema.items)) return value;
    const items = value.map((item) => withoutNulls(schema.items, item, root, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  let changed = false;
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member === null && own !== undefined && !required.includes(name) && !allowsNull(own, root, 0)) {
      changed = true;
      continue;
    }
    const kept = own === undefined ? member : withoutNulls(own, member, root, depth + 1);
    changed ||= kept !== member;
    entries.push([name, kept]);
  }
  // `fromEntries` defines members: a `__proto__` stays data.
  return changed ? Object.fromEntries(entries) : value;
}

/** The schema that governs a container: references followed, and of several branches the one that knows its members. */
function schemaFor(stated: unknown, value: object, root: Schema): Schema | null {
  const schema = resolved(stated, root);
  if (schema === null) return null;
  const branches = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(branches)) return schema;
  const names = Object.keys(value);
  for (const branch of branches) {
    const candidate = resolved(branch, root);
    if (candidate === null) continue;
    const known = isSchema(candidate.properties) ? candidate.properties : {};
    if (Array.isArray(value) ? isSchema(candidate.items) : names.every((name) => Object.hasOwn(known, name))) {
      return candidate;
    }
  }
  return null;
}

/** A schema with its local references followed; null for a foreign one or a circle. */
function resolved(stated: unknown, root: Schema): Schema | null {
  let schema = stated;
  for (let step = 0; step < MAX_DEPTH && isSchema(schema); step++) {
    if (schema.$ref === undefined) return schema;
    schema = resolveReference(schema.$ref, root);
  }
  return null;
}

function allowsNull(stated: unknown, root: Schema, depth: number): boolean {
  const schema = resolved(stated, root);
  // What a foreign reference allows is not known: its null stays, and validation judges it.
  if (schema === null || depth > MAX_DEPTH) return true;
  if (Array.isArray(schema.enum)) return schema.enum.includes(null);
  if (schema.const !== undefined) return schema.const === null;
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) return branches.some((branch) => allowsNull(branch, root, depth + 1));
  return typesOf(schema).length === 0 || typesOf(schema).includes("null");
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
