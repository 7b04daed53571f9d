import type { DiagnosticData } from "../diagnostic/diagnostic.js";
import type { DiagnosticCode } from "../diagnostic/table.js";
import type { Path, Span } from "../source/span.js";
import type { Field, Value } from "../syntax/value.js";

export const CONTENT_DEPTH_LIMIT = 5;

const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });

/** Takes one finding of a check. */
export type Report = (code: DiagnosticCode, span: Span, path: Path, data?: DiagnosticData) => void;

/** Whether a confidence is a number from 0 to 1, both ends included. */
export function isConfidence(confidence: number): boolean {
  // STTP-S4-02: NaN fails both comparisons.
  return confidence >= 0 && confidence <= 1;
}

/** Judges confidences and depth of one field of a content block and of everything in it. */
export function checkContentField(field: Field, objectDepth: number, path: Path, report: Report): void {
  const fieldPath = [...path, field.name];
  const nameSpan = field.nameSpan ?? NOWHERE;
  if (field.confidenceText !== undefined || (field.confidence !== undefined && !isConfidence(field.confidence))) {
    const span = field.confidenceSpan ?? nameSpan;
    report("STTP_CONTENT_SCHEMA_INVALID_CONFIDENCE", span, fieldPath, { name: field.name });
  } else if (field.confidence === undefined) {
    // STTP-S4-01: a missing confidence is reported, never given a default.
    report("STTP_CONTENT_SCHEMA_MISSING_CONFIDENCE", nameSpan, fieldPath, { name: field.name });
  }
  checkContentValue(field.value, objectDepth, fieldPath, report);
}

function checkContentValue(value: Value, objectDepth: number, path: Path, report: Report): void {
  if (value.kind === "array") {
    for (const [index, item] of value.items.entries()) checkContentValue(item, objectDepth, [...path, index], report);
    return;
  }
  if (value.kind !== "object") return;
  const depth = objectDepth + 1;
  // STTP-S5-01: reported where the limit is first passed, not again for what lies deeper.
  if (depth === CONTENT_DEPTH_LIMIT + 1) {
    const start = value.span?.start ?? 0;
    report("STTP_DEPTH_EXCEEDED", value.span ? { start, end: start + 1 } : NOWHERE, path);
  }
  for (const field of value.fields) checkContentField(field, depth, path, report);
  for (const field of value.duplicates) checkContentField(field, depth, path, report);
}
