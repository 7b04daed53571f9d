import { hasUnpairedSurrogate, isIdentifier } from "../source/character.js";
import { misuse } from "../source/misuse.js";
import { shortestDecimal } from "../syntax/read-number.js";
import type { Field, NumberValue, ObjectValue, StringValue, Value } from "../syntax/value.js";

/** What a field may hold: plain data, and objects made by `contentObject` or `extensionObject`. */
export type ValueInput = string | number | boolean | null | ObjectValue | readonly ValueInput[];

/** Arrays deeper than this are refused, as they are when read. */
const NESTING_CEILING = 64;

/** A content field `name(.confidence): value`. Throws TypeError for wrong types; RangeError for a name that is no identifier, a confidence outside 0…1, a number that is not finite, a text that is no Unicode. */
export function contentField(name: string, confidence: number, value: ValueInput): Field {
  if (typeof confidence !== "number") throw misuse("STTP_ARGUMENT_TYPE", "confidence must be a number");
  if (!(confidence >= 0 && confidence <= 1)) throw misuse("STTP_OPTION_RANGE", "confidence must be from 0 to 1");
  return { ...extensionField(name, value), confidence: confidence === 0 ? 0 : confidence };
}

/** A member of an object outside the content layer. Throws like `contentField`. */
export function extensionField(name: string, value: ValueInput): Field {
  if (typeof name !== "string") throw misuse("STTP_ARGUMENT_TYPE", "name must be a string");
  if (!isIdentifier(name))
    throw misuse("STTP_OPTION_RANGE", "name must be letters, digits and _, not starting with a digit");
  return { name, quoted: false, value: buildValue(name, value, 1) };
}

/** An object of content fields. Throws RangeError if two have one name. */
export function contentObject(fields: readonly Field[]): ObjectValue {
  return objectOf(fields);
}

/** An object of members outside the content layer. Throws RangeError if two have one name. */
export function extensionObject(fields: readonly Field[]): ObjectValue {
  return objectOf(fields);
}

export function objectOf(fields: readonly Field[]): ObjectValue {
  if (!Array.isArray(fields)) throw misuse("STTP_ARGUMENT_TYPE", "fields must be an array of fields");
  const names = new Set<string>();
  for (const field of fields) {
    if (typeof field?.name !== "string") throw misuse("STTP_ARGUMENT_TYPE", "fields must be an array of fields");
    if (names.has(field.name)) throw misuse("STTP_OPTION_RANGE", `the name ${field.name} stands twice`);
    names.add(field.name);
  }
  return { kind: "object", fields: [...fields], duplicates: [], unparsed: [] };
}

export function textOf(name: string, text: string): StringValue {
  if (typeof text !== "string") throw misuse("STTP_ARGUMENT_TYPE", `${name} must be a string`);
  if (hasUnpairedSurrogate(text)) throw misuse("STTP_OPTION_RANGE", `${name} holds an unpaired surrogate`);
  return { kind: "string", value: text, style: "quoted" };
}

/** STTP-A-02: a number built in code has the shortest decimal that reads back to it. */
export function numberValueOf(name: string, value: number): NumberValue {
  if (typeof value !== "number") throw misuse("STTP_ARGUMENT_TYPE", `${name} must be a number`);
  if (!Number.isFinite(value)) throw misuse("STTP_OPTION_RANGE", `${name} must be finite`);
  return { kind: "number", value: value === 0 ? 0 : value, decimal: shortestDecimal(value) };
}

function buildValue(name: string, value: ValueInput, depth: number): Value {
  if (value === null) return { kind: "null" };
  if (typeof value === "string") return textOf(name, value);
  if (typeof value === "number") return numberValueOf(name, value);
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (isArray(value)) {
    if (depth >= NESTING_CEILING) throw misuse("STTP_OPTION_RANGE", `${name} nests deeper than ${NESTING_CEILING}`);
    return { kind: "array", items: value.map((item) => buildValue(name, item, depth + 1)) };
  }
  if (value?.kind === "object" && Array.isArray(value.fields)) return value;
  throw misuse("STTP_ARGUMENT_TYPE", `${name} must be plain data or an object of fields`);
}

function isArray(value: ValueInput): value is readonly ValueInput[] {
  return Array.isArray(value);
}
