/** The JSON form of STTP nodes: snake_case, payloads as `{"kind", "data"}`, absent for what is not there. */
export const IR_VERSION = "1.0.0";

/** A JSON number where the shortest decimal is the exact one, else the exact decimal as a string. */
export type JsonNumber = number | string;

export type JsonValue =
  | { readonly kind: "string"; readonly data: string }
  | { readonly kind: "number"; readonly data: JsonNumber }
  | { readonly kind: "boolean"; readonly data: boolean }
  | { readonly kind: "null" }
  | { readonly kind: "array"; readonly data: readonly JsonValue[] }
  | { readonly kind: "object"; readonly data: JsonObject }
  | { readonly kind: "raw"; readonly data: string };

export interface JsonField {
  readonly name: string;
  readonly confidence?: number;
  readonly confidence_text?: string;
  readonly value: JsonValue;
}

export interface JsonObject {
  readonly fields: readonly JsonField[];
  readonly duplicates?: readonly JsonField[];
  readonly unparsed?: readonly string[];
}

export type JsonParentRef =
  | { readonly kind: "none" }
  | { readonly kind: "ref"; readonly data: { readonly id: string; readonly ordinal?: number; readonly text: string } }
  | { readonly kind: "plain"; readonly data: { readonly id: string; readonly text: string } };

/** An object of the schema layers: typed members under their keys. */
export interface JsonTypedObject {
  readonly [key: string]: unknown;
  readonly extensions?: readonly JsonField[];
}

export interface JsonContent {
  readonly ordinal?: number;
  readonly fields: readonly JsonField[];
}

export interface JsonBlock {
  readonly ordinal?: number;
  readonly wrapped: boolean;
  readonly preamble?: string;
  readonly object: JsonObject;
}

export interface JsonLayer {
  readonly kind: string;
  readonly blocks: readonly JsonBlock[];
  readonly unplaced_blocks?: readonly JsonBlock[];
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

export interface JsonNode {
  readonly ir_version: string;
  readonly provenance?: JsonTypedObject;
  readonly envelope?: JsonTypedObject;
  readonly content?: JsonContent;
  readonly metrics?: JsonTypedObject;
  readonly recovered?: JsonRecovered;
}
