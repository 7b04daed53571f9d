import type { Field, NumberValue, ObjectValue } from "../syntax/value.js";
import type { Content, Envelope, Layer, Metrics, ParentRef, Provenance, SttpNode, UnplacedLayer } from "./node.js";
import { keyOf } from "./project.js";
import { type KeySchema, layerSchemas, type ObjectSchema } from "./schema.js";
import { integerOf, linksOf, numberOf, parentOf, stringArrayOf, timestampOf, wordOf } from "./typed-value.js";

/** The text of a number as it was written. */
export type Lexeme = (value: NumberValue) => string;

/** For numbers that were not read from text: their exact decimal. */
export const decimalLexeme: Lexeme = (value) => value.decimal;

/** Layer trees of one node, before anything is typed. */
export interface LayerTrees {
  readonly provenance?: Layer;
  readonly envelope?: Layer;
  readonly content?: Layer;
  readonly metrics?: Layer;
  readonly delta?: Layer;
}

/** STTP-A-01: puts the typed members beside the trees; a member that is not well-typed is absent, never guessed. */
export function typedNode(trees: LayerTrees, unplacedLayers: readonly UnplacedLayer[], lexeme: Lexeme): SttpNode {
  return {
    provenance: trees.provenance ? (typedLayer(trees.provenance, layerSchemas.provenance, lexeme) as Provenance) : null,
    envelope: trees.envelope ? (typedLayer(trees.envelope, layerSchemas.envelope, lexeme) as Envelope) : null,
    content: trees.content ? contentLayer(trees.content) : null,
    metrics: trees.metrics ? (typedLayer(trees.metrics, layerSchemas.metrics, lexeme) as Metrics) : null,
    extensions: trees.delta ? { delta: trees.delta } : {},
    unplacedLayers,
  };
}

function contentLayer(layer: Layer): Content {
  return { ...layer, kind: "content", fields: layer.blocks[0]?.object.fields ?? [] };
}

function typedLayer(layer: Layer, schema: ObjectSchema, lexeme: Lexeme): Layer {
  const object = layer.blocks[0]?.object;
  const members = object ? typedMembers(object, schema, lexeme) : { extensions: [] };
  return { ...layer, ...members };
}

/** The typed members of one object, with the fields that the schema does not know or cannot take. */
export function typedMembers(object: ObjectValue, schema: ObjectSchema, lexeme: Lexeme): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const extensions: Field[] = [];
  const seen = new Set<string>();
  for (const field of object.fields) {
    const key = keyOf(schema, field.name);
    if (key === undefined) {
      extensions.push(field);
      continue;
    }
    if (seen.has(key.name)) continue;
    seen.add(key.name);
    const typed = typedValue(key, field, lexeme);
    if (typed !== null) members[key.name] = typed;
    else if (isSetAside(key, field)) extensions.push(field);
  }
  members.extensions = extensions;
  return members;
}

/** A recognised optional key of the wrong shape is kept with the unknown ones. */
export function isSetAside(key: KeySchema, field: Field): boolean {
  if (key.type !== "string-array" && key.type !== "links") return false;
  return field.value.kind !== "raw" && !(key.type === "links" && field.value.kind === "null");
}

type TypedValue = string | number | ParentRef | object | null;

/** The typed form of a known key's value, or null where the value is not of its type. */
export function typedValue(key: KeySchema, field: Field, lexeme: Lexeme): TypedValue {
  const value = field.value;
  switch (key.type) {
    case "enum":
      return value.kind === "string" ? wordOf(value.value, key.words!) : null;
    case "string":
      return value.kind === "string" ? value.value : null;
    case "timestamp":
      return timestampOf(value);
    case "integer":
      return integerOf(value)?.value ?? null;
    case "number":
      return numberOf(value)?.value ?? null;
    case "parent":
      return parentOf(value, lexeme);
    case "object":
      return value.kind === "object" ? typedMembers(value, key.object!, lexeme) : null;
    case "string-array":
      return stringArrayOf(value);
    case "links":
      return linksOf(value);
  }
}
