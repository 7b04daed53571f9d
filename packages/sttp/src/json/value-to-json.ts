import type { Block, Layer, ParentRef } from "../layer/node.js";
import { shortestDecimal } from "../syntax/read-number.js";
import type { Field, NumberValue, ObjectValue, Value } from "../syntax/value.js";
import type { JsonBlock, JsonField, JsonLayer, JsonNumber, JsonObject, JsonParentRef, JsonValue } from "./json-node.js";

/** Whether what stands beside the fields of an object is written with it or gathered elsewhere. */
export type Looseness = "inline" | "gathered";

export function numberToJson({ value, decimal }: NumberValue): JsonNumber {
  // STTP-P-20: a JSON number only where no digit is lost.
  return shortestDecimal(value) === decimal ? value : decimal;
}

function valueToJson(value: Value, loose: Looseness): JsonValue {
  switch (value.kind) {
    case "string":
      return { kind: "string", data: value.value };
    case "number":
      return { kind: "number", data: numberToJson(value) };
    case "boolean":
      return { kind: "boolean", data: value.value };
    case "null":
      return { kind: "null" };
    case "array":
      return { kind: "array", data: value.items.map((item) => valueToJson(item, loose)) };
    case "object":
      return { kind: "object", data: objectToJson(value, loose) };
    case "raw":
      return { kind: "raw", data: value.text };
  }
}

function objectToJson(object: ObjectValue, loose: Looseness): JsonObject {
  const fields = object.fields.map((field) => fieldToJson(field, loose));
  if (loose === "gathered") return { fields };
  const { duplicates, unparsed } = object;
  return {
    fields,
    ...(duplicates.length > 0 && { duplicates: duplicates.map((field) => fieldToJson(field, loose)) }),
    ...(unparsed.length > 0 && { unparsed: unparsed.map((fragment) => fragment.text) }),
  };
}

export function fieldToJson(field: Field, loose: Looseness): JsonField {
  return { name: field.name, ...confidenceToJson(field), value: valueToJson(field.value, loose) };
}

export function confidenceToJson(field: Field): { confidence?: number; confidence_text?: string } {
  return {
    ...(field.confidence !== undefined && { confidence: field.confidence }),
    ...(field.confidenceText !== undefined && { confidence_text: field.confidenceText }),
  };
}

export function blockToJson(block: Block): JsonBlock {
  return {
    ...(block.ordinal !== null && { ordinal: block.ordinal }),
    wrapped: block.wrapped,
    ...(block.preamble && { preamble: block.preamble.value }),
    object: objectToJson(block.object, "inline"),
  };
}

export function layerToJson(layer: Layer): JsonLayer {
  const { unplacedBlocks, unparsed } = layer;
  return {
    kind: layer.kind,
    blocks: layer.blocks.map(blockToJson),
    ...(unplacedBlocks.length > 0 && { unplaced_blocks: unplacedBlocks.map(blockToJson) }),
    ...(unparsed.length > 0 && { unparsed: unparsed.map((fragment) => fragment.text) }),
  };
}

export function parentToJson(parent: ParentRef): JsonParentRef {
  switch (parent.kind) {
    case "none":
      return { kind: "none" };
    case "plain":
      return { kind: "plain", data: { id: parent.id, text: parent.text } };
    case "ref": {
      const { id, ordinal, text } = parent;
      return { kind: "ref", data: ordinal === undefined ? { id, text } : { id, ordinal, text } };
    }
  }
}
