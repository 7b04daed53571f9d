import type { LoweredComponent } from "../lower/compiled.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Plan } from "../lower/plan.js";
import type { ComponentSink } from "./component-sink.js";
import type { EvaluationState } from "./evaluation-state.js";
import { runJoin, stepJoin } from "./run-join.js";

/** A rule read with one literal over the last round's changes. */
interface Reader {
  readonly rule: LoweredRule;
  readonly plan: Plan;
  readonly deltaLevel: number;
}

/** Runs the rules that read nothing of the component, once. */
export function* runExits(
  state: EvaluationState,
  component: LoweredComponent,
  sink: ComponentSink,
): Generator<void, void> {
  for (const rule of component.exits) {
    const plan = state.plans.planFor(rule, -1);
    sink.begin(rule, plan, -1);
    yield* runJoin(state, rule, plan, sink);
  }
}

/**
 * Semi-naive rounds (STRATA-EVAL-02): each round joins every rule once per literal over a changed predicate, that
 * literal over the changes. `changed` are the predicates whose changes the first round starts from; `afterRound` may
 * end the evaluation.
 */
export function* runRounds(
  state: EvaluationState,
  rules: readonly LoweredRule[],
  sink: ComponentSink,
  changed: readonly number[],
  firstRound: number,
  afterRound?: (round: number) => void,
): Generator<void, number> {
  const readers = readersOf(state, rules);
  const { join, meter } = state;
  let round = firstRound;
  let delta = changed;
  while (delta.length > 0) {
    meter.round();
    for (const predicate of delta) {
      for (const { rule, plan, deltaLevel } of readers.get(predicate) ?? NO_READERS) {
        sink.begin(rule, plan, deltaLevel);
        join.start(rule, plan.steps, state.frameFor(rule), sink);
        while (!stepJoin(join)) yield;
      }
    }
    delta = sink.endRound(round);
    if (delta.length > 0) afterRound?.(round);
    round += 1;
  }
  return round;
}

const NO_READERS: readonly Reader[] = [];

function readersOf(state: EvaluationState, rules: readonly LoweredRule[]): Map<number, Reader[]> {
  const readers = new Map<number, Reader[]>();
  for (const rule of rules) {
    rule.literals.forEach((literal, at) => {
      if (literal.kind !== "pos") return;
      const plan = state.plans.planFor(rule, at);
      const deltaLevel = plan.steps.findIndex((step) => step.kind === "scan" && step.range === "delta");
      const list = readers.get(literal.predicate);
      if (list === undefined) readers.set(literal.predicate, [{ rule, plan, deltaLevel }]);
      else list.push({ rule, plan, deltaLevel });
    });
  }
  return readers;
}
