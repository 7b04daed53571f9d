import { splitWords } from "./split-words.js";
import { stemWord } from "./stem-word.js";
import { VALUE_KINDS, type ValueKind } from "./value-kinds.js";

/** What one required argument needs to be filled. */
export interface ArgumentNeed {
  /** Words of its name joined by `_`: fact types are compared with it. */
  readonly name: string;
  /** Bit of its `ValueKind`; 0 for free text, which any request states. */
  readonly kind: number;
  /** Stem sequences of the values it is limited to; null when it is not. */
  readonly values: readonly (readonly string[])[] | null;
}

/** The bit of a kind in `ArgumentNeed.kind`. */
export const kindBit = (kind: ValueKind): number => 1 << VALUE_KINDS.indexOf(kind);

const FORMATS: Readonly<Record<string, ValueKind>> = {
  date: "date",
  "date-time": "date",
  time: "time",
  uri: "url",
  "uri-reference": "url",
  url: "url",
  email: "email",
};

/** Last words of argument names that say what kind of value they take. */
const NAME_KINDS: Readonly<Record<string, ValueKind>> = {
  date: "date",
  day: "date",
  deadline: "date",
  time: "time",
  url: "url",
  uri: "url",
  link: "url",
  website: "url",
  email: "email",
  city: "place",
  location: "place",
  place: "place",
  country: "place",
  address: "place",
  destination: "place",
  origin: "place",
  latitude: "number",
  longitude: "number",
};

type Schema = Readonly<Record<string, unknown>>;

/** What the required arguments of a capability need. */
export function argumentNeeds(schema: Schema): ArgumentNeed[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return required
    .filter((name): name is string => typeof name === "string")
    .map((name) => needOf(name, Object.hasOwn(properties, name) ? properties[name] : undefined));
}

function needOf(name: string, member: unknown): ArgumentNeed {
  const words = splitWords(name);
  let schema: Schema = isSchema(member) ? member : {};
  if (schema.type === "array" && isSchema(schema.items)) schema = schema.items;
  const values = Array.isArray(schema.enum)
    ? schema.enum.filter((value) => typeof value === "string").map((value) => splitWords(value).map(stemWord))
    : null;
  const kind = kindOf(words, schema);
  return {
    name: words.join("_"),
    kind: kind === null ? 0 : kindBit(kind),
    values: values === null || values.length === 0 ? null : values,
  };
}

function kindOf(words: readonly string[], schema: Schema): ValueKind | null {
  const format = typeof schema.format === "string" ? FORMATS[schema.format] : undefined;
  if (format !== undefined) return format;
  if (schema.type === "number" || schema.type === "integer") return "number";
  if (schema.type !== "string" && schema.type !== undefined) return null;
  for (const word of [words.at(-1), words[0]]) {
    const kind = word === undefined || !Object.hasOwn(NAME_KINDS, word) ? undefined : NAME_KINDS[word];
    if (kind !== undefined) return kind;
  }
  return null;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
