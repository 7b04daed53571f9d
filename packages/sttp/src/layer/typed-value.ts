import { readNumber } from "../syntax/read-number.js";
import type { NumberValue, ObjectValue, Value } from "../syntax/value.js";
import { asciiLower } from "../syntax/vocabulary.js";
import { readTimestamp } from "../validate/read-timestamp.js";
import type { ParentRef, SemanticLink } from "./node.js";
import { parseParentRef } from "./parent-ref.js";

/** A number, also one in quotes, which is the one conversion of a type that cannot be mistaken. */
export function numberOf(value: Value): NumberValue | null {
  if (value.kind === "number") return value;
  if (value.kind !== "string") return null;
  const read = readNumber(value.value);
  return read && { kind: "number", value: read.value, decimal: read.decimal, ...(value.span && { span: value.span }) };
}

export function integerOf(value: Value): NumberValue | null {
  const number = numberOf(value);
  return number !== null && !number.decimal.includes(".") ? number : null;
}

/** The enum word that a string is in any case, or the string as read where it is none of the set. */
export function wordOf(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text;
  const lower = asciiLower(text);
  // STTP-R-09: another case is the same word; an unknown word is never mapped to a known one.
  return words.includes(lower) ? lower : text;
}

/** What a value says about the parent; null where it says nothing. `lexeme` is the text of a number as written. */
export function parentOf(value: Value, lexeme: (value: NumberValue) => string): ParentRef | null {
  switch (value.kind) {
    case "null":
      return parseParentRef(null);
    case "number":
      return parseParentRef(lexeme(value));
    case "string":
      // STTP-R-08: only the unquoted word may mean the absence; in quotes it is text.
      return parseParentRef(value.style === "bare" && asciiLower(value.value) === "null" ? null : value.value);
    default:
      return null;
  }
}

export function timestampOf(value: Value): string | null {
  return value.kind === "string" && readTimestamp(value.value) !== null ? value.value : null;
}

export function stringArrayOf(value: Value): readonly string[] | null {
  if (value.kind !== "array") return null;
  const texts: string[] = [];
  for (const item of value.items) {
    if (item.kind !== "string") return null;
    texts.push(item.value);
  }
  return texts;
}

export function linksOf(value: Value): readonly SemanticLink[] | null {
  if (value.kind !== "array") return null;
  const links: SemanticLink[] = [];
  for (const item of value.items) {
    const link = item.kind === "object" ? linkOf(item) : null;
    if (link === null) return null;
    links.push(link);
  }
  return links;
}

function linkOf(object: ObjectValue): SemanticLink | null {
  const { fields, duplicates, unparsed } = object;
  if (fields.length !== 3 || duplicates.length > 0 || unparsed.length > 0) return null;
  const members = new Map(fields.map((field) => [field.name, field.value]));
  const rel = members.get("rel");
  const target = members.get("target");
  const confidence = members.get("confidence");
  if (rel?.kind !== "string" || target?.kind !== "string" || confidence?.kind !== "number") return null;
  return { rel: rel.value, target: target.value, confidence: confidence.value };
}
