import type { JsonSchema } from "@pelorus/core";
import type { Frame } from "../frame/read-frame.js";
import { searchWords } from "./search-words.js";

/** How many results are asked for where a tool lets one choose: as many as a frame shows. */
const RESULTS = 12;

const QUERY = /^(?:q|query|search|search_?(?:query|text|terms?|words?)|keywords?|terms?|question)$/i;

/** Whether a tool takes words to look for. */
export function isSearch(schema: JsonSchema): boolean {
  return Object.entries(propertiesOf(schema)).some(([name, { type }]) => QUERY.test(name) && type === "string");
}

/** Arguments for a schema, taken from the request and the evidence; null when a required one is not to be had. */
export function fillArguments(schema: JsonSchema, frame: Frame): Record<string, unknown> | null {
  const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []);
  const filled: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const value = valueFor(name, property, frame, required.has(name));
    if (value !== undefined) filled[name] = value;
    else if (required.has(name)) return null;
  }
  return filled;
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function valueFor(name: string, property: JsonSchema, frame: Frame, isRequired: boolean): unknown {
  if (property.const !== undefined) return property.const;
  if (/^(?:limit|max_?results|count|top_?k|page_?size)$/i.test(name) && property.type === "integer") {
    return Math.min(RESULTS, typeof property.maximum === "number" ? property.maximum : RESULTS);
  }
  if (QUERY.test(name) && property.type === "string") return searchWords(frame);
  if (/path|file|document/i.test(name) && property.type === "string") return pathIn(frame);
  return isRequired && property.type === "string" ? frame.assignment : undefined;
}

/** A path the request names, else that of the best evidence. */
function pathIn(frame: Frame): string | undefined {
  const named = /[\w./-]+\.[a-z0-9]{1,5}(?![\w])/i.exec(frame.assignment)?.[0];
  return named ?? frame.passages[0]?.path;
}
