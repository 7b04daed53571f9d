import { assertNode } from "../layer/assert-node.js";
import type { Layer, SttpNode } from "../layer/node.js";
import { project } from "../layer/project.js";
import { type KeySchema, layerSchemas, type ObjectSchema } from "../layer/schema.js";
import { integerOf, linksOf, numberOf, parentOf, stringArrayOf, timestampOf, wordOf } from "../layer/typed-value.js";
import { isSetAside } from "../layer/typed-view.js";
import type { Path } from "../source/span.js";
import type { Field, ObjectValue, Value } from "../syntax/value.js";
import {
  IR_VERSION,
  type JsonBlock,
  type JsonField,
  type JsonLoose,
  type JsonNode,
  type JsonRecovered,
  type JsonTypedObject,
} from "./json-node.js";
import {
  blockToJson,
  confidenceToJson,
  fieldToJson,
  layerToJson,
  numberToJson,
  parentToJson,
} from "./value-to-json.js";

type Gathered<T> = JsonLoose<T>[];

/**
 * STTP-P-07: the JSON document of a node. Everything but spans and spelling is in it, what was recovered beside the
 * node under `recovered`. Throws TypeError for what is no node.
 */
export function toJson(node: SttpNode): JsonNode {
  assertNode(node);
  return new JsonWriter(node).write();
}

class JsonWriter {
  readonly #node: SttpNode;
  readonly #preambles: Gathered<string> = [];
  readonly #duplicates: Gathered<JsonField> = [];
  readonly #fragments: Gathered<string> = [];
  readonly #layerFragments: Gathered<string> = [];
  readonly #mistyped: Gathered<JsonField> = [];
  readonly #confidences: Gathered<{ confidence?: number; confidence_text?: string }> = [];
  readonly #blocks: Gathered<JsonBlock> = [];
  readonly #unplacedBlocks: Gathered<JsonBlock> = [];

  constructor(node: SttpNode) {
    this.#node = node;
  }

  write(): JsonNode {
    const { provenance, envelope, content, metrics } = this.#node;
    const layers = {
      ...(provenance && { provenance: this.#schemaLayer(provenance, layerSchemas.provenance) }),
      ...(envelope && { envelope: this.#schemaLayer(envelope, layerSchemas.envelope) }),
      ...(content && { content: this.#content(content) }),
      ...(metrics && { metrics: this.#schemaLayer(metrics, layerSchemas.metrics) }),
    };
    const recovered = this.#recovered();
    return { ir_version: IR_VERSION, ...layers, ...(Object.keys(recovered).length > 0 && { recovered }) };
  }

  #recovered(): JsonRecovered {
    const { extensions, unplacedLayers } = this.#node;
    const layers = unplacedLayers.map(({ reason, layer }) => ({ reason, layer: layerToJson(layer) }));
    return {
      ...(this.#preambles.length > 0 && { preambles: this.#preambles }),
      ...(this.#duplicates.length > 0 && { duplicates: this.#duplicates }),
      ...(this.#fragments.length > 0 && { fragments: this.#fragments }),
      ...(this.#layerFragments.length > 0 && { layer_fragments: this.#layerFragments }),
      ...(this.#mistyped.length > 0 && { mistyped: this.#mistyped }),
      ...(this.#confidences.length > 0 && { confidences: this.#confidences }),
      ...(this.#blocks.length > 0 && { blocks: this.#blocks }),
      ...(this.#unplacedBlocks.length > 0 && { unplaced_blocks: this.#unplacedBlocks }),
      ...(extensions.delta && { delta: layerToJson(extensions.delta) }),
      ...(layers.length > 0 && { unplaced_layers: layers }),
    };
  }

  #schemaLayer(layer: Layer, schema: ObjectSchema): JsonTypedObject {
    const block = layer.blocks[0];
    this.#gatherRest(layer);
    if (block === undefined) return {};
    const ordinal = block.ordinal === null ? {} : { ordinal: block.ordinal };
    return { ...ordinal, ...this.#typedObject(block.object, schema, [layer.kind]) };
  }

  #content(layer: Layer) {
    const block = layer.blocks[0];
    this.#gatherRest(layer);
    const ordinal = block && block.ordinal !== null ? { ordinal: block.ordinal } : {};
    const object = block?.object;
    if (object) this.#gatherLoose(object, [layer.kind]);
    return { ...ordinal, fields: (object?.fields ?? []).map((field) => fieldToJson(field, "gathered")) };
  }

  #gatherRest(layer: Layer): void {
    const path = [layer.kind];
    const [first, ...others] = layer.blocks;
    if (first?.preamble) this.#preambles.push({ path, data: first.preamble.value });
    for (const block of others) this.#blocks.push({ path, data: blockToJson(block) });
    for (const block of layer.unplacedBlocks) this.#unplacedBlocks.push({ path, data: blockToJson(block) });
    for (const { text } of layer.unparsed) this.#layerFragments.push({ path, data: text });
  }

  #typedObject(object: ObjectValue, schema: ObjectSchema, path: Path): JsonTypedObject {
    const { known, unknown, duplicates } = project(object, schema);
    const members: Record<string, unknown> = {};
    const aside = new Map<Field, string>(unknown.map((field) => [field, field.name]));
    for (const index of schema.printIndices) {
      const field = known[index];
      if (field === undefined) continue;
      const key = schema.keys[index]!;
      const { name } = key;
      const member = this.#member(key, field, [...path, name]);
      if (member !== null) {
        members[name] = member;
        const confidence = confidenceToJson(field);
        if (Object.keys(confidence).length > 0) this.#confidences.push({ path: [...path, name], data: confidence });
      } else if (isSetAside(key, field.value)) aside.set(field, name);
      else if (key.type !== "links" || field.value.kind !== "null") {
        this.#mistyped.push({ path, data: fieldToJson({ ...field, name }, "inline") });
      }
    }
    const extensions: JsonField[] = [];
    for (const field of object.fields) {
      const name = aside.get(field);
      if (name === undefined) continue;
      extensions.push(fieldToJson({ ...field, name }, "gathered"));
      this.#gatherValue(field.value, [...path, name]);
    }
    for (const { field } of duplicates) this.#duplicates.push({ path, data: fieldToJson(field, "inline") });
    this.#gatherOwn(object, path);
    return { ...members, ...(extensions.length > 0 && { extensions }) };
  }

  /** The typed form of a known key, or null where its value is not of its type. */
  #member(key: KeySchema, field: Field, path: Path): unknown {
    const value = field.value;
    switch (key.type) {
      case "object":
        return value.kind === "object" ? this.#typedObject(value, key.object!, path) : null;
      case "number":
      case "integer": {
        const number = key.type === "integer" ? integerOf(value) : numberOf(value);
        return number && numberToJson(number);
      }
      case "parent": {
        const written = this.#node.provenance?.parent_node;
        const lexeme = written?.kind === "plain" ? written.text : null;
        const parent = parentOf(value, (number) => lexeme ?? number.decimal);
        return parent && parentToJson(parent);
      }
      case "enum":
        return value.kind === "string" ? wordOf(value.value, key.words!) : null;
      case "string":
        return value.kind === "string" ? value.value : null;
      case "timestamp":
        return timestampOf(value);
      case "string-array":
        return stringArrayOf(value);
      case "links":
        return linksOf(value);
    }
  }

  #gatherLoose(object: ObjectValue, path: Path): void {
    this.#gatherOwn(object, path);
    for (const field of object.fields) this.#gatherValue(field.value, [...path, field.name]);
  }

  #gatherOwn(object: ObjectValue, path: Path): void {
    for (const field of object.duplicates) this.#duplicates.push({ path, data: fieldToJson(field, "inline") });
    for (const { text } of object.unparsed) this.#fragments.push({ path, data: text });
  }

  #gatherValue(value: Value, path: Path): void {
    if (value.kind === "object") this.#gatherLoose(value, path);
    else if (value.kind === "array") {
      for (const [index, item] of value.items.entries()) this.#gatherValue(item, [...path, index]);
    }
  }
}
