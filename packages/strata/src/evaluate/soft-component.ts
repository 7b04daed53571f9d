import type { LoweredComponent } from "../lower/compiled.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import { AnnotateSink, type AnnotationAlgebra } from "./annotate-sink.js";
import { ALWAYS, type DecisionDiagram, NEVER } from "./decision-diagram.js";
import type { EvaluationState } from "./evaluation-state.js";
import type { Join } from "./join.js";
import { ruleFailure } from "./rule-failure.js";
import { runExits, runRounds } from "./run-component.js";
import { runSoftAggregate } from "./soft-aggregate.js";

/** Annotations are the worlds in which a row holds: derivations intersect, rows unite (STRATA-EVAL-12). */
export class WorldAlgebra implements AnnotationAlgebra {
  readonly #state: EvaluationState;
  readonly #diagram: DecisionDiagram;
  readonly #soft: ReadonlySet<number>;

  constructor(state: EvaluationState, diagram: DecisionDiagram, soft: ReadonlySet<number>) {
    this.#state = state;
    this.#diagram = diagram;
    this.#soft = soft;
  }

  /** The worlds in which the body holds; null when there are none. */
  derive(join: Join, rule: LoweredRule): number | null {
    const { relations, compiled } = this.#state;
    let worlds = ALWAYS;
    for (let level = 0; level < join.steps.length && worlds !== NEVER; level += 1) {
      const step = join.steps[level]!;
      if (!("predicate" in step) || !this.#soft.has(step.predicate)) continue;
      const row = join.rows[level]!;
      if (row < 0) continue;
      const holds = relations[step.predicate]!.annotations![row]!;
      worlds = this.#diagram.and(worlds, step.kind === "absent" ? this.#diagram.not(holds) : holds);
    }
    if (worlds === NEVER) return null;
    if (join.failure !== null) throw ruleFailure(compiled, rule, join.failure);
    return worlds;
  }

  combine(old: number, added: number): number {
    return this.#diagram.or(old, added);
  }
}

export function* runSoftComponent(
  state: EvaluationState,
  component: LoweredComponent,
  diagram: DecisionDiagram,
  soft: ReadonlySet<number>,
): Generator<void, void> {
  const algebra = new WorldAlgebra(state, diagram, soft);
  const sink = new AnnotateSink(state, algebra, null);
  state.join.softNegation = (predicate) => soft.has(predicate);
  for (const rule of component.aggregates) yield* runSoftAggregate(state, rule, diagram, algebra, sink);
  yield* runExits(state, component, sink);
  const started = sink.open(component.predicates);
  if (component.recursive.length > 0) yield* runRounds(state, component.recursive, sink, started, 2);
  for (const predicate of component.predicates) state.relations[predicate]!.settle();
  state.join.softNegation = null;
}
