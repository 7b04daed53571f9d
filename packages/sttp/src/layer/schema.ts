import type { LayerKind } from "../source/glyph.js";
import { responseFormats, tiers, triggers } from "../syntax/vocabulary.js";

/** What a key of the schema layers holds. */
export type KeyType =
  | "enum"
  | "string"
  | "timestamp"
  | "integer"
  | "number"
  | "parent"
  | "object"
  | "string-array"
  | "links";

/** One key of an object of the schema layers. */
export interface KeySchema {
  readonly name: string;
  readonly type: KeyType;
  readonly required: boolean;
  /** The set of an `enum` key. */
  readonly words?: readonly string[];
  /** Advisory limits, both included. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The least number of fraction digits in the canonical form. */
  readonly fractionDigits?: number;
  /** The schema of an `object` key. */
  readonly object?: ObjectSchema;
}

/** What an object of the schema layers may hold (frozen). */
export interface ObjectSchema {
  /** In the order in which they are checked. */
  readonly keys: readonly KeySchema[];
  /** The names in the order of the canonical form. */
  readonly printOrder: readonly string[];
  /** The same order as indices into `keys`. */
  readonly printIndices: readonly number[];
  /** Other spellings, mapped to the key they mean; ASCII case variants of a key come on top. */
  readonly aliases: Readonly<Record<string, string>>;
}

function objectSchema(
  keys: readonly KeySchema[],
  aliases: Readonly<Record<string, string>> = {},
  printOrder: readonly string[] = keys.map((key) => key.name),
): ObjectSchema {
  return Object.freeze({
    keys: Object.freeze(keys.map((key) => Object.freeze(key))),
    printOrder: Object.freeze(printOrder),
    printIndices: Object.freeze(printOrder.map((name) => keys.findIndex((key) => key.name === name))),
    aliases: Object.freeze(aliases),
  });
}

function ratio(name: string): KeySchema {
  return { name, type: "number", required: true, minimum: 0, maximum: 1, fractionDigits: 2 };
}

const dimensions = ["stability", "friction", "logic", "autonomy"].map(ratio);
const psi: KeySchema = { name: "psi", type: "number", required: true, fractionDigits: 2 };
const avec = objectSchema([...dimensions, psi]);

const attractor = objectSchema(dimensions);

const prime = objectSchema(
  [
    { name: "attractor_config", type: "object", required: true, object: attractor },
    { name: "context_summary", type: "string", required: true },
    { name: "retrieval_budget", type: "integer", required: true, minimum: 0 },
    { name: "relevant_tier", type: "enum", required: true, words: tiers },
    { name: "semantic_tags", type: "string-array", required: false },
  ],
  { contextSummary: "context_summary" },
  ["attractor_config", "context_summary", "relevant_tier", "retrieval_budget", "semantic_tags"],
);

const provenance = objectSchema(
  [
    { name: "trigger", type: "enum", required: true, words: triggers },
    { name: "response_format", type: "enum", required: true, words: responseFormats },
    { name: "origin_session", type: "string", required: true },
    { name: "compression_depth", type: "integer", required: true, minimum: 0 },
    { name: "parent_node", type: "parent", required: true },
    { name: "prime", type: "object", required: true, object: prime },
    { name: "semantic_links", type: "links", required: false },
  ],
  { parent_node_id: "parent_node", parentNodeId: "parent_node", compressionDepth: "compression_depth" },
  // STTP-C-02: the links stand before prime.
  ["trigger", "response_format", "origin_session", "compression_depth", "parent_node", "semantic_links", "prime"],
);

const envelope = objectSchema(
  [
    { name: "timestamp", type: "timestamp", required: true },
    { name: "tier", type: "enum", required: true, words: tiers },
    { name: "session_id", type: "string", required: true },
    { name: "schema_version", type: "string", required: false },
    { name: "user_avec", type: "object", required: true, object: avec },
    { name: "model_avec", type: "object", required: true, object: avec },
  ],
  {
    ts: "timestamp",
    timestamp_utc: "timestamp",
    sessionId: "session_id",
    userAvec: "user_avec",
    modelAvec: "model_avec",
  },
);

const metrics = objectSchema(
  [ratio("rho"), ratio("kappa"), psi, { name: "compression_avec", type: "object", required: true, object: avec }],
  { compressionAvec: "compression_avec" },
);

/** The layers with a schema. */
export type SchemaLayerKind = Exclude<LayerKind, "content" | "delta">;

/** STTP-P-10: the keys of the layers; the content layer has free fields instead of keys. */
export const layerSchemas: Readonly<Record<SchemaLayerKind, ObjectSchema>> = Object.freeze({
  provenance,
  envelope,
  metrics,
});

/** The shape of every AVEC. */
export const avecSchema: ObjectSchema = avec;

/** The shape of `prime` and of the attractor in it. */
export const primeSchema: ObjectSchema = prime;
export const attractorSchema: ObjectSchema = attractor;
