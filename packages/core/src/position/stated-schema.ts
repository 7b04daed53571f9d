import type { RequestedForm } from "../contract/frame.js";

/** Keywords of which an object must have one to be read as a JSON Schema. */
const SCHEMA_KEYWORDS = ["$schema", "properties", "items", "enum", "oneOf", "anyOf", "allOf", "required"];
const TYPE_NAMES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** The first JSON Schema that stands in a request as an object literal, or undefined. Linear: every brace is read once. */
export function statedSchema(request: string): RequestedForm["schema"] {
  for (let start = request.indexOf("{"); start >= 0; ) {
    const end = closingBrace(request, start);
    if (end < 0) return undefined;
    const schema = readSchema(request.slice(start, end + 1));
    if (schema !== undefined) return schema;
    start = request.indexOf("{", end + 1);
  }
  return undefined;
}

function closingBrace(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const mark = text[at];
    if (quoted) {
      if (mark === "\\") at += 1;
      else if (mark === '"') quoted = false;
    } else if (mark === '"') quoted = true;
    else if (mark === "{") depth += 1;
    else if (mark === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function readSchema(text: string): RequestedForm["schema"] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const object = value as Record<string, unknown>;
  const typed = typeof object.type === "string" && TYPE_NAMES.has(object.type);
  return typed || SCHEMA_KEYWORDS.some((keyword) => typeof object[keyword] === "object" && object[keyword] !== null)
    ? object
    : undefined;
}
