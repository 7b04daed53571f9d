import type { LoweredComponent } from "../lower/compiled.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import { AnnotateSink, type AnnotationAlgebra } from "./annotate-sink.js";
import type { EvaluationState } from "./evaluation-state.js";
import { stop } from "./evaluation-stop.js";
import type { Join } from "./join.js";
import { NegativeCycleWatch } from "./negative-cycle.js";
import { ruleFailure } from "./rule-failure.js";
import { runExits, runRounds } from "./run-component.js";
import { derivationWeight } from "./weight-sum.js";

/** (min,+): a row keeps its least weight, a derivation weighs the sum of its trop premises (STRATA-EVAL-04). */
export class TropAlgebra implements AnnotationAlgebra {
  readonly #state: EvaluationState;
  readonly #watch: NegativeCycleWatch | null;

  constructor(state: EvaluationState, watch: NegativeCycleWatch | null) {
    this.#state = state;
    this.#watch = watch;
  }

  derive(join: Join, rule: LoweredRule): number {
    const { compiled, relations } = this.#state;
    if (join.failure !== null) throw ruleFailure(compiled, rule, join.failure);
    const weight = derivationWeight(join, relations);
    if (Number.isNaN(weight)) {
      // Weights run away along a negative cycle: that is then the reason.
      this.#watch?.search();
      // STRATA-EVAL-04: only the result is range-checked, and leaving the range ends the run.
      throw stop(2007, `/items/${rule.item}`, "a sum of weights is not a safe integer", {
        hint: "keep sums of weights within -(2^53-1)..2^53-1",
      });
    }
    return weight;
  }

  combine(old: number, added: number): number {
    return Math.min(old, added);
  }
}

export function* runTropComponent(state: EvaluationState, component: LoweredComponent): Generator<void, void> {
  const { predicates, recursive, reads } = component;
  const watch =
    recursive.length > 0 && [...predicates, ...reads].some((read) => hasNegative(state, read))
      ? new NegativeCycleWatch(state, predicates)
      : null;
  for (const predicate of predicates) state.writable(predicate).annotate();
  const sink = new AnnotateSink(state, new TropAlgebra(state, watch), watch);
  yield* runExits(state, component, sink);
  const started = sink.open(predicates);
  if (recursive.length > 0) {
    yield* runRounds(state, recursive, sink, started, 2, (round) => watch?.check(round));
  }
  for (const predicate of predicates) state.relations[predicate]!.settle();
}

function hasNegative(state: EvaluationState, predicate: number): boolean {
  const { annotations, count } = state.relations[predicate]!;
  if (annotations === null) return false;
  for (let row = 0; row < count; row += 1) if (annotations[row]! < 0) return true;
  return false;
}
