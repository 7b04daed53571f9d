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

/**
 * The attractor vector of one operation, each dimension in [0, 1] rounded to 4 decimals and psi the sum of the four
 * rounded values (POS-REC-02). Nothing in it is judged: it follows from the counts and the verdict alone.
 */
export function measureAvec(measures: OperationMeasures, verdict: Verdict | null): Avec {
  const { redone, attempted, failed, human, decided } = measures;
  // POS-REC-02
  const stability = round(1 / (1 + redone));
  const friction = round(Math.min(1, failed / Math.max(1, attempted)));
  const logic = round(verdict?.checked === true ? verdict.score : 0.5);
  const autonomy = round(1 - Math.min(1, human / Math.max(1, decided)));
  return { stability, friction, logic, autonomy, psi: round(stability + friction + logic + autonomy) };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
