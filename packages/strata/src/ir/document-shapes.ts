import { ANNOTATION_SHAPE, ATOM_SHAPE, LITERAL_SHAPE, QUERY_KIND_SHAPE, TERM_SHAPE } from "./program-shapes.js";
import { absent, listShape, type Shape, structShape, taggedShape, wordsShape } from "./shape.js";

const STRING: Shape = { type: "string" };
const BOOLEAN: Shape = { type: "boolean" };
const NUMBER: Shape = { type: "number" };
const WEIGHT: Shape = { type: "weight" };
const OPAQUE: Shape = { type: "opaque" };
const COUNT: Shape = { type: "integer", min: 0, max: Number.MAX_SAFE_INTEGER };
const string = () => STRING;
const count = () => COUNT;
const boolean = () => BOOLEAN;
const atom = () => ATOM_SHAPE;
const optionalString = absent(string);
const list = (of: () => Shape) => {
  const shape = listShape(of);
  return absent(() => shape, { fallback: "empty" });
};

const SPAN = structShape("TextSpan", { start: count, end: count });
const PATCH_OP = taggedShape("PatchOp", {
  add: () => PATCH_VALUE,
  remove: () => PATCH_PATH,
  replace: () => PATCH_VALUE,
});
const PATCH_PATH = structShape("PatchPath", { path: string });
const PATCH_VALUE = structShape("PatchValue", { path: string, value: () => OPAQUE });
const PATCH_OPS = listShape(() => PATCH_OP);
const JSON_PATCH = structShape("JsonPatch", { ops: () => PATCH_OPS });
const TEXT_EDIT = structShape("TextEdit", { span: () => SPAN, replacement: string });
const FIX = taggedShape("Fix", { json_patch: () => JSON_PATCH, text_edit: () => TEXT_EDIT });
const DETAIL = structShape("DiagnosticDetail", {
  budget: optionalString,
  limit: absent(() => NUMBER),
  used: absent(() => NUMBER),
  feature: optionalString,
  row: absent(count),
  column: absent(count),
  reason: optionalString,
  token: optionalString,
  cycle: list(atom),
});

/** What went wrong, as data. */
export const DIAGNOSTIC_SHAPE: Shape = structShape("Diagnostic", {
  code: count,
  severity: () => SEVERITY,
  message: string,
  path: string,
  span: absent(() => SPAN),
  hint: optionalString,
  fixes: list(() => FIX),
  detail: absent(() => DETAIL),
});
const SEVERITY = wordsShape(["error", "warning", "note"]);
const DIAGNOSTICS = list(() => DIAGNOSTIC_SHAPE);

/** A list of diagnostics as a document of its own. */
export const DIAGNOSTICS_SHAPE = structShape("Diagnostics", { irVersion: string, diagnostics: DIAGNOSTICS });
const REFUSED = structShape("Refused", { diagnostics: DIAGNOSTICS });

const TERMS = listShape(() => TERM_SHAPE);
const ROW = structShape("Row", { args: () => TERMS, weight: absent(() => WEIGHT), prob: absent(() => NUMBER) });
const OFFSET = absent(count, { fallback: 0 });
const PAGE = structShape("Page", {
  pred: string,
  annotation: () => ANNOTATION_SHAPE,
  total: count,
  offset: OFFSET,
  rows: list(() => ROW),
});
const ANSWER = structShape("Answer", {
  item: count,
  kind: () => QUERY_KIND_SHAPE,
  total: count,
  offset: OFFSET,
  rows: list(() => ROW),
});
const STRATUM = structShape("PredicateStratum", { pred: string, stratum: count });
const EVALUATED = structShape("Evaluated", {
  complete: boolean,
  dropped: OFFSET,
  numStrata: count,
  strata: list(() => STRATUM),
  relations: list(() => PAGE),
  answers: list(() => ANSWER),
  diagnostics: DIAGNOSTICS,
});

/** The result of an evaluation (STRATA-RES-01). */
export const RESULT_SHAPE = structShape("Result", { irVersion: string, outcome: () => RESULT_OUTCOME });
const RESULT_OUTCOME = taggedShape("ResultOutcome", { evaluated: () => EVALUATED, refused: () => REFUSED });

const INDEXED_SOURCE = structShape("IndexedSource", { index: count });
const INPUT_SOURCE = structShape("InputSource", { item: count, row: count });
const SOURCE = taggedShape("Source", {
  item: () => INDEXED_SOURCE,
  host: () => INDEXED_SOURCE,
  input: () => INPUT_SOURCE,
});
const SOURCES = listShape(() => SOURCE);
const PREMISE = taggedShape("Premise", { proof: () => PROOF_SHAPE, absent: atom, builtin: () => LITERAL_SHAPE });
const PREMISES = listShape(() => PREMISE);
const SAMPLE_ROW = structShape("SampleRow", { body: () => LITERALS });
const LITERALS = listShape(() => LITERAL_SHAPE);
const SAMPLE = listShape(() => SAMPLE_ROW);
const FACT_ONLY = structShape("FactOnly", { fact: atom });

/** Why a row holds (STRATA-EXP-01). */
const PROOF_SHAPE: Shape = taggedShape("Proof", {
  given: () => GIVEN,
  derived: () => DERIVED,
  aggregated: () => AGGREGATED,
  repeated: () => FACT_ONLY,
  elided: () => FACT_ONLY,
});
const GIVEN = structShape("Given", { fact: atom, sources: () => SOURCES });
const DERIVED = structShape("Derived", {
  fact: atom,
  weight: absent(() => WEIGHT),
  rule: count,
  premises: () => PREMISES,
});
const AGG_OP = wordsShape(["min", "max", "sum", "count"]);
const AGGREGATED = structShape("Aggregated", {
  fact: atom,
  rule: count,
  op: () => AGG_OP,
  inputs: count,
  sample: () => SAMPLE,
});

const BINDING = structShape("Binding", { var: string, value: () => TERM_SHAPE });
const ATOMS = list(atom);
const FAILURE = structShape("Failure", {
  rule: count,
  satisfied: count,
  total: count,
  literal: () => LITERAL_SHAPE,
  index: count,
  bindings: list(() => BINDING),
  reason: () => REASON,
  closest: ATOMS,
});
const REASON = wordsShape(["no_match", "present", "comparison_false", "different_value"]);

/** Why no row matches (STRATA-EXP-03). */
const WHY_NOT_SHAPE: Shape = taggedShape("WhyNot", {
  holds: () => FACT_ONLY,
  no_rule: () => NO_RULE,
  failed: () => FAILED,
});
const NO_RULE = structShape("NoRule", { pred: string, closest: ATOMS });
const FAILED = structShape("Failed", { nearest: () => FAILURE, others: list(() => FAILURE) });

/** An explanation as a document of its own. */
export const EXPLANATION_SHAPE = structShape("Explanation", { irVersion: string, outcome: () => EXPLANATION_OUTCOME });
const EXPLANATION_OUTCOME = taggedShape("ExplanationOutcome", {
  proof: () => PROOF_SHAPE,
  why_not: () => WHY_NOT_SHAPE,
  refused: () => REFUSED,
});
