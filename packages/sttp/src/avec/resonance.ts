import { finite } from "./finite.js";
import type { AvecDimensions } from "./psi.js";

/** STTP-M-05: the mean of the four absolute differences. */
export function avecDistance(a: AvecDimensions, b: AvecDimensions): number {
  const sum =
    Math.abs(a.stability - b.stability) +
    Math.abs(a.friction - b.friction) +
    Math.abs(a.logic - b.logic) +
    Math.abs(a.autonomy - b.autonomy);
  return sum / 4;
}

/** STTP-M-05: 1 for equal states, falling with the distance, never outside 0…1. */
export function resonance(a: AvecDimensions, b: AvecDimensions): number {
  // STTP-M-05: never outside 0 to 1.
  return Math.min(1, Math.max(0, 1 - avecDistance(a, b)));
}

/** STTP-M-05: low below 0.5, high from 0.85 on. Throws TypeError and RangeError for what is no finite number. */
export function confidenceBand(confidence: number): "low" | "medium" | "high" {
  const value = finite("confidence", confidence);
  if (value < 0.5) return "low";
  return value < 0.85 ? "medium" : "high";
}
