import type { LoweredComponent } from "../lower/compiled.js";
import { type Asked, refuseUnsupported, unsupported, whatIsAsked } from "./asked.js";
import { runBoolComponent } from "./bool-component.js";
import type { EvaluationState } from "./evaluation-state.js";
import { marginals } from "./marginals.js";
import { runTropComponent } from "./trop-component.js";

/** What running a program gives beside the rows in its state. */
export interface RunOutcome {
  readonly asked: Asked;
  readonly probabilities: ReadonlyMap<number, Float64Array>;
}

/** Evaluates a program whose facts are in (STRATA-EVAL-02): component by component, the soft ones last. */
export function* runProgram(state: EvaluationState, select: readonly number[] | null): Generator<void, RunOutcome> {
  const { compiled } = state;
  const asked = whatIsAsked(
    compiled,
    select,
    state.softFacts.map((fact) => fact.predicate),
  );
  refuseUnsupported(compiled, asked);
  for (const component of compiled.components) {
    if (isCertain(component, asked)) yield* runComponent(state, component);
  }
  const probabilities = yield* marginals(state, asked);
  return { asked, probabilities };
}

/** Runs one component whose rows are certain. */
export function* runComponent(state: EvaluationState, component: LoweredComponent): Generator<void, void> {
  if (component.ruleCount === 0) return;
  const kind = state.compiled.checked.predicates[component.predicates[0]!]!.annotation.kind;
  if (kind === "trop") yield* runTropComponent(state, component);
  else if (kind === "bool") yield* runBoolComponent(state, component);
  else throw unsupported(kind, "");
}

function isCertain({ predicates, ruleCount }: LoweredComponent, { cone, soft }: Asked): boolean {
  if (ruleCount === 0) return false;
  return predicates.some((predicate) => cone?.has(predicate) !== false && soft?.has(predicate) !== true);
}
