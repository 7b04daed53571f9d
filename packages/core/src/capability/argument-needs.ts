import { splitWords } from "./split-words.js";
import { stemWord } from "./stem-word.js";
import { kindBit, type ValueKind } from "./value-kinds.js";

/** What one argument needs to be filled. */
export interface ArgumentNeed {
  /** Words of its name joined by `_`: fact types are compared with it. */
  readonly name: string;
  readonly required: boolean;
  /** Kinds of values it takes, as bits; 0 for free text, which any request states. */
  readonly kinds: number;
  /** Stem sequences of the values it is limited to; null when it is not. */
  readonly values: readonly (readonly string[])[] | null;
}

const FORMATS: Readonly<Record<string, ValueKind>> = {
  date: "date",
  "date-time": "date",
  time: "time",
  uri: "url",
  "uri-reference": "url",
  url: "url",
  email: "email",
  uuid: "identifier",
};

/** Words of argument names that say what kind of value they take, by kind. */
const NAME_WORDS: Readonly<Partial<Record<ValueKind, string>>> = {
  date: "date day dates deadline start end",
  time: "time hour",
  url: "url uri link website",
  email: "email mail",
  place:
    "city location place country address destination origin state region loc area cities locations departure arrival",
  money: "amount price currency cost budget salary payment principal",
  unit: "unit units scale distance radius length temperature mass height weight speed velocity",
  person: "name actor artist author director cast starring person player",
  quoted: "title text message query content question",
  language: "language lang source target",
  year: "year years",
  percentage: "rate percentage",
  identifier: "id ids key uuid identifier code",
};

const KIND_OF_WORD: ReadonlyMap<string, number> = new Map(
  Object.entries(NAME_WORDS).flatMap(([kind, words]) =>
    words.split(" ").map((word): [string, number] => [word, kindBit(kind as ValueKind)]),
  ),
);

/** What a number can be beside a number. */
const NUMERIC_KINDS =
  kindBit("number") | kindBit("money") | kindBit("unit") | kindBit("year") | kindBit("percentage") | kindBit("list");

type Schema = Readonly<Record<string, unknown>>;

/** What the arguments of a capability need. */
export function argumentNeeds(schema: Schema): ArgumentNeed[] {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const names = new Set([...Object.keys(properties), ...required.filter((name) => typeof name === "string")]);
  return Array.from(names, (name) =>
    needOf(name, Object.hasOwn(properties, name) ? properties[name] : undefined, required.includes(name)),
  );
}

function needOf(name: string, member: unknown, required: boolean): ArgumentNeed {
  const words = splitWords(name);
  const outer: Schema = isSchema(member) ? member : {};
  const isList = outer.type === "array";
  const schema = isList && isSchema(outer.items) ? outer.items : outer;
  const values = Array.isArray(schema.enum)
    ? schema.enum.filter((value) => typeof value === "string").map((value) => splitWords(value).map(stemWord))
    : [];
  let kinds = isList ? kindBit("list") : 0;
  for (const word of words) kinds |= KIND_OF_WORD.get(word) ?? 0;
  if (typeof schema.format === "string") {
    const format = FORMATS[schema.format];
    if (format !== undefined) kinds |= kindBit(format);
  }
  if (schema.type === "number" || schema.type === "integer") kinds = (kinds | kindBit("number")) & NUMERIC_KINDS;
  else if (typeof schema.description === "string") kinds |= describedKinds(schema.description);
  return { name: words.join("_"), required, kinds, values: values.length === 0 ? null : values };
}

function describedKinds(description: string): number {
  const date = /\bdate\b|\bYYYY/.test(description) ? kindBit("date") : 0;
  return date | (/\b(?:city|location)\b/i.test(description) ? kindBit("place") : 0);
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
