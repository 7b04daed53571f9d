import type { Atom } from "./term.js";

/** A tropical weight: a safe integer, or `"inf"`. There is no minus infinity (STRATA-ENC-05). */
export type Weight = number | "inf";

/** A stated row: certain, weighted (trop only) or soft (`prob` within 0..1). */
export interface Fact {
  readonly atom: Atom;
  readonly weight?: Weight;
  readonly prob?: number;
}
