import { misuse } from "../source/misuse.js";
import type { AvecDimensions } from "./psi.js";

function mood(stability: number, friction: number, logic: number, autonomy: number): AvecDimensions {
  return Object.freeze({ stability, friction, logic, autonomy });
}

/** STTP-M-04: the baseline that prefers nothing. */
export const neutralBaseline: AvecDimensions = mood(0.5, 0.5, 0.5, 0.5);

/** STTP-M-04: named targets to blend towards. */
export const moodPresets = Object.freeze({
  focused: mood(0.95, 0.1, 0.95, 0.9),
  creative: mood(0.8, 0.15, 0.7, 0.95),
  analytical: mood(0.9, 0.2, 0.98, 0.85),
  exploratory: mood(0.75, 0.3, 0.65, 0.9),
  collaborative: mood(0.85, 0.1, 0.8, 0.7),
  defensive: mood(0.9, 0.4, 0.9, 0.6),
  passive: mood(0.98, 0.05, 0.6, 0.4),
});

/**
 * STTP-M-04: (1−μ)·baseline + μ·target in each dimension. Throws TypeError if μ is no number and RangeError if it lies
 * outside 0…1 or is NaN.
 */
export function interpolate(baseline: AvecDimensions, target: AvecDimensions, mu: number): AvecDimensions {
  if (typeof mu !== "number") throw misuse("STTP_ARGUMENT_TYPE", "mu must be a number");
  // STTP-M-04: NaN fails as well.
  if (!(mu >= 0 && mu <= 1)) throw misuse("STTP_OPTION_RANGE", "mu must be from 0 to 1");
  const blend = (from: number, to: number): number => (1 - mu) * from + mu * to;
  return {
    stability: blend(baseline.stability, target.stability),
    friction: blend(baseline.friction, target.friction),
    logic: blend(baseline.logic, target.logic),
    autonomy: blend(baseline.autonomy, target.autonomy),
  };
}
