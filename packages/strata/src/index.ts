export type { Profile } from "./check/check-context.js";
export { checkHostFact } from "./check/check-host-facts.js";
export { type CheckOptions, checkProgram, resolveProgram } from "./check/check-program.js";
export type {
  CheckedPredicate,
  CheckedProgram,
  CheckedRule,
  Component,
  DeclaredPredicate,
} from "./check/checked-program.js";
export { API_MISUSE } from "./diagnostic/api-misuse.js";
export { applyJsonFixes, applyTextFixes, type Repaired } from "./diagnostic/apply-fixes.js";
export { applyPatch } from "./diagnostic/apply-patch.js";
export { type Budget, DEFAULT_BUDGET, POLICY_BUDGET } from "./diagnostic/budget.js";
export { type CodeEntry, DIAGNOSTIC_CODES, type DiagnosticCode, printCode } from "./diagnostic/codes.js";
export type { Diagnostic, DiagnosticDetail, Fix, PatchOp, Severity, TextSpan } from "./diagnostic/diagnostic.js";
export { STRATA_ERRORS } from "./diagnostic/errors.js";
export type { Outcome } from "./diagnostic/outcome.js";
export { type RenderOptions, renderDiagnostics } from "./diagnostic/render-diagnostics.js";
export {
  type ComparisonForm,
  type ComparisonMode,
  type ComparisonStatus,
  comparisonForm,
} from "./evaluate/comparison-form.js";
export { type EvaluateOptions, type EvaluationBudget, evaluate, evaluateAsync } from "./evaluate/evaluate.js";
export type { Evaluation, ResultRequest } from "./evaluate/evaluation.js";
export type { TermDepthPolicy } from "./evaluate/head-builder.js";
export type { FactGroup, HostFacts } from "./evaluate/host-facts.js";
export type { InputResolver, InputRowsGiven } from "./evaluate/read-inputs.js";
export type { Answer, Page, PageRequest, Result, Row } from "./evaluate/result.js";
export { resultToJson } from "./evaluate/result-json.js";
export type { Source } from "./evaluate/source.js";
export { explainText } from "./explain/explain-text.js";
export { type Explanation, explanationToJson, isProof } from "./explain/explanation-json.js";
export type { Binding, Failure, FailureReason, Premise, Proof, SampleRow, WhyNot } from "./explain/proof.js";
export { type WhyOptions, why } from "./explain/why.js";
export { whyNot } from "./explain/why-not.js";
export { compactSchema } from "./ir/compact-schema.js";
export type {
  Annotation,
  AnnotationKind,
  ArgType,
  Completeness,
  Determinism,
  DomainDecl,
  Effects,
  NeuralSpec,
  PredDecl,
  Signature,
  Termination,
} from "./ir/declaration.js";
export type { Fact, Weight } from "./ir/fact.js";
export { type FactsDocument, loadFacts, loadProgram, parseFacts, parseProgram } from "./ir/json/load-program.js";
export {
  atomToJson,
  diagnosticsToJson,
  diagnosticToJson,
  factsToJson,
  factToJson,
  literalToJson,
  type PrintOptions,
  printProgram,
  programToJson,
  termToJson,
} from "./ir/json/print-program.js";
export type { LoadOptions } from "./ir/json/read-document.js";
export { type DocumentName, documentCodec, jsonSchema } from "./ir/json-schema.js";
export type {
  ArithExpr,
  ArithOp,
  BuiltinLiteral,
  CompareLiteral,
  CompareOp,
  Expr,
  IsIntLiteral,
  Literal,
  NegLiteral,
  PosLiteral,
  Rule,
  StartsWithLiteral,
} from "./ir/literal.js";
export type {
  InputDecl,
  Item,
  ItemContent,
  ItemKind,
  ItemNotes,
  Pragma,
  Program,
  Query,
  QueryKind,
  Span,
  Trivia,
} from "./ir/program.js";
export type { AggOp, AggTerm, Atom, CompoundTerm, ConstTerm, IntTerm, Term, VarTerm } from "./ir/term.js";
export { IR_VERSION } from "./ir/version.js";
export type { SchemaOptions } from "./ir/zod-schemas.js";
export { type CompileOptions, compile } from "./lower/compile.js";
export type { Compiled } from "./lower/compiled.js";
export { type CommitOptions, createSession, type Session, type SessionOptions } from "./session/session.js";
export { AUTHORING_GUIDE } from "./text/authoring-guide.js";
export { isJsonText, locateInText } from "./text/locate-in-text.js";
export { parseText } from "./text/parse-text.js";
export {
  POLICY_DECISIONS,
  POLICY_VOCABULARY_TEXT,
  policyReserved,
  policyVocabulary,
} from "./text/policy-vocabulary.js";
export { printAtom, printLiteral, printTerm } from "./text/print-term.js";
export { printFact, printItem, printText } from "./text/print-text.js";
