import type { JsonSchema } from "@pelorus/core";
import { wordBag } from "../answer/coverage.js";
import type { Frame } from "../frame/read-frame.js";
import { wordStem } from "../language/word-stem.js";
import { fold } from "../text/words.js";
import { namedValue, patternValue } from "./named-value.js";
import type { ReadingPlace } from "./reading-places.js";
import { type StatedValues, statedValues } from "./stated-values.js";
import { isCalledOtherwise } from "./unit-names.js";

/** What a call is for, where the frame says more than the request does. */
export interface CallTarget {
  /** Words to look for. */
  readonly query: string;
  /** Where to read. */
  readonly place: ReadingPlace | null;
  /** The listed value that this call is made for, where the request names several. */
  readonly choice?: unknown;
}

/** How many results are asked for where a tool lets one choose: as many as a frame shows. */
const RESULTS = 12;
/** Objects within objects that are filled. */
const DEEPEST = 3;

const QUERY = /^(?:q|query|search|search_?(?:query|text|terms?|words?)|keywords?|terms?|question)$/i;
const PATH = /^(?:path|file|file_?(?:path|name)|document|document_?(?:path|name)|filename)$/i;
const LIMIT = /^(?:limit|max_?results|max_?count|top_?k|page_?size|per_?page)$/i;
const PLACE = /city|location|place|town|country|region|address|destination|origin|station|airport/i;
const TEXT = /^(?:text|content|body|input|data|message|document_text|source_text)$/i;

/** Whether a tool takes words to look for. */
export function isSearch(schema: JsonSchema): boolean {
  return Object.entries(propertiesOf(schema)).some(([name, { type }]) => QUERY.test(name) && type === "string");
}

/** Whether a tool takes the path of a document that it reads. */
export function isReader(schema: JsonSchema): boolean {
  return requiredOf(schema).some((name) => PATH.test(name)) && !isSearch(schema);
}

/** Arguments for a schema from what the request states and the frame shows; null when a required one is not to be had. */
export function fillArguments(schema: JsonSchema, frame: Frame, target: CallTarget): Record<string, unknown> | null {
  const text = frame.assignment === frame.request ? frame.request : `${frame.assignment}\n${frame.request}`;
  return fillObject(schema, { frame, target, text, values: statedValues(text) }, DEEPEST);
}

interface Context {
  readonly frame: Frame;
  readonly target: CallTarget;
  readonly text: string;
  readonly values: StatedValues;
}

function fillObject(schema: JsonSchema, context: Context, depth: number): Record<string, unknown> | null {
  const required = new Set(requiredOf(schema));
  const filled: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const value = valueFor(name, property, context, { isRequired: required.has(name), depth });
    if (value !== undefined && value !== null) filled[name] = value;
    else if (required.has(name)) return null;
  }
  return filled;
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function requiredOf(schema: JsonSchema): string[] {
  return Array.isArray(schema.required) ? (schema.required as string[]) : [];
}

interface Need {
  readonly isRequired: boolean;
  readonly depth: number;
}

function valueFor(name: string, property: JsonSchema, context: Context, need: Need): unknown {
  if (property.const !== undefined) return property.const;
  if (Array.isArray(property.enum)) return enumValue(property.enum as unknown[], property, context, need);
  switch (Array.isArray(property.type) ? property.type[0] : property.type) {
    case "integer":
    case "number":
      return numberValue(name, property, context, need);
    case "boolean":
      return booleanValue(name, property, context, need);
    case "array":
      return listValue(name, property, context, need);
    case "object":
      return need.depth > 0 ? fillObject(property, context, need.depth - 1) : undefined;
    default:
      return textValue(name, property, context, need);
  }
}

/** The listed value whose words the request has. */
function enumValue(
  values: readonly unknown[],
  property: JsonSchema,
  { text, frame, target }: Context,
  { isRequired }: Need,
): unknown {
  if (target.choice !== undefined && values.includes(target.choice)) return target.choice;
  const [named] = namedChoices(values, text, frame);
  if (named !== undefined || !isRequired) return named;
  return property.default ?? (values.length === 1 ? values[0] : undefined);
}

/** The listed values that a text names, in the order of the list. */
function namedChoices(values: readonly unknown[], text: string, { language }: Frame): unknown[] {
  const { stems } = wordBag(text, language);
  return values.filter(
    (value) =>
      typeof value === "string" &&
      value !== "" &&
      (isCalledOtherwise(value, text) ||
        value.split(/[\s_-]+/).every((word) => stems.has(wordStem(fold(word), language)))),
  );
}

/** The values of one listed property that a request names, where it names several: a call is made for each. */
export function severalChoices(schema: JsonSchema, frame: Frame): unknown[] {
  for (const property of Object.values(propertiesOf(schema))) {
    if (!Array.isArray(property.enum)) continue;
    const named = namedChoices(property.enum as unknown[], `${frame.assignment}\n${frame.request}`, frame);
    if (named.length > 1) return named;
  }
  return [];
}

function numberValue(name: string, property: JsonSchema, { values, target }: Context, { isRequired }: Need): unknown {
  if (LIMIT.test(name)) return withinBounds(RESULTS, property, true);
  if (/^start_?(?:line|row)$/i.test(name) && target.place?.startLine != null) return target.place.startLine;
  const words = name.toLowerCase().split(/[\s_-]+/);
  const near = values.numbers.find(({ around }) => words.some((word) => word.length > 2 && around.includes(word)));
  // Money is what stands before a currency, whatever the property is called.
  const money = /amount|price|total|sum|cost|value|budget/i.test(name)
    ? values.numbers.find(({ around }) => /€|\$|£|\beuros?\b|\bdollars?\b|\bpounds?\b|\beur\b|\busd\b/iu.test(around))
    : undefined;
  const only = isRequired && values.numbers.length === 1 ? values.numbers[0] : undefined;
  const counted = /quantity|count|number_of|pieces|copies|people|guests|persons|seats|nights/i.test(name)
    ? values.numbers.find(({ value }) => Number.isInteger(value))
    : undefined;
  const first = isRequired ? values.numbers[0] : undefined;
  const number = (money ?? near ?? counted ?? only ?? first)?.value;
  if (number === undefined) return isRequired ? property.default : undefined;
  return withinBounds(number, property, false);
}

/** The number where the schema allows it, brought to its bounds where it may be; undefined otherwise. */
function withinBounds(number: number, property: JsonSchema, isFree: boolean): number | undefined {
  const { minimum, maximum, type } = property;
  if (type === "integer" && !Number.isInteger(number)) return undefined;
  const low = typeof minimum === "number" ? minimum : Number.NEGATIVE_INFINITY;
  const high = typeof maximum === "number" ? maximum : Number.POSITIVE_INFINITY;
  if (isFree) return Math.min(high, Math.max(low, number));
  return number < low || number > high ? undefined : number;
}

function booleanValue(name: string, property: JsonSchema, { text, frame }: Context, { isRequired }: Need): unknown {
  const words = name.split(/[\s_-]+/).map((word) => wordStem(fold(word), frame.language));
  const { stems } = wordBag(text, frame.language);
  if (words.some((word) => stems.has(word)))
    return !/\b(?:without|no|not|ohne|kein\w*|nicht|sans|pas|sin)\b/iu.test(text);
  return isRequired ? (property.default ?? false) : undefined;
}

function listValue(name: string, property: JsonSchema, context: Context, need: Need): unknown {
  const items = (property.items ?? {}) as JsonSchema;
  const { values } = context;
  if (items.type === "number" || items.type === "integer") {
    return values.numbers.length > 0 ? values.numbers.map(({ value }) => value) : undefined;
  }
  if (Array.isArray(items.enum)) {
    const found = (items.enum as unknown[]).filter(
      (value) => enumValue([value], {}, context, { ...need, isRequired: false }) !== undefined,
    );
    return found.length > 0 ? found : undefined;
  }
  if (items.type !== "string") return undefined;
  const texts = values.quoted.length > 0 ? values.quoted : values.names.map(({ name: found }) => found);
  if (texts.length > 0) return texts;
  const single = need.isRequired ? textValue(name, items, context, need) : undefined;
  return single === undefined ? undefined : [single];
}

function textValue(
  name: string,
  property: JsonSchema,
  { frame, target, text, values }: Context,
  { isRequired }: Need,
): unknown {
  if (QUERY.test(name)) return fitting(target.query, property);
  if (PATH.test(name)) return fitting(target.place?.path, property);
  const { format } = property;
  if (format === "date" || format === "date-time" || /(?:^|_)(?:date|day)(?:$|_)/i.test(name))
    return fitting(
      /(?:^|_)(?:end|until|to|return|check_?out)(?:$|_)/i.test(name) ? values.dates.at(-1) : values.dates[0],
      property,
    );
  if (format === "time" || /(?:^|_)time(?:$|_)/i.test(name)) return fitting(values.times[0], property);
  if (format === "uri" || /ur[il]|link|website/i.test(name)) return fitting(values.urls[0], property);
  if (format === "email" || /e?mail/i.test(name)) return fitting(values.emails[0], property);
  if (TEXT.test(name)) return fitting(frame.material || values.quoted[0] || (isRequired ? text : undefined), property);
  if (/expression|formula|equation/i.test(name)) {
    return fitting(/[\d(][\d\s.+*/^()%-]*[\d)]/.exec(frame.request)?.[0].trim(), property);
  }
  if (PLACE.test(name)) return fitting(placeFor(name, values), property);
  if (typeof property.pattern === "string") return fitting(patternValue(text, property.pattern), property);
  const stated = values.quoted[0] ?? namedValue(name, frame.request);
  if (!isRequired)
    return new RegExp(`\\b${name.replace(/[^\p{L}]/gu, ".")}\\b`, "iu").test(text)
      ? fitting(stated, property)
      : undefined;
  const free = /topic|subject|title|prompt|instruction|description|reason|note|task|name$/i.test(name)
    ? frame.assignment
    : undefined;
  return fitting(values.quoted[0] ?? nameFor(name, values) ?? stated ?? free, property);
}

/** A proper name for a person or a firm; other things may be written small. */
function nameFor(name: string, { names }: StatedValues): string | undefined {
  const behind = names.find(({ before }) => before === name.toLowerCase().split("_")[0]);
  if (behind !== undefined) return behind.name;
  return /customer|client|person|user|name|company|supplier|vendor|recipient|author|owner|contact/i.test(name)
    ? names[0]?.name
    : undefined;
}

/** The name behind "from" is where something starts, the one behind "to" where it goes. */
function placeFor(name: string, { names }: StatedValues): string | undefined {
  const behind = (words: RegExp): string | undefined => names.find(({ before }) => words.test(before))?.name;
  if (/origin|from|start|departure/i.test(name)) return behind(/^(?:from|von|de|desde)$/) ?? names[0]?.name;
  if (/destination|to|end|arrival/i.test(name)) return behind(/^(?:to|nach|à|a|hacia)$/) ?? names.at(-1)?.name;
  return behind(/^(?:in|at|for|near|of|bei|für|à|en|para)$/) ?? names[0]?.name;
}

/** A text that the schema allows. */
function fitting(value: string | undefined, { minLength, maxLength }: JsonSchema): string | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  if (typeof minLength === "number" && value.length < minLength) return undefined;
  if (typeof maxLength !== "number" || value.length <= maxLength) return value;
  const end = value.lastIndexOf(" ", maxLength);
  return value.slice(0, end > 0 ? end : maxLength);
}
