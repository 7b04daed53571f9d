import type { Layer, SttpNode, UnplacedLayer } from "../layer/node.js";
import { parseParentRef } from "../layer/parent-ref.js";
import { type KeySchema, layerSchemas, type ObjectSchema, type SchemaLayerKind } from "../layer/schema.js";
import { timestampOf } from "../layer/typed-value.js";
import { decimalLexeme, typedNode } from "../layer/typed-view.js";
import type { LayerKind } from "../source/glyph.js";
import type { Path } from "../source/span.js";
import type { BuildingBlock } from "../syntax/frame.js";
import { shortestDecimal } from "../syntax/read-number.js";
import type { Field, Value } from "../syntax/value.js";
import { applyRecovered } from "./apply-recovered.js";
import type { BuildingLayer, SpanlessObject } from "./building-layer.js";
import { type JsonError, JsonReader } from "./json-reader.js";
import { TreeReader, textValue } from "./tree-from-json.js";

/** STTP-P-07: the node of a JSON document, or why there is none. */
export interface FromJsonResult {
  /** Null where there is any error. */
  readonly node: SttpNode | null;
  /** Every misfit that was found, in the order of reading; empty exactly where there is a node. */
  readonly errors: readonly JsonError[];
}

/** STTP-P-07: the node of a JSON document as `toJson` gives it. Never throws; what does not fit is named by its path. */
export function fromJson(value: unknown): FromJsonResult {
  const json = new JsonReader();
  const node = new NodeReader(json).read(value);
  return { node: json.errors.length === 0 ? node : null, errors: json.errors };
}

class NodeReader {
  readonly #json: JsonReader;
  readonly #tree: TreeReader;

  constructor(json: JsonReader) {
    this.#json = json;
    this.#tree = new TreeReader(json);
  }

  read(value: unknown): SttpNode | null {
    const json = this.#json;
    const known = ["ir_version", "provenance", "envelope", "content", "metrics", "recovered"];
    const members = json.members(value, [], known);
    if (members === null) return null;
    const version = json.required(members, "ir_version", [], json.string);
    if (version !== null && !/^1\.\d{1,9}\.\d{1,9}$/.test(version)) json.fail(["ir_version"], "version");
    const layers: { [K in LayerKind]?: BuildingLayer } = {};
    for (const kind of ["provenance", "envelope", "metrics"] as const) {
      const layer = json.optional(members, kind, [], (data, path) => this.#schemaLayer(kind, data, path));
      if (layer) layers[kind] = layer;
    }
    const content = json.optional(members, "content", [], (data, path) => this.#content(data, path));
    if (content) layers.content = content;
    const unplaced: UnplacedLayer[] = [];
    const delta = json.optional(members, "recovered", [], (data, path) =>
      applyRecovered(data, path, this.#tree, layers, unplaced),
    );
    const trees: { [K in LayerKind]?: Layer } = { ...layers, ...(delta && { delta }) };
    return typedNode(trees, unplaced, decimalLexeme);
  }

  #schemaLayer(kind: SchemaLayerKind, value: unknown, path: Path): BuildingLayer | null {
    const schema = layerSchemas[kind];
    const object = this.#typedObject(schema, value, path, ["ordinal"]);
    if (object === null) return null;
    const { ordinal } = value as { ordinal?: unknown };
    return layerOf(kind, ordinal === undefined ? null : this.#json.ordinal(ordinal, [...path, "ordinal"]), object);
  }

  #content(value: unknown, path: Path): BuildingLayer | null {
    const json = this.#json;
    const members = json.members(value, path, ["ordinal", "fields"]);
    if (members === null) return null;
    const ordinal = json.optional(members, "ordinal", path, json.ordinal);
    const fields = json.required(members, "fields", path, (list, at) =>
      json.array(list, at, (item, place) => this.#tree.field(item, place)),
    );
    return layerOf("content", ordinal, objectOf(fields ?? []));
  }

  #typedObject(schema: ObjectSchema, value: unknown, path: Path, more: readonly string[]): SpanlessObject | null {
    const json = this.#json;
    const members = json.members(value, path, [...schema.printOrder, ...more, "extensions"]);
    if (members === null) return null;
    const fields: Field[] = [];
    for (const name of schema.printOrder) {
      const key = schema.keys.find((candidate) => candidate.name === name)!;
      const read = json.optional(members, name, path, (data, at) => this.#member(key, data, at));
      if (read !== null) fields.push({ name, quoted: false, value: read });
    }
    const extensions = json.optional(members, "extensions", path, (list, at) =>
      json.array(list, at, (item, place) => this.#tree.field(item, place)),
    );
    return objectOf([...fields, ...(extensions ?? [])]);
  }

  #member(key: KeySchema, value: unknown, path: Path): Value | null {
    const json = this.#json;
    switch (key.type) {
      case "enum": {
        const word = json.string(value, path);
        if (word === null) return null;
        return { kind: "string", value: word, style: key.words!.includes(word) ? "bare" : "quoted" };
      }
      case "string":
        return textValue(json.string(value, path));
      case "timestamp": {
        const text = textValue(json.string(value, path));
        return text === null || timestampOf(text) !== null ? text : json.fail(path, "value");
      }
      case "integer": {
        const number = this.#tree.number(value, path);
        return number?.decimal.includes(".") ? json.fail(path, "value") : number;
      }
      case "number":
        return this.#tree.number(value, path);
      case "object":
        return this.#typedObject(key.object!, value, path, []);
      case "parent":
        return this.#parent(value, path);
      case "string-array":
        return { kind: "array", items: json.array(value, path, (item, at) => textValue(json.string(item, at))) };
      case "links":
        return { kind: "array", items: json.array(value, path, (item, at) => this.#link(item, at)) };
    }
  }

  #parent(value: unknown, path: Path): Value | null {
    const json = this.#json;
    const members = json.members(value, path, ["kind", "data"]);
    if (members === null) return null;
    const kind = json.required(members, "kind", path, json.string);
    if (kind === "none") {
      return members.has("data") ? json.fail([...path, "data"], "unknown_member") : { kind: "null" };
    }
    if (kind !== "ref" && kind !== "plain") return kind === null ? null : json.fail([...path, "kind"], "value");
    return json.required(members, "data", path, (data, at) => {
      const known = kind === "ref" ? ["id", "ordinal", "text"] : ["id", "text"];
      const facts = json.members(data, at, known);
      if (facts === null) return null;
      const id = json.required(facts, "id", at, json.string);
      const text = json.required(facts, "text", at, json.string);
      const ordinal = json.optional(facts, "ordinal", at, json.ordinal);
      if (id === null || text === null) return null;
      const parsed = parseParentRef(text);
      // The text is what is printed; facts that contradict it would make two nodes of one.
      const agrees =
        parsed.kind === kind && parsed.id === id && (parsed.kind !== "ref" || (parsed.ordinal ?? null) === ordinal);
      return agrees ? textValue(text) : json.fail(at, "value");
    });
  }

  #link(value: unknown, path: Path): Value | null {
    const json = this.#json;
    const members = json.members(value, path, ["rel", "target", "confidence"]);
    if (members === null) return null;
    const rel = textValue(json.required(members, "rel", path, json.string));
    const target = textValue(json.required(members, "target", path, json.string));
    const confidence = json.required(members, "confidence", path, json.finite);
    if (rel === null || target === null || confidence === null) return null;
    const number = { kind: "number", value: confidence, decimal: shortestDecimal(confidence) } as const;
    return objectOf([
      { name: "rel", quoted: false, value: rel },
      { name: "target", quoted: false, value: target },
      { name: "confidence", quoted: false, value: number },
    ]);
  }
}

function objectOf(fields: Field[]): SpanlessObject {
  return { kind: "object", fields, duplicates: [], unparsed: [] };
}

function layerOf(kind: LayerKind, ordinal: number | null, object: SpanlessObject): BuildingLayer {
  const block: BuildingBlock = { ordinal, marker: ordinal !== null, wrapped: true, object };
  return { kind, blocks: [block], unplacedBlocks: [], unparsed: [] };
}
