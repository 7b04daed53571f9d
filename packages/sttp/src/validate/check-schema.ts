import { psiMatches, psiOf } from "../avec/psi.js";
import { project } from "../layer/project.js";
import type { KeySchema, ObjectSchema } from "../layer/schema.js";
import { avecSchema } from "../layer/schema.js";
import { integerOf, linksOf, numberOf, stringArrayOf, wordOf } from "../layer/typed-value.js";
import type { Path, Span } from "../source/span.js";
import type { Field, NumberValue, ObjectValue, Value } from "../syntax/value.js";
import { asciiLower } from "../syntax/vocabulary.js";
import type { Report } from "./check-content.js";
import { readTimestamp } from "./read-timestamp.js";

const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });

/** Judges an object of the schema layers: its keys in schema order, then its aliases and unknown keys in source order. */
export function checkObject(
  object: ObjectValue,
  schema: ObjectSchema,
  owner: Span,
  path: Path,
  report: Report,
): ReadonlyMap<string, Field> {
  const { known, unknown, aliases, duplicates } = project(object, schema);
  const numbers = new Map<string, Field>();
  for (const key of schema.keys) {
    const field = known.get(key.name)?.field;
    if (field !== undefined) {
      checkKey(key, field, [...path, key.name], report);
      numbers.set(key.name, field);
    } else if (key.required) {
      const code = key.type === "object" ? "STTP_STRICT_MISSING_REQUIRED_OBJECT" : "STTP_STRICT_MISSING_REQUIRED_KEY";
      report(code, owner, [...path, key.name], { name: key.name });
    }
  }
  for (const { key, field } of aliases) {
    report("STTP_ALIAS_KEY", field.nameSpan ?? NOWHERE, [...path, key.name], {
      name: field.name,
      canonical: key.name,
    });
  }
  for (const { first, field } of duplicates) {
    report("STTP_DUPLICATE_KEY", field.nameSpan ?? NOWHERE, [...path, first.key.name], { name: field.name });
  }
  for (const field of unknown) {
    report("STTP_UNKNOWN_KEY", field.nameSpan ?? NOWHERE, [...path, field.name], { name: field.name });
  }
  if (schema === avecSchema) checkPsi(numbers.get("psi"), object, [...path, "psi"], report);
  return numbers;
}

/** Compares a written psi with the sum of the dimensions of an AVEC, where all five are numbers. */
export function checkPsi(psi: Field | undefined, avec: Value | undefined, path: Path, report: Report): void {
  if (psi === undefined || avec?.kind !== "object") return;
  const written = numberOf(psi.value);
  const { known } = project(avec, avecSchema);
  const dimension = (name: string): number => {
    const value = known.get(name)?.field.value;
    return (value && numberOf(value)?.value) ?? Number.NaN;
  };
  const read = {
    stability: dimension("stability"),
    friction: dimension("friction"),
    logic: dimension("logic"),
    autonomy: dimension("autonomy"),
  };
  const sum = psiOf(read);
  if (written === null || Number.isNaN(sum) || psiMatches(read, written.value)) return;
  report("STTP_PSI_MISMATCH", psi.value.span ?? NOWHERE, path, { sum, psi: written.value });
}

// STTP-S2-06: a raw value has had its own Error, so nothing is said about its type.
function checkKey(key: KeySchema, field: Field, path: Path, report: Report): void {
  const value = field.value;
  if (value.kind === "raw") return;
  const span = value.span ?? NOWHERE;
  const name = key.name;
  switch (key.type) {
    case "enum":
      checkWord(key, value, span, path, report);
      return;
    case "number":
    case "integer":
      checkNumber(key, value, span, path, report);
      return;
    case "string":
      if (value.kind !== "string") report("STTP_INVALID_TYPE", span, path, { name, expected: "a string" });
      return;
    case "timestamp":
      if (value.kind !== "string") report("STTP_INVALID_TYPE", span, path, { name, expected: "a string" });
      else if (readTimestamp(value.value) === null) report("STTP_INVALID_TIMESTAMP", span, path);
      return;
    case "parent":
      checkParent(value, span, path, report);
      return;
    case "object": {
      if (value.kind !== "object") {
        report("STTP_INVALID_TYPE", span, path, { name, expected: "an object" });
        return;
      }
      const brace = value.span ? { start: span.start, end: span.start + 1 } : NOWHERE;
      checkObject(value, key.object!, brace, path, report);
      return;
    }
    case "string-array":
      if (stringArrayOf(value) !== null) return;
      report("STTP_OPTIONAL_MALFORMED", span, path, { name, expected: "an array of strings" });
      return;
    case "links":
      if (value.kind === "null" || linksOf(value) !== null) return;
      report("STTP_OPTIONAL_MALFORMED", span, path, { name, expected: "an array of {rel, target, confidence}" });
      return;
  }
}

// STTP-S3-01: an enum position holds a word of its set, in lower case.
function checkWord(key: KeySchema, value: Value, span: Span, path: Path, report: Report): void {
  const words = key.words!;
  if (value.kind === "string") {
    if (words.includes(value.value)) return;
    const word = wordOf(value.value, words);
    if (words.includes(word)) {
      report("STTP_ENUM_CASE", span, path, { word: value.value, canonical: word });
      return;
    }
  }
  report("STTP_STRICT_INVALID_ENUM", span, path, { name: key.name, words: words.join(", ") });
}

function checkNumber(key: KeySchema, value: Value, span: Span, path: Path, report: Report): void {
  const integer = key.type === "integer";
  const number: NumberValue | null = integer ? integerOf(value) : numberOf(value);
  if (number === null) {
    // STTP-S3-02 and STTP-S3-03: numbers, integral where the schema says so.
    const expected = integer ? "an integer" : "a number";
    report("STTP_STRICT_INVALID_NUMERIC", span, path, { name: key.name, expected });
    return;
  }
  if (value.kind === "string") report("STTP_NUMERIC_STRING", span, path);
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = key;
  if (number.value >= minimum && number.value <= maximum) return;
  const range = key.maximum === undefined ? `${minimum} and above` : `${minimum} to ${maximum}`;
  report("STTP_VALUE_RANGE", span, path, { name: key.name, range });
}

// STTP-S3-06: null or a string; the text "null" is suspicious, but it is text.
function checkParent(value: Value, span: Span, path: Path, report: Report): void {
  if (value.kind === "null") return;
  if (value.kind !== "string") {
    report("STTP_INVALID_TYPE", span, path, { name: "parent_node", expected: "null or a string" });
    return;
  }
  if (value.style !== "bare" && asciiLower(value.value) === "null") report("STTP_PARENT_NODE_AMBIGUOUS", span, path);
}
