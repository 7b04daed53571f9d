import type { Block, Layer } from "../layer/node.js";
import { NESTING_CEILING } from "../parse/options.js";
import type { LayerKind } from "../source/glyph.js";
import type { Path } from "../source/span.js";
import { readNumber, shortestDecimal } from "../syntax/read-number.js";
import type { Field, NumberValue, ObjectValue, StringValue, Value } from "../syntax/value.js";
import type { JsonReader } from "./json-reader.js";

const layerKinds: readonly string[] = ["provenance", "envelope", "content", "metrics", "delta"];

/** Builds the untyped parts of a node from its JSON form. */
export class TreeReader {
  readonly json: JsonReader;

  constructor(json: JsonReader) {
    this.json = json;
  }

  number = (value: unknown, path: Path): NumberValue | null => {
    if (typeof value === "number") {
      if (!Number.isFinite(value)) return this.json.fail(path, "value");
      return { kind: "number", value: value === 0 ? 0 : value, decimal: shortestDecimal(value) };
    }
    if (typeof value !== "string") return this.json.fail(path, "type");
    const read = readNumber(value);
    // Only the exact decimal itself is a number in string form, so that every number has one JSON form.
    if (read === null || read.decimal !== value) return this.json.fail(path, "value");
    return { kind: "number", value: read.value, decimal: read.decimal };
  };

  value = (value: unknown, path: Path, depth = 1): Value | null => {
    const members = this.json.members(value, path, ["kind", "data"]);
    if (members === null) return null;
    const kind = this.json.required(members, "kind", path, this.json.string);
    if (kind === "null") {
      return members.has("data") ? this.json.fail([...path, "data"], "unknown_member") : { kind: "null" };
    }
    const read = this.#payload(kind, depth);
    if (read === null) return kind === null ? null : this.json.fail([...path, "kind"], "value");
    return this.json.required(members, "data", path, read);
  };

  #payload(kind: string | null, depth: number): ((data: unknown, path: Path) => Value | null) | null {
    const { json } = this;
    switch (kind) {
      case "string":
        return (data, path) => textValue(json.string(data, path));
      case "raw":
        return (data, path) => {
          const text = json.string(data, path);
          return text === null ? null : { kind: "raw", text };
        };
      case "number":
        return this.number;
      case "boolean":
        return (data, path) => {
          const boolean = json.boolean(data, path);
          return boolean === null ? null : { kind: "boolean", value: boolean };
        };
      case "array":
        return (data, path) => {
          // No text that is read nests deeper either.
          if (depth >= NESTING_CEILING) return json.fail(path, "value");
          const items = json.array(data, path, (item, at) => this.value(item, at, depth + 1));
          return { kind: "array", items };
        };
      case "object":
        return (data, path) => (depth >= NESTING_CEILING ? json.fail(path, "value") : this.object(data, path, depth));
      default:
        return null;
    }
  }

  object = (value: unknown, path: Path, depth = 1): ObjectValue | null => {
    const members = this.json.members(value, path, ["fields", "duplicates", "unparsed"]);
    if (members === null) return null;
    const readField = (item: unknown, at: Path): Field | null => this.field(item, at, depth + 1);
    const fields = this.json.required(members, "fields", path, (list, at) => this.json.array(list, at, readField));
    const duplicates = this.json.optional(members, "duplicates", path, (list, at) =>
      this.json.array(list, at, readField),
    );
    const unparsed = this.json.optional(members, "unparsed", path, (list, at) =>
      this.json.array(list, at, this.json.string),
    );
    return {
      kind: "object",
      fields: fields ?? [],
      duplicates: duplicates ?? [],
      unparsed: (unparsed ?? []).map((text) => ({ text })),
    };
  };

  field = (value: unknown, path: Path, depth = 1): Field | null => {
    const members = this.json.members(value, path, ["name", "confidence", "confidence_text", "value"]);
    if (members === null) return null;
    const name = this.json.required(members, "name", path, this.json.string);
    const confidence = this.json.optional(members, "confidence", path, this.json.finite);
    const confidenceText = this.json.optional(members, "confidence_text", path, this.json.string);
    const read = this.json.required(members, "value", path, (data, at) => this.value(data, at, depth));
    if (name === null || read === null) return null;
    return {
      name,
      quoted: false,
      ...(confidence !== null && { confidence: confidence === 0 ? 0 : confidence }),
      ...(confidenceText !== null && { confidenceText }),
      value: read,
    };
  };

  block = (value: unknown, path: Path): Block | null => {
    const members = this.json.members(value, path, ["ordinal", "wrapped", "preamble", "object"]);
    if (members === null) return null;
    const ordinal = this.json.optional(members, "ordinal", path, this.json.ordinal);
    const wrapped = this.json.required(members, "wrapped", path, this.json.boolean);
    const preamble = this.json.optional(members, "preamble", path, this.json.string);
    const object = this.json.required(members, "object", path, (data, at) => this.object(data, at));
    if (wrapped === null || object === null) return null;
    const text = textValue(preamble);
    return { ordinal, marker: ordinal !== null, wrapped, ...(text && { preamble: text }), object };
  };

  layer = (value: unknown, path: Path): Layer | null => {
    const members = this.json.members(value, path, ["kind", "blocks", "unplaced_blocks", "unparsed"]);
    if (members === null) return null;
    const kind = this.json.required(members, "kind", path, this.json.string);
    if (kind !== null && !layerKinds.includes(kind)) this.json.fail([...path, "kind"], "value");
    const blocks = this.json.required(members, "blocks", path, (list, at) => this.json.array(list, at, this.block));
    const unplacedBlocks = this.json.optional(members, "unplaced_blocks", path, (list, at) =>
      this.json.array(list, at, this.block),
    );
    const unparsed = this.json.optional(members, "unparsed", path, (list, at) =>
      this.json.array(list, at, this.json.string),
    );
    if (kind === null || blocks === null) return null;
    return {
      kind: kind as LayerKind,
      blocks,
      unplacedBlocks: unplacedBlocks ?? [],
      unparsed: (unparsed ?? []).map((text) => ({ text })),
    };
  };
}

/** A string value, or null for no text. */
export function textValue(text: string | null): StringValue | null {
  return text === null ? null : { kind: "string", value: text, style: "quoted" };
}
