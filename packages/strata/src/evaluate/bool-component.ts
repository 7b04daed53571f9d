import type { LoweredComponent } from "../lower/compiled.js";
import { runAggregate } from "./aggregate.js";
import type { EvaluationState } from "./evaluation-state.js";
import { InsertSink } from "./insert-sink.js";
import { runExits, runRounds } from "./run-component.js";

export function* runBoolComponent(state: EvaluationState, component: LoweredComponent): Generator<void, void> {
  // STRATA-EVAL-08: aggregates run once, before the ordinary rules.
  for (const rule of component.aggregates) yield* runAggregate(state, rule);
  const sink = new InsertSink(state);
  yield* runExits(state, component, sink);
  if (component.recursive.length > 0) {
    yield* runRounds(state, component.recursive, sink, sink.open(component.predicates), 1);
  }
  for (const predicate of component.predicates) {
    const relation = state.relations[predicate]!;
    if (relation.count > relation.visible || relation.oldEnd < relation.count) relation.settle();
  }
}
