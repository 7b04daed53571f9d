/** The JSON form of STTP nodes: snake_case, payloads as `{"kind", "data"}`, absent for what is not there. */
export const IR_VERSION = "1.0.0";

/** A JSON number where the shortest decimal is the exact one, else the exact decimal as a string. */
export type JsonNumber = number | string;

/**
 * A value of the tree. `raw` is text in a value's place that is no value of the grammar. `fromJson` refuses what nests
 * deeper than any text that is read.
 */
export type JsonValue =
  | { readonly kind: "string"; readonly data: string }
  | { readonly kind: "number"; readonly data: JsonNumber }
  | { readonly kind: "boolean"; readonly data: boolean }
  | { readonly kind: "null" }
  | { readonly kind: "array"; readonly data: readonly JsonValue[] }
  | { readonly kind: "object"; readonly data: JsonObject }
  | { readonly kind: "raw"; readonly data: string };

/** A named value of content, of an object value, or of `extensions`. */
export interface JsonField {
  readonly name: string;
  /** The number in the signature as it was written, also outside 0…1; absent where there was none. */
  readonly confidence?: number;
  /** What stood in the parentheses where it was no number. */
  readonly confidence_text?: string;
  readonly value: JsonValue;
}

/**
 * An object value. What stands beside its fields is written here only inside `recovered`; elsewhere it is gathered
 * there.
 */
export interface JsonObject {
  readonly fields: readonly JsonField[];
  /** Later occurrences of a name that `fields` already holds. */
  readonly duplicates?: readonly JsonField[];
  /** Text between the fields that could not be read. */
  readonly unparsed?: readonly string[];
}

/** STTP-A-03: how a node names its parent. `text` is the reference as read, and must agree with `id` and `ordinal`. */
export type JsonParentRef =
  | { readonly kind: "none" }
  | { readonly kind: "ref"; readonly data: { readonly id: string; readonly ordinal?: number; readonly text: string } }
  | { readonly kind: "plain"; readonly data: { readonly id: string; readonly text: string } };

/** An object of the schema layers: typed members under their keys. */
export interface JsonTypedObject {
  readonly [key: string]: unknown;
  readonly extensions?: readonly JsonField[];
}

/**
 * The content layer: the fields of its first block. `ordinal` is an integer from 0 to 999 999 999, absent where the
 * block's marker had none.
 */
export interface JsonContent {
  readonly ordinal?: number;
  readonly fields: readonly JsonField[];
}

/** A block that the typed members have no place for, or of a layer that they have none for. */
export interface JsonBlock {
  /** An integer from 0 to 999 999 999, absent where the marker had none. */
  readonly ordinal?: number;
  /** False where the braces were missing. */
  readonly wrapped: boolean;
  /** The un-keyed string before the first member. */
  readonly preamble?: string;
  readonly object: JsonObject;
}

/** A whole layer that is none of the node's four: the delta layer, or one without a place. */
export interface JsonLayer {
  /** `provenance`, `envelope`, `content`, `metrics` or `delta`. */
  readonly kind: string;
  readonly blocks: readonly JsonBlock[];
  /** Blocks that stood inside another, and members behind the closed block. */
  readonly unplaced_blocks?: readonly JsonBlock[];
  /** Text beside the blocks that could not be read. */
  readonly unparsed?: readonly string[];
}

/** Something that the typed members have no place for; the path names the object or layer that holds it. */
export interface JsonLoose<T> {
  readonly path: readonly (string | number)[];
  readonly data: T;
}

/** What the canonical node leaves out, kept so that nothing is lost. */
export interface JsonRecovered {
  readonly preambles?: readonly JsonLoose<string>[];
  readonly duplicates?: readonly JsonLoose<JsonField>[];
  /** Unreadable text inside objects, and beside the blocks of a layer. */
  readonly fragments?: readonly JsonLoose<string>[];
  readonly layer_fragments?: readonly JsonLoose<string>[];
  /** Known keys whose value is not of their type. */
  readonly mistyped?: readonly JsonLoose<JsonField>[];
  /** Confidences on keys that carry none. */
  readonly confidences?: readonly JsonLoose<{ readonly confidence?: number; readonly confidence_text?: string }>[];
  readonly blocks?: readonly JsonLoose<JsonBlock>[];
  readonly unplaced_blocks?: readonly JsonLoose<JsonBlock>[];
  readonly delta?: JsonLayer;
  readonly unplaced_layers?: readonly { readonly reason: "duplicate" | "hollow"; readonly layer: JsonLayer }[];
}

/** STTP-P-20: the JSON document of a node; layers that are missing are absent. */
export interface JsonNode {
  /** `1.0.0` as written; `fromJson` reads any `1.x.y`. */
  readonly ir_version: string;
  readonly provenance?: JsonTypedObject;
  readonly envelope?: JsonTypedObject;
  readonly content?: JsonContent;
  readonly metrics?: JsonTypedObject;
  readonly recovered?: JsonRecovered;
}
