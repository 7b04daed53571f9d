import type { StlOperation } from "../contract/operation.js";

/** Most facts one frame shows, by operation (POS-FRM-03). */
export const FACT_LIMITS: Readonly<Record<StlOperation, number>> = {
  PLAN: 10,
  RETRIEVE: 12,
  VERIFY: 16,
  CLARIFY: 4,
  COMPARE: 12,
  ANALYSE: 12,
  TRANSFORM: 6,
  SYNTHESISE: 16,
  REVISE: 8,
  GENERATE: 8,
};

/**
 * Most earlier outputs that enter a frame side by side, as many as the deepest plan has operations (POS-FRM-04). Of more
 * the relevant ones are chosen as facts are.
 */
export const DERIVED_LIMIT = 24;
