import type { Avec } from "../contract/state.js";
import type { Verdict } from "../contract/verdict.js";

/** What is counted of one operation: the r, a, f, h, d of POS-REC-02. */
export interface OperationMeasures {
  readonly redone: number;
  readonly attempted: number;
  readonly failed: number;
  readonly human: number;
  readonly decided: number;
}

/** The four dimensions of an attractor vector, each in [0, 1]. */
export type AvecDimensionValues = Omit<Avec, "psi">;

/**
 * The dimensions of one operation, unrounded. Nothing in them is judged: they follow from the counts and the verdict
 * alone, so that anybody can compute them again from the record (POS-REC-03).
 */
export function operationDimensions(measures: OperationMeasures, verdict: Verdict | null): AvecDimensionValues {
  const { redone, attempted, failed, human, decided } = measures;
  // POS-REC-02: how often it was redone, how much failed, how well it was verified, how far it went without people.
  return {
    stability: 1 / (1 + redone),
    friction: Math.min(1, failed / Math.max(1, attempted)),
    logic: verdict?.checked === true ? verdict.score : 0.5,
    autonomy: 1 - Math.min(1, human / Math.max(1, decided)),
  };
}

/** Dimensions rounded to 4 decimals, and psi, the sum of the four rounded values. */
export function roundedAvec(dimensions: AvecDimensionValues): Avec {
  const stability = round(dimensions.stability);
  const friction = round(dimensions.friction);
  const logic = round(dimensions.logic);
  const autonomy = round(dimensions.autonomy);
  return { stability, friction, logic, autonomy, psi: round(stability + friction + logic + autonomy) };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
