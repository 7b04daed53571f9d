export { classifyDrift, drift } from "./avec/drift.js";
export { interpolate, moodPresets, neutralBaseline } from "./avec/interpolate.js";
export { type ParseAvecResult, parseAvec } from "./avec/parse-avec.js";
export { type Avec, type AvecDimensions, psiMatches, psiOf } from "./avec/psi.js";
export { avecDistance, confidenceBand, resonance } from "./avec/resonance.js";
export { type SyncKeyOptions, type SyncKeyResult, syncKey } from "./avec/sync-key.js";
export { contentField, contentObject, extensionField, extensionObject, type ValueInput } from "./build/build-value.js";
export { createNode, type NodeFacts } from "./build/create-node.js";
export { describeSchema } from "./build/describe-schema.js";
export {
  adviceOf,
  type Diagnostic,
  type DiagnosticCounts,
  type DiagnosticData,
  messageOf,
} from "./diagnostic/diagnostic.js";
export { type FormatOptions, formatDiagnostic, formatDiagnostics } from "./diagnostic/format.js";
export { formatForModel } from "./diagnostic/format-for-model.js";
export { fromInteropCode } from "./diagnostic/interop.js";
export {
  type DiagnosticCode,
  type DiagnosticRow,
  diagnosticTable,
  type Recovery,
  type Severity,
} from "./diagnostic/table.js";
export { equalNodes } from "./json/equal-nodes.js";
export { type FromJsonResult, fromJson } from "./json/from-json.js";
export type {
  JsonBlock,
  JsonContent,
  JsonField,
  JsonLayer,
  JsonLoose,
  JsonNode,
  JsonNumber,
  JsonObject,
  JsonParentRef,
  JsonRecovered,
  JsonTypedObject,
  JsonValue,
} from "./json/json-node.js";
export type { JsonError, JsonErrorCode } from "./json/json-reader.js";
export { toJson } from "./json/to-json.js";
export type {
  AttractorConfig,
  AvecView,
  Block,
  Content,
  Envelope,
  Layer,
  Metrics,
  ParentRef,
  Prime,
  Provenance,
  ResponseFormat,
  SemanticLink,
  StrictAttractorConfig,
  StrictAvec,
  StrictNode,
  StrictPrime,
  SttpNode,
  Tier,
  Trigger,
  UnplacedLayer,
} from "./layer/node.js";
export { parseParentRef } from "./layer/parent-ref.js";
export { avecSchema, type KeySchema, type KeyType, layerSchemas, type ObjectSchema } from "./layer/schema.js";
export { type Position, SourceMap } from "./layer/source-map.js";
export type { ParseInput } from "./parse/decode-input.js";
export type { ParseOptions } from "./parse/options.js";
export { isStrictValid, parse } from "./parse/parse.js";
export { type NodeSegment, parseDocument, type SttpDocument, type TextSegment } from "./parse/parse-document.js";
export type { ParseResult, RecoveryGrade } from "./parse/result.js";
export { createStreamParser, type StreamEvent, type StreamParser, type StreamState } from "./parse/stream-parser.js";
export { canonicalize, type PrintResult, print } from "./print/print.js";
export type { Omission, OmissionReason, PrintOptions } from "./print/print-node.js";
export type { LayerKind } from "./source/glyph.js";
export { type SttpErrorCode, sttpErrors } from "./source/misuse.js";
export type { Path, Span } from "./source/span.js";
export type {
  ArrayValue,
  BooleanValue,
  Field,
  Fragment,
  NullValue,
  NumberValue,
  ObjectValue,
  RawValue,
  StringValue,
  Value,
} from "./syntax/value.js";
export { responseFormats, tiers, triggers } from "./syntax/vocabulary.js";
export { validate } from "./validate/validate.js";
