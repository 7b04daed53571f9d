import type { Outcome } from "../diagnostic/outcome.js";
import { RESULT_SHAPE } from "../ir/document-shapes.js";
import { encode } from "../ir/json/encode.js";
import { IR_VERSION } from "../ir/version.js";
import type { Evaluation, ResultRequest } from "./evaluation.js";

/** The result document of an outcome as strict JSON (STRATA-RES-01): evaluated, or refused with the diagnostics. */
export function resultToJson(outcome: Outcome<Evaluation>, request: ResultRequest = {}): unknown {
  if (outcome.ok) return outcome.value.toJson(request);
  const { diagnostics } = outcome;
  return encode(RESULT_SHAPE, { irVersion: IR_VERSION, outcome: { kind: "refused", data: { diagnostics } } });
}
