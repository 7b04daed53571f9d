import type { RequestedForm } from "../contract/frame.js";
import type { StlOperation } from "../contract/operation.js";
import { AskedOutput } from "./asked/asked-output.js";
import { COMMON_CHECKS, OPERATION_CHECKS } from "./check-table.js";

/** Texts of one request, by operation; a run asks for the same few again and again. */
let kept: { request: string; form: RequestedForm; language: string; texts: Map<string, string> } | undefined;

/**
 * States the checks that will run on the output of a step, from the table they run from (POS-FRM-07): one line, at most
 * about 60 tokens. `deliverable` is false for a step that only feeds others: constraints of the request are not its.
 */
export function successTestFor(
  operation: StlOperation,
  request: string,
  form: RequestedForm,
  language: string,
  deliverable = true,
): string {
  if (kept === undefined || kept.request !== request || kept.form !== form || kept.language !== language) {
    kept = { request, form, language, texts: new Map() };
  }
  const key = deliverable ? operation : `${operation} step`;
  let text = kept.texts.get(key);
  if (text === undefined) {
    text = stateChecks(new AskedOutput({ operation, request, form, language, deliverable }));
    kept.texts.set(key, text);
  }
  return text;
}

function stateChecks(asked: AskedOutput): string {
  const parts: string[] = [];
  // POS-FRM-07: what is stated and what runs come from one table.
  for (const check of [...OPERATION_CHECKS[asked.operation], ...COMMON_CHECKS]) {
    const text = check.states(asked);
    if (text !== null) parts.push(text);
  }
  const line = parts.join("; ");
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}
