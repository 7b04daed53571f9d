import { BOUND_OPERATIONS } from "../bound-operations.js";
import { citesFailedCall } from "../cites-failed-call.js";
import { type OutputCheck, passed, SERIOUS } from "../output-check.js";

const PASSED = passed("No call that failed is named as a source.");

/**
 * What need not rest on sources may still not name one that does not exist: a call that failed. Operations that say what is
 * are held to it by `grounding`.
 */
export const citedCallsCheck: OutputCheck = {
  id: "cited-calls",
  weight: SERIOUS,
  states: ({ operation }) => (BOUND_OPERATIONS.has(operation) ? null : "no failed call as source"),
  // POS-VER-01: a citation claims a source, whatever the operation.
  examine(evidence) {
    if (BOUND_OPERATIONS.has(evidence.asked.operation) || evidence.failedCalls.length === 0) return null;
    return citesFailedCall(evidence) ?? PASSED;
  },
};
