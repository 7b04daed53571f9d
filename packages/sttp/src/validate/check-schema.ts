import { psiMatches, psiOf } from "../avec/psi.js";
import { project } from "../layer/project.js";
import { avecSchema, type KeySchema, type ObjectSchema } from "../layer/schema.js";
import { integerOf, linksOf, numberOf, stringArrayOf, wordOf } from "../layer/typed-value.js";
import type { Path, Span } from "../source/span.js";
import type { Field, ObjectValue, Value } from "../syntax/value.js";
import { asciiLower } from "../syntax/vocabulary.js";
import type { Report } from "./check-content.js";
import { readTimestamp } from "./read-timestamp.js";

const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });

/**
 * Judges an object of the schema layers: its keys in schema order, then its aliases and unknown keys in source order.
 * Answers the fields by key.
 */
export function checkObject(
  object: ObjectValue,
  schema: ObjectSchema,
  owner: Span,
  path: Path,
  report: Report,
): readonly (Field | undefined)[] {
  return new SchemaCheck(path, report).object(object, schema, owner);
}

/** Compares a written psi with the sum of the dimensions of an AVEC, where all five are numbers. */
export function checkPsi(psi: Field | undefined, avec: Value | undefined, path: Path, report: Report): void {
  if (psi === undefined || avec?.kind !== "object") return;
  comparePsi(psi, project(avec, avecSchema).known, path, report);
}

function comparePsi(psi: Field, avec: readonly (Field | undefined)[], path: Path, report: Report): void {
  const written = numberOf(psi.value)?.value;
  if (written === undefined) return;
  const dimensions = {
    stability: numberAt(avec[0]),
    friction: numberAt(avec[1]),
    logic: numberAt(avec[2]),
    autonomy: numberAt(avec[3]),
  };
  const sum = psiOf(dimensions);
  if (Number.isNaN(sum) || psiMatches(dimensions, written)) return;
  report("STTP_PSI_MISMATCH", psi.value.span ?? NOWHERE, path, { sum, psi: written });
}

function numberAt(field: Field | undefined): number {
  return (field && numberOf(field.value)?.value) ?? Number.NaN;
}

class SchemaCheck {
  /** The path of what is being judged; lent to every report. */
  readonly #trail: (string | number)[];
  readonly #report: Report;

  constructor(path: Path, report: Report) {
    this.#trail = [...path];
    this.#report = report;
  }

  object(object: ObjectValue, schema: ObjectSchema, owner: Span): readonly (Field | undefined)[] {
    const trail = this.#trail;
    const { known, unknown, aliases, duplicates } = project(object, schema);
    const { keys } = schema;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      const field = known[index];
      trail.push(key.name);
      if (field !== undefined) this.#key(key, field);
      else if (key.required) this.#missing(key, owner);
      trail.pop();
    }
    for (const { key, field } of aliases) {
      // STTP-X-14: read under the key it means.
      this.#put(key.name, "STTP_ALIAS_KEY", field, { name: field.name, canonical: key.name });
    }
    for (const { key, field } of duplicates) this.#put(key.name, "STTP_DUPLICATE_KEY", field, { name: field.name });
    for (const field of unknown) this.#put(field.name, "STTP_UNKNOWN_KEY", field, { name: field.name });
    const psi = known[4];
    if (schema === avecSchema && psi !== undefined) {
      trail.push("psi");
      comparePsi(psi, known, trail, this.#report);
      trail.pop();
    }
    return known;
  }

  #missing({ name, type }: KeySchema, owner: Span): void {
    const code = type === "object" ? "STTP_STRICT_MISSING_REQUIRED_OBJECT" : "STTP_STRICT_MISSING_REQUIRED_KEY";
    // STTP-S2-02 STTP-S2-03 STTP-S2-04: required keys are asked for, never filled in.
    this.#report(code, owner, this.#trail, { name });
  }

  #put(step: string, code: Parameters<Report>[0], field: Field, data: Parameters<Report>[3]): void {
    this.#trail.push(step);
    this.#report(code, field.nameSpan ?? NOWHERE, this.#trail, data);
    this.#trail.pop();
  }

  #value(code: Parameters<Report>[0], value: Value, data?: Parameters<Report>[3]): void {
    this.#report(code, value.span ?? NOWHERE, this.#trail, data);
  }

  // STTP-S2-06: a raw value has had its own Error, so nothing is said about its type.
  #key(key: KeySchema, field: Field): void {
    const value = field.value;
    if (value.kind === "raw") return;
    const { name } = key;
    switch (key.type) {
      case "enum":
        this.#word(key, value);
        break;
      case "number":
      case "integer":
        this.#number(key, value);
        break;
      case "string":
        // STTP-S3-04: null is no string.
        if (value.kind !== "string") this.#value("STTP_INVALID_TYPE", value, { name, expected: "a string" });
        break;
      case "timestamp":
        if (value.kind !== "string") this.#value("STTP_INVALID_TYPE", value, { name, expected: "a string" });
        else if (readTimestamp(value.value) === null) this.#value("STTP_INVALID_TIMESTAMP", value);
        break;
      case "parent":
        this.#parent(value);
        break;
      case "object":
        if (value.kind !== "object") this.#value("STTP_INVALID_TYPE", value, { name, expected: "an object" });
        else this.object(value, key.object!, braceOf(value));
        break;
      case "string-array":
        if (stringArrayOf(value) !== null) break;
        this.#value("STTP_OPTIONAL_MALFORMED", value, { name, expected: "an array of strings" });
        break;
      case "links":
        if (value.kind === "null" || linksOf(value) !== null) break;
        this.#value("STTP_OPTIONAL_MALFORMED", value, {
          name,
          expected: "an array of objects with rel, target and confidence",
        });
    }
  }

  // STTP-S3-01: an enum position holds a word of its set, in lower case.
  #word(key: KeySchema, value: Value): void {
    const words = key.words!;
    if (value.kind === "string") {
      if (words.includes(value.value)) return;
      const word = wordOf(value.value, words);
      if (words.includes(word)) {
        this.#value("STTP_ENUM_CASE", value, { word: value.value, canonical: word });
        return;
      }
    }
    this.#value("STTP_STRICT_INVALID_ENUM", value, { name: key.name, words: words.join(", ") });
  }

  #number(key: KeySchema, value: Value): void {
    const integer = key.type === "integer";
    const number = integer ? integerOf(value) : numberOf(value);
    if (number === null) {
      // STTP-S3-02 and STTP-S3-03: numbers, integral where the schema says so.
      const expected = integer ? "an integer" : "a number";
      this.#value("STTP_STRICT_INVALID_NUMERIC", value, { name: key.name, expected });
      return;
    }
    // STTP-R-25: the number is clear, the quotes are not strict.
    if (value.kind === "string") this.#value("STTP_NUMERIC_STRING", value);
    const { minimum, maximum } = key;
    const inside = (minimum === undefined || number.value >= minimum) && !(number.value > (maximum ?? Number.NaN));
    if (inside) return;
    const range = maximum === undefined ? `${minimum} and above` : `${minimum} to ${maximum}`;
    // STTP-X-15: advice only.
    this.#value("STTP_VALUE_RANGE", value, { name: key.name, range });
  }

  // STTP-S3-06: null or a string; the text "null" is suspicious, but it is text.
  #parent(value: Value): void {
    if (value.kind === "null") return;
    if (value.kind !== "string") {
      this.#value("STTP_INVALID_TYPE", value, { name: "parent_node", expected: "null or a string" });
    } else if (value.style !== "bare" && asciiLower(value.value) === "null") {
      this.#value("STTP_PARENT_NODE_AMBIGUOUS", value);
    }
  }
}

function braceOf({ span }: ObjectValue): Span {
  return span === undefined ? NOWHERE : { start: span.start, end: span.start + 1 };
}
