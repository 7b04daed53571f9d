import type { DiagnosticData } from "../diagnostic/diagnostic.js";
import type { DiagnosticCode } from "../diagnostic/table.js";
import type { Path, Span } from "../source/span.js";
import type { Field, Value } from "../syntax/value.js";

export const CONTENT_DEPTH_LIMIT = 5;

const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });

/** Takes one finding of a check. The path is only lent: it changes when the check goes on. */
export type Report = (code: DiagnosticCode, span: Span, path: Path, data?: DiagnosticData) => void;

/** Whether a confidence is a number from 0 to 1, both ends included. */
export function isConfidence(confidence: number): boolean {
  // STTP-S4-02: NaN fails both comparisons.
  return confidence >= 0 && confidence <= 1;
}

/** Judges confidences and depth of one field of a content block and of everything in it. */
export function checkContentField(field: Field, objectDepth: number, path: Path, report: Report): void {
  checkField(field, objectDepth, [...path], report);
}

function checkField(field: Field, objectDepth: number, trail: (string | number)[], report: Report): void {
  trail.push(field.name);
  const nameSpan = field.nameSpan ?? NOWHERE;
  if (field.confidenceText !== undefined || (field.confidence !== undefined && !isConfidence(field.confidence))) {
    const span = field.confidenceSpan ?? nameSpan;
    report("STTP_CONTENT_SCHEMA_INVALID_CONFIDENCE", span, trail, { name: field.name });
  } else if (field.confidence === undefined) {
    // STTP-S4-01: a missing confidence is reported, never given a default.
    report("STTP_CONTENT_SCHEMA_MISSING_CONFIDENCE", nameSpan, trail, { name: field.name });
  }
  checkValue(field.value, objectDepth, trail, report);
  trail.pop();
}

function checkValue(value: Value, objectDepth: number, trail: (string | number)[], report: Report): void {
  if (value.kind === "array") {
    for (let index = 0; index < value.items.length; index++) {
      trail.push(index);
      checkValue(value.items[index]!, objectDepth, trail, report);
      trail.pop();
    }
    return;
  }
  if (value.kind !== "object") return;
  const depth = objectDepth + 1;
  // STTP-S5-01: reported where the limit is first passed, not again for what lies deeper.
  if (depth === CONTENT_DEPTH_LIMIT + 1) {
    const start = value.span?.start ?? 0;
    report("STTP_DEPTH_EXCEEDED", value.span ? { start, end: start + 1 } : NOWHERE, trail);
  }
  for (const field of value.fields) checkField(field, depth, trail, report);
  for (const field of value.duplicates) checkField(field, depth, trail, report);
}
