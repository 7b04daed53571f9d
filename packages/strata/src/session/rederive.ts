import type { EvaluationState } from "../evaluate/evaluation-state.js";
import type { Join } from "../evaluate/join.js";
import type { Relation } from "../evaluate/relation.js";
import { stepJoin } from "../evaluate/run-join.js";
import { derivationWeight } from "../evaluate/weight-sum.js";
import { bindHead } from "../explain/bind-head.js";

/**
 * Looks for derivations of a row that was taken out, from what is left. Null when there is none; else the row's
 * annotation: the least weight, or 0 for bool rows.
 */
export function* rederive(
  state: EvaluationState,
  predicate: number,
  before: Relation,
  row: number,
): Generator<void, number | null> {
  let best: number | null = null;
  const weighted = before.annotations !== null;
  for (const rule of state.compiled.rulesOf[predicate]!) {
    const frame = bindHead(rule, state.values, before.data, row * before.arity);
    if (frame === null) continue;
    const { join } = state;
    join.start(rule, state.plans.proofPlanFor(rule).steps, frame, {
      accept(found: Join): boolean {
        if (found.failure !== null) return false;
        const weight = weighted ? derivationWeight(found, state.relations) : 0;
        if (!Number.isNaN(weight) && (best === null || weight < best)) best = weight;
        return !weighted;
      },
    });
    while (!stepJoin(join)) yield;
    if (best !== null && !weighted) return best;
  }
  return best;
}
