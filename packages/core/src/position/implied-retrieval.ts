import type { DraftStep } from "./draft-steps.js";

/**
 * A comparison, analysis or verification that feeds a product needs its facts first, when none are supplied: the
 * retrieval nobody stated.
 */
// POS-CLS-11: retrieval is implied only before COMPARE, ANALYSE or VERIFY that feeds a GENERATE without material or facts
export function impliedRetrieval(steps: readonly DraftStep[], hasMaterial: boolean): DraftStep[] {
  if (hasMaterial || steps.some((step) => step.operation === "RETRIEVE")) return [...steps];
  const generates = steps.findLastIndex((step) => step.operation === "GENERATE");
  const fed = steps.findIndex((step, index) => index < generates && step.implied && FED.has(step.operation));
  if (fed < 0) return [...steps];
  const step = steps[fed] as DraftStep;
  const retrieval: DraftStep = {
    operation: "RETRIEVE",
    clause: step.clause,
    further: step.further,
    implied: true,
    loose: true,
    acts: step.acts,
  };
  return [...steps.slice(0, fed), retrieval, ...steps.slice(fed)];
}

const FED = new Set(["COMPARE", "ANALYSE", "VERIFY"]);
