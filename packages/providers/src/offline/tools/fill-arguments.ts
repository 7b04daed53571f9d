import type { JsonSchema } from "@pelorus/core";
import type { Frame } from "../frame/read-frame.js";
import { readQuestion } from "../question/read-question.js";

/** How many results are asked for where a tool lets one choose: as many as a frame shows. */
const RESULTS = 12;

/** Arguments for a schema, taken from the request and the evidence; null when a required one is not to be had. */
export function fillArguments(schema: JsonSchema, frame: Frame): Record<string, unknown> | null {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []);
  const filled: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = valueFor(name, property, frame, required.has(name));
    if (value !== undefined) filled[name] = value;
    else if (required.has(name)) return null;
  }
  return filled;
}

function valueFor(name: string, property: JsonSchema, frame: Frame, isRequired: boolean): unknown {
  if (property.const !== undefined) return property.const;
  if (/^(?:limit|max_?results|count|top_?k|page_?size)$/i.test(name) && property.type === "integer") {
    return Math.min(RESULTS, typeof property.maximum === "number" ? property.maximum : RESULTS);
  }
  if (/query|search|keywords?|terms?|question|^q$/i.test(name) && property.type === "string") return searchWords(frame);
  if (/path|file|document/i.test(name) && property.type === "string") return pathIn(frame);
  return isRequired && property.type === "string" ? frame.assignment : undefined;
}

/** The content words of the assignment as they stand, names and figures included. */
export function searchWords(frame: Frame): string {
  const { terms } = readQuestion(`${frame.assignment}`, frame.language);
  return terms.map(({ form }) => form).join(" ") || frame.assignment;
}

/** A path the request names, else that of the best evidence. */
function pathIn(frame: Frame): string | undefined {
  const named = /[\w./-]+\.[a-z0-9]{1,5}(?![\w])/i.exec(frame.assignment)?.[0];
  return named ?? frame.passages[0]?.path;
}
