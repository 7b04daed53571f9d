import type { StlOperation } from "../contract/operation.js";

/** Operations that say what is, from what they were given. */
export const BOUND_OPERATIONS: ReadonlySet<StlOperation> = new Set([
  "RETRIEVE",
  "COMPARE",
  "ANALYSE",
  "SYNTHESISE",
  "VERIFY",
]);
