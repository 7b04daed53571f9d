import { addFact } from "../evaluate/add-fact.js";
import { AnnotateSink } from "../evaluate/annotate-sink.js";
import type { ComponentSink } from "../evaluate/component-sink.js";
import { EvaluationState, programFacts } from "../evaluate/evaluation-state.js";
import { InsertSink } from "../evaluate/insert-sink.js";
import { NegativeCycleWatch } from "../evaluate/negative-cycle.js";
import type { Relation } from "../evaluate/relation.js";
import { runRounds } from "../evaluate/run-component.js";
import { runComponent } from "../evaluate/run-program.js";
import { TropAlgebra } from "../evaluate/trop-component.js";
import type { LoweredComponent } from "../lower/compiled.js";
import { type Change, changeBetween, copyRow, growthOf, isChange, rowOf } from "./change.js";
import type { HostFactSet, SessionFact } from "./host-fact-set.js";
import { type Doubtful, overdelete } from "./overdelete.js";
import { rebuild } from "./rebuild.js";
import { rederive } from "./rederive.js";

/** Facts of a commit, by predicate. */
export type FactsByPredicate = ReadonlyMap<number, readonly SessionFact[]>;

/** One commit under way. */
export interface Update {
  /** Relations as they become; starts from those before. */
  readonly state: EvaluationState;
  readonly before: readonly Relation[];
  /** The host's facts as they are now. */
  readonly facts: HostFactSet;
  readonly asserted: FactsByPredicate;
  readonly retracted: FactsByPredicate;
  /** What has changed so far, by predicate; components are updated in dependency order. */
  readonly changes: Map<number, Change>;
}

/**
 * Brings one component up to date (STRATA-API-03): untouched ones are kept, positive ones continue from what changed,
 * those with negation or aggregates above a change are computed anew.
 */
export function* updateComponent(update: Update, component: LoweredComponent): Generator<void, void> {
  const { changes, asserted, retracted } = update;
  const stated = component.predicates.some((predicate) => asserted.has(predicate) || retracted.has(predicate));
  if (!stated && !component.reads.some((read) => changes.has(read))) return;
  // STRATA-API-03: what stands above a change through negation or an aggregate is computed anew.
  const anew = component.aggregates.length > 0 || [...component.strictReads].some((read) => changes.has(read));
  if (anew) yield* recompute(update, component);
  else yield* continueFrom(update, component);
}

function* recompute({ state, before, facts, changes }: Update, component: LoweredComponent): Generator<void, void> {
  for (const predicate of component.predicates) {
    state.relations[predicate] = programFacts(state.compiled, predicate);
    for (const fact of facts.ofPredicate(predicate)) {
      addFact(state.statable(predicate), fact.tuple, fact.weight, fact.source);
    }
    const relation = state.relations[predicate]!;
    if (!relation.frozen) relation.settle();
  }
  yield* runComponent(state, component);
  for (const predicate of component.predicates) {
    record(changes, predicate, changeBetween(before[predicate]!, state.relations[predicate]!));
  }
}

function* continueFrom(update: Update, component: LoweredComponent): Generator<void, void> {
  const { state, before, changes } = update;
  const doubtful = yield* takeOut(update, component);
  const round = Math.max(...component.predicates.map((predicate) => before[predicate]!.lastRound)) + 1;
  const rebuilt = new Set<number>();
  for (const predicate of component.predicates) {
    const withdrawn = new Set((update.retracted.get(predicate) ?? []).map(({ source }) => source));
    const without = doubtful.get(predicate);
    if (withdrawn.size === 0 && without === undefined) continue;
    state.relations[predicate] = rebuild(before[predicate]!, without ?? NONE, withdrawn);
    rebuilt.add(predicate);
  }
  const changed = stateFacts(update, component, doubtful);
  yield* rederiveAll(update, doubtful, changed, round);
  yield* propagate(update, component, changed, round);
  for (const predicate of component.predicates) {
    const now = state.relations[predicate]!;
    if (now === before[predicate]) continue;
    record(changes, predicate, (rebuilt.has(predicate) ? changeBetween : growthOf)(before[predicate]!, now));
  }
}

const NONE: ReadonlySet<number> = new Set();

function record(changes: Map<number, Change>, predicate: number, change: Change): void {
  if (isChange(change)) changes.set(predicate, change);
}

/** The rows that retracted facts and removed premises put in doubt. */
function* takeOut(update: Update, component: LoweredComponent): Generator<void, Doubtful> {
  const { before, changes, retracted, facts, state } = update;
  const { compiled } = state;
  const isGiven = (predicate: number, row: number): boolean => {
    const relation = before[predicate]!;
    const weight = relation.annotations?.[row] ?? null;
    const tuple = new Int32Array(relation.arity);
    copyRow(relation, row, tuple);
    if (facts.of(predicate, tuple).some((fact) => weight === null || weightOf(fact) === weight)) return true;
    const own = compiled.facts[predicate] ?? null;
    const stated = own === null ? -1 : rowOf(own, tuple);
    return stated >= 0 && (weight === null || own!.annotations![stated] === weight);
  };
  const removed = new Map<number, number[]>();
  for (const read of component.reads) {
    const rows = changes.get(read)?.removed;
    if (rows !== undefined && rows.length > 0) removed.set(read, [...rows]);
  }
  for (const predicate of component.predicates) {
    const rows = (retracted.get(predicate) ?? []).map((fact) => rowOf(before[predicate]!, fact.tuple));
    const inDoubt = rows.filter((row, at) => {
      const fact = retracted.get(predicate)![at]!;
      const weight = before[predicate]!.annotations?.[row] ?? null;
      return (weight === null || weightOf(fact) === weight) && !isGiven(predicate, row);
    });
    if (inDoubt.length > 0) removed.set(predicate, inDoubt);
  }
  if (removed.size === 0) return new Map();
  const past = new EvaluationState(compiled, state.meter, state.onTermDepth, state.values, before);
  return yield* overdelete(past, component, removed, isGiven);
}

function weightOf({ weight }: SessionFact): number | null {
  return weight === "inf" ? Number.POSITIVE_INFINITY : weight;
}

/** States the asserted facts, and again what other facts say of rows that were taken out. The rows this changed. */
function stateFacts(update: Update, component: LoweredComponent, doubtful: Doubtful): Map<number, Set<number>> {
  const { state, before, facts, asserted } = update;
  const changed = new Map<number, Set<number>>();
  const put = (predicate: number, tuple: Int32Array, weight: SessionFact["weight"], source: number): void => {
    const relation = state.statable(predicate);
    const row = addFact(relation, tuple, weight, source);
    if (row >= 0) markRow(changed, predicate, row);
  };
  for (const predicate of component.predicates) {
    for (const { tuple, weight, source } of asserted.get(predicate) ?? []) put(predicate, tuple, weight, source);
    const own = state.compiled.facts[predicate] ?? null;
    const tuple = new Int32Array(before[predicate]!.arity);
    for (const row of doubtful.get(predicate) ?? []) {
      copyRow(before[predicate]!, row, tuple);
      for (const fact of facts.of(predicate, tuple)) put(predicate, fact.tuple, fact.weight, fact.source);
      const stated = own === null ? -1 : rowOf(own, tuple);
      if (stated < 0) continue;
      const weight = own!.annotations?.[stated] ?? null;
      for (const source of own!.sources!.of(stated, weight)) {
        put(predicate, tuple, weight === Number.POSITIVE_INFINITY ? "inf" : weight, source);
      }
    }
  }
  return changed;
}

function* rederiveAll(
  { state, before }: Update,
  doubtful: Doubtful,
  changed: Map<number, Set<number>>,
  round: number,
): Generator<void, void> {
  for (const [predicate, rows] of doubtful) {
    const tuple = new Int32Array(before[predicate]!.arity);
    for (const row of rows) {
      const annotation = yield* rederive(state, predicate, before[predicate]!, row);
      if (annotation === null) continue;
      copyRow(before[predicate]!, row, tuple);
      const relation = state.writable(predicate);
      const inserted = relation.insert(tuple);
      const at = inserted < 0 ? ~inserted : inserted;
      if (relation.annotations !== null) {
        if (inserted < 0 && relation.annotations[at]! <= annotation) continue;
        relation.annotations[at] = annotation;
        relation.stamps![at] = round;
      } else if (inserted < 0) continue;
      markRow(changed, predicate, at);
    }
  }
}

function markRow(changed: Map<number, Set<number>>, predicate: number, row: number): void {
  const rows = changed.get(predicate);
  if (rows === undefined) changed.set(predicate, new Set([row]));
  else rows.add(row);
}

/** Semi-naive rounds from the changed rows of the component and of what it reads. */
function* propagate(
  update: Update,
  component: LoweredComponent,
  changed: ReadonlyMap<number, ReadonlySet<number>>,
  round: number,
): Generator<void, void> {
  const { state, changes } = update;
  const { predicates, reads, recursive, exits } = component;
  const weighted = state.compiled.checked.predicates[predicates[0]!]!.annotation.kind === "trop";
  const start: number[] = [];
  for (const [predicate, rows] of changed) {
    const relation = state.relations[predicate]!;
    relation.advance(round);
    if (weighted) {
      relation.settle();
      relation.changed = Int32Array.from(rows);
      relation.lastRound = round;
    }
    start.push(predicate);
  }
  for (const read of reads) {
    const added = changes.get(read)?.added;
    if (added === undefined || added.length === 0) continue;
    state.relations[read]!.changed = added;
    start.push(read);
  }
  try {
    const { sink, watch } = weighted ? tropSink(state, predicates) : { sink: new InsertSink(state), watch: null };
    sink.resume(start);
    let rounds = 1;
    yield* runRounds(state, [...exits, ...recursive], sink, start, round + 1, () => {
      rounds += 1;
      watch?.check(rounds);
    });
  } finally {
    for (const read of reads) state.relations[read]!.changed = null;
  }
  for (const predicate of predicates) {
    const relation = state.relations[predicate]!;
    if (!relation.frozen) relation.settle();
  }
}

function tropSink(
  state: EvaluationState,
  predicates: readonly number[],
): { sink: ComponentSink; watch: NegativeCycleWatch } {
  const watch = new NegativeCycleWatch(state, predicates);
  return { sink: new AnnotateSink(state, new TropAlgebra(state, watch), watch), watch };
}
