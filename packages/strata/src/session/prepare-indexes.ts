import type { EvaluationState } from "../evaluate/evaluation-state.js";

/**
 * Makes the indexes that later commits will join with, so that the first of them does not pay for a whole relation to
 * add one row (STRATA-PERF-05). Forks keep them up to date.
 */
export function prepareIndexes(state: EvaluationState): void {
  for (const { exits, recursive } of state.compiled.components) {
    for (const rule of [...exits, ...recursive]) {
      rule.literals.forEach((literal, at) => {
        if (literal.kind !== "pos") return;
        for (const step of state.plans.planFor(rule, at).steps) {
          if (step.kind !== "probe") continue;
          state.relations[step.predicate]!.index(step.columns);
          state.meter.check();
        }
      });
    }
  }
}
