import type { CheckOutcome } from "../contract/verdict.js";
import type { AskedOutput } from "./asked/asked-output.js";
import type { Evidence } from "./evidence.js";

/** What one check found. */
export interface Finding {
  readonly outcome: CheckOutcome;
  /** One sentence; of a failed check it tells the model what to change. */
  readonly detail: string;
  /** Half-open UTF-16 span into the output. */
  readonly span?: readonly [number, number];
}

/** One deterministic check of an output (POS-VER-01). */
export interface OutputCheck {
  readonly id: string;
  /**
   * What the outcome is worth as evidence. A pass of an easy check says little, its failure decides: the two differ.
   * An open check carries the weight of its failure, which is what a judge then decides about.
   */
  readonly weight: { readonly pass: number; readonly fail: number };
  /**
   * The check as a requirement, in a few words, for the success test; null where nothing of the assignment calls for
   * it. Then it does not run either.
   */
  states(asked: AskedOutput): string | null;
  /** Null where the output or its sources leave nothing to check. Never called on an empty output but by `not-empty`. */
  examine(evidence: Evidence): Finding | null;
}

/** Weights: a fault that makes an output useless, one that makes it wrong in part, one that is a blemish. */
export const DECISIVE = { pass: 1, fail: 8 } as const;
export const SERIOUS = { pass: 1, fail: 4 } as const;
export const MINOR = { pass: 1, fail: 1 } as const;

export function passed(detail: string): Finding {
  return { outcome: "pass", detail };
}

export function failed(detail: string, span?: readonly [number, number]): Finding {
  return span === undefined ? { outcome: "fail", detail } : { outcome: "fail", detail, span };
}

export function undecided(detail: string): Finding {
  return { outcome: "unknown", detail };
}
