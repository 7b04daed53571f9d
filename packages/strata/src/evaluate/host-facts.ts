import type { Fact } from "../ir/fact.js";
import type { Term } from "../ir/term.js";

/** Rows of one predicate: a string is a symbol, a number an integer. */
export interface FactGroup {
  readonly pred: string;
  readonly rows: readonly (readonly (string | number | Term)[])[];
  /** Of a trop predicate: one weight per row. */
  readonly weights?: readonly (number | "inf")[];
  /** One probability per row. */
  readonly probs?: readonly number[];
}

/** Facts a host states for one evaluation (STRATA-API-01). Sources count them in order, rows of groups one by one. */
export type HostFacts = readonly (Fact | FactGroup)[];
