import { finite } from "./finite.js";
import { type AvecDimensions, psiOf } from "./psi.js";

const UNCONTROLLED_ABOVE = 0.3;

/** STTP-M-03: psi of `to` minus psi of `from`. A node's own drift is user minus model: `drift(model_avec, user_avec)`. */
export function drift(from: AvecDimensions, to: AvecDimensions): number {
  // STTP-M-03: from what was to what is.
  return psiOf(to) - psiOf(from);
}

/** STTP-M-03: a drift of more than 0.3 either way is uncontrolled. Throws TypeError for what is no number. */
export function classifyDrift(value: number): "intentional" | "uncontrolled" {
  return Math.abs(finite("drift", value)) > UNCONTROLLED_ABOVE ? "uncontrolled" : "intentional";
}
