import type { Compiled } from "../lower/compiled.js";
import type { Asked } from "./asked.js";
import { ALWAYS, DecisionDiagram } from "./decision-diagram.js";
import { dependencyCone } from "./dependency-cone.js";
import type { EvaluationState } from "./evaluation-state.js";
import { budgetStop, PAUSE } from "./evaluation-stop.js";
import { runSoftComponent } from "./soft-component.js";

/**
 * The exact probability of every row of the soft predicates that are asked for (STRATA-EVAL-12): rows carry the worlds
 * in which they hold, as decision diagrams over the soft facts.
 */
export function* marginals(
  state: EvaluationState,
  { soft, softAsked, softCone }: Asked,
): Generator<void, ReadonlyMap<number, Float64Array>> {
  const result = new Map<number, Float64Array>();
  if (soft === null || softAsked.length === 0) return result;
  limitSoftFacts(state, softAsked);
  const diagram = new DecisionDiagram(state.meter);
  const probabilities: number[] = [];
  for (const predicate of softCone) annotateCertain(state, predicate);
  for (const fact of state.softFacts) {
    if (!softCone.has(fact.predicate)) continue;
    const event = probabilities.push(fact.prob) - 1;
    // STRATA-EVAL-12: every soft fact is an event of its own, a repeated one too; its row holds when any happens.
    while (!addEvent(state, fact.predicate, fact.tuple, diagram, event)) yield;
  }
  for (const predicate of softCone) state.relations[predicate]!.settle();
  for (const component of state.compiled.components) {
    if (component.predicates.some((predicate) => softCone.has(predicate))) {
      yield* runSoftComponent(state, component, diagram, softCone);
    }
  }
  const byNode = diagram.probabilities(probabilities);
  for (const predicate of softAsked) {
    const { annotations, count } = state.relations[predicate]!;
    result.set(
      predicate,
      Float64Array.from({ length: count }, (_, row) => byNode[annotations![row]!]!),
    );
  }
  return result;
}

function annotateCertain(state: EvaluationState, predicate: number): void {
  const relation = state.writable(predicate);
  relation.annotate();
  relation.annotations!.fill(ALWAYS, 0, relation.count);
}

function addEvent(
  state: EvaluationState,
  predicate: number,
  tuple: Int32Array,
  diagram: DecisionDiagram,
  event: number,
): boolean {
  const relation = state.relations[predicate]!;
  try {
    const happens = diagram.event(event);
    const known = relation.find(tuple);
    const worlds = known < 0 ? happens : diagram.or(relation.annotations![known]!, happens);
    const row = known < 0 ? relation.insert(tuple) : known;
    relation.annotations![row] = worlds;
    return true;
  } catch (reason) {
    if (reason !== PAUSE) throw reason;
    return false;
  }
}

/** A bool answer sums over the worlds of the soft facts it depends on: their number is bounded. */
function limitSoftFacts(state: EvaluationState, softAsked: readonly number[]): void {
  const limit = state.meter.budget.softFacts;
  for (const predicate of softAsked) {
    if (state.compiled.checked.predicates[predicate]!.annotation.kind !== "bool") continue;
    const used = softFactsBelow(state.compiled, state, predicate);
    if (used > limit) throw budgetStop("soft_facts", limit, used);
  }
}

function softFactsBelow(compiled: Compiled, state: EvaluationState, predicate: number): number {
  const cone = dependencyCone(compiled, [predicate]);
  return state.softFacts.reduce((count, fact) => (cone.has(fact.predicate) ? count + 1 : count), 0);
}
