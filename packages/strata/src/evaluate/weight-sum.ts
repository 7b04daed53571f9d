import type { Join, JoinedRelation } from "./join.js";

/**
 * The weight of the derivation a join stands on: the sum over its positive trop literals, exact whatever the order
 * (STRATA-EVAL-04). NaN when the sum is out of range; Infinity absorbs.
 */
export function derivationWeight(join: Join, relations: readonly JoinedRelation[]): number {
  let sum = 0;
  let exact = true;
  let infinite = false;
  const { steps, rows } = join;
  for (let level = 0; level < steps.length; level += 1) {
    const step = steps[level]!;
    if (step.kind !== "scan" && step.kind !== "probe" && step.kind !== "lookup") continue;
    const annotations = relations[step.predicate]!.annotations;
    if (annotations === null) continue;
    const weight = annotations[rows[level]!]!;
    // STRATA-EVAL-05: a row of weight inf is matched like any other, and absorbs the sum.
    if (weight === Number.POSITIVE_INFINITY) {
      infinite = true;
      continue;
    }
    sum += weight;
    if (!Number.isSafeInteger(sum)) exact = false;
  }
  if (infinite) return Number.POSITIVE_INFINITY;
  return exact ? sum + 0 : exactSum(join, relations);
}

/** Partial sums may leave the safe integers and come back: only the result counts. */
function exactSum(join: Join, relations: readonly JoinedRelation[]): number {
  let sum = 0n;
  join.steps.forEach((step, level) => {
    if (step.kind !== "scan" && step.kind !== "probe" && step.kind !== "lookup") return;
    const annotations = relations[step.predicate]!.annotations;
    if (annotations !== null) sum += BigInt(annotations[join.rows[level]!]!);
  });
  const result = Number(sum);
  return Number.isSafeInteger(result) ? result : Number.NaN;
}
