import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Plan } from "../lower/plan.js";
import type { EvaluationState } from "./evaluation-state.js";
import { PAUSE } from "./evaluation-stop.js";
import type { JoinSink } from "./join.js";

/** Joins one rule to the end, yielding whenever the event loop should get its turn. */
export function* runJoin(state: EvaluationState, rule: LoweredRule, plan: Plan, sink: JoinSink): Generator<void, void> {
  const { join } = state;
  join.start(rule, plan.steps, state.frameFor(rule), sink);
  while (!stepJoin(join)) yield;
}

/** Runs a join on; false when it was interrupted. */
export function stepJoin(join: { run(): boolean }): boolean {
  try {
    return join.run();
  } catch (reason) {
    if (reason !== PAUSE) throw reason;
    return false;
  }
}
