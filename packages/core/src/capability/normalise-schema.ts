import type { JsonSchema } from "../contract/model.js";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_PLACES } from "./schema-places.js";

/** Type names of other languages and of carelessly written descriptors; null: no constraint. */
const TYPE_NAMES: Readonly<Record<string, string | null>> = {
  dict: "object",
  dictionary: "object",
  map: "object",
  hashmap: "object",
  struct: "object",
  record: "object",
  list: "array",
  tuple: "array",
  set: "array",
  arraylist: "array",
  vector: "array",
  str: "string",
  text: "string",
  char: "string",
  date: "string",
  datetime: "string",
  time: "string",
  uuid: "string",
  url: "string",
  int: "integer",
  long: "integer",
  short: "integer",
  byte: "integer",
  int32: "integer",
  int64: "integer",
  float: "number",
  double: "number",
  decimal: "number",
  numeric: "number",
  bool: "boolean",
  none: "null",
  nil: "null",
  any: null,
  mixed: null,
  unknown: null,
  object: "object",
  array: "array",
  string: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** Keywords that make an object a schema; without one it is read as a map of arguments. */
const SCHEMA_KEYWORDS = [
  "type",
  "properties",
  "$ref",
  "anyOf",
  "oneOf",
  "allOf",
  "enum",
  "const",
  "required",
  "$schema",
];

type Mutable = Record<string, unknown>;

/**
 * Reads the schema of arguments in any of the shapes descriptors come in: JSON Schema; types of other spellings (`dict`,
 * `float`, `STRING`, `any`) or none; a bare map of arguments; a list of `{name, type, description, required}`. Returns a
 * new JSON Schema of an object; nothing of the input is changed.
 */
export function normaliseSchema(foreign: unknown): JsonSchema {
  const root = objectSchema(foreign);
  const pending: Mutable[] = [root];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    normaliseType(schema);
    hoistRequired(schema);
    for (const place of SCHEMA_PLACES) {
      const member = schema[place];
      if (Array.isArray(member)) schema[place] = copyList(member, pending);
      else if (isRecord(member)) schema[place] = copy(member, pending);
    }
    for (const place of SCHEMA_LISTS) {
      const members = schema[place];
      if (Array.isArray(members)) schema[place] = copyList(members, pending);
    }
    for (const place of SCHEMA_MAPS) {
      const members = schema[place];
      if (!isRecord(members)) continue;
      schema[place] = mapOf(Object.entries(members).map(([name, member]) => [name, copyAny(member, pending)]));
    }
  }
  return root;
}

function objectSchema(foreign: unknown): Mutable {
  if (Array.isArray(foreign)) return fromArgumentList(foreign);
  if (!isRecord(foreign) || Object.keys(foreign).length === 0) return { type: "object", properties: {} };
  const described = SCHEMA_KEYWORDS.some(
    (keyword) => Object.hasOwn(foreign, keyword) && !isRecordOfType(foreign, keyword),
  );
  if (!described && Object.values(foreign).every((member) => isRecord(member) || typeof member === "string")) {
    return { type: "object", properties: { ...foreign } };
  }
  const schema: Mutable = { ...foreign };
  if (isRecord(schema.properties) && schema.type === undefined) schema.type = "object";
  return schema;
}

/** An argument may be called `type` or `required`: then the keyword's place holds a schema. */
function isRecordOfType(foreign: Mutable, keyword: string): boolean {
  return keyword !== "properties" && isRecord(foreign[keyword]);
}

function fromArgumentList(list: readonly unknown[]): Mutable {
  const named = list.filter((item): item is Mutable => isRecord(item) && typeof item.name === "string");
  const properties = named.map((item): [string, unknown] => {
    const { name, ...schema } = item;
    return [name as string, schema];
  });
  return { type: "object", properties: mapOf(properties) };
}

function normaliseType(schema: Mutable): void {
  const stated = schema.type;
  const names = (Array.isArray(stated) ? stated : [stated]).filter((name) => typeof name === "string");
  const types: string[] = [];
  let unconstrained = false;
  for (const name of names as string[]) {
    const known = TYPE_NAMES[name.toLowerCase().trim()];
    // A name nobody knows constrains nothing: refusing every argument would make the capability useless.
    if (known === null || known === undefined) unconstrained = true;
    else if (!types.includes(known)) types.push(known);
  }
  if (schema.nullable === true && types.length > 0 && !types.includes("null")) types.push("null");
  delete schema.nullable;
  delete schema.type;
  if (types.length === 0 && !unconstrained) {
    if (isRecord(schema.properties)) types.push("object");
    else if (isRecord(schema.items)) types.push("array");
  }
  if (!unconstrained && types.length > 0) schema.type = types.length === 1 ? types[0] : types;
  for (const bound of ["exclusiveMinimum", "exclusiveMaximum"] as const) {
    if (typeof schema[bound] !== "boolean") continue;
    const inclusive = bound === "exclusiveMinimum" ? "minimum" : "maximum";
    const limit = schema[inclusive];
    if (schema[bound] === true && typeof limit === "number") {
      schema[bound] = limit;
      delete schema[inclusive];
    } else delete schema[bound];
  }
}

/** `required: true` on an argument says it of the object that has it. */
function hoistRequired(schema: Mutable): void {
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  if (isRecord(schema.properties)) {
    for (const [name, member] of Object.entries(schema.properties)) {
      if (isRecord(member) && member.required === true && !required.includes(name)) required.push(name);
    }
  }
  if (required.length > 0) schema.required = required;
  else delete schema.required;
}

function copyAny(member: unknown, pending: Mutable[]): unknown {
  if (typeof member === "string") return copy({ type: member }, pending);
  return isRecord(member) ? copy(member, pending) : typeof member === "boolean" ? member : {};
}

function copyList(members: readonly unknown[], pending: Mutable[]): unknown[] {
  return members.map((member) => copyAny(member, pending));
}

function copy(schema: Mutable, pending: Mutable[]): Mutable {
  const copied: Mutable = { ...schema };
  pending.push(copied);
  return copied;
}

/** A map whose names are data: `__proto__` stays a name. */
function mapOf(entries: readonly (readonly [string, unknown])[]): Mutable {
  const map: Mutable = {};
  for (const [name, value] of entries) {
    Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return map;
}

const isRecord = (value: unknown): value is Mutable =>
  typeof value === "object" && value !== null && !Array.isArray(value);
