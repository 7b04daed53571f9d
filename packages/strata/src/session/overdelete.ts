import type { ComponentSink } from "../evaluate/component-sink.js";
import type { EvaluationState } from "../evaluate/evaluation-state.js";
import type { Join } from "../evaluate/join.js";
import { runRounds } from "../evaluate/run-component.js";
import { derivationWeight } from "../evaluate/weight-sum.js";
import type { LoweredComponent } from "../lower/compiled.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Plan } from "../lower/plan.js";
import { rowOf } from "./change.js";

/** Rows of the component that lost a derivation, by predicate: they may hold still, by others. */
export type Doubtful = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Marks every row that a removed row helped to derive, directly or through others (STRATA-API-03). `state` holds the
 * relations as they were; `removed` gives the rows taken from them; `isGiven` tells rows that a fact still states.
 */
export function* overdelete(
  state: EvaluationState,
  component: LoweredComponent,
  removed: ReadonlyMap<number, Iterable<number>>,
  isGiven: (predicate: number, row: number) => boolean,
): Generator<void, Doubtful> {
  const sink = new DoubtSink(state, isGiven);
  const own = new Set(component.predicates);
  const start: number[] = [];
  for (const [predicate, rows] of removed) {
    const changed = Int32Array.from(rows);
    if (changed.length === 0) continue;
    state.relations[predicate]!.changed = changed;
    start.push(predicate);
    if (own.has(predicate)) sink.mark(predicate, changed);
  }
  sink.resume(start);
  try {
    yield* runRounds(state, [...component.exits, ...component.recursive], sink, start, 0);
  } finally {
    // These relations belong to earlier evaluations too: no trace may stay.
    for (const predicate of [...start, ...component.predicates]) state.relations[predicate]!.changed = null;
  }
  return sink.doubtful;
}

class DoubtSink implements ComponentSink {
  readonly doubtful = new Map<number, Set<number>>();
  readonly #state: EvaluationState;
  readonly #isGiven: (predicate: number, row: number) => boolean;
  #found = new Map<number, number[]>();
  #previous: readonly number[] = [];
  #rule: LoweredRule | null = null;
  #plan: Plan | null = null;

  constructor(state: EvaluationState, isGiven: (predicate: number, row: number) => boolean) {
    this.#state = state;
    this.#isGiven = isGiven;
  }

  mark(predicate: number, rows: Iterable<number>): void {
    const marked = this.doubtful.get(predicate) ?? new Set();
    for (const row of rows) marked.add(row);
    this.doubtful.set(predicate, marked);
  }

  begin(rule: LoweredRule, plan: Plan): void {
    this.#rule = rule;
    this.#plan = plan;
  }

  accept(join: Join): boolean {
    const rule = this.#rule!;
    const { heads, relations } = this.#state;
    if (join.failure !== null || !heads.build(rule, this.#plan!.headBuilds, join.frame)) return false;
    const { predicate } = rule.head;
    const head = relations[predicate]!;
    const row = rowOf(head, heads.tuple);
    if (row < 0 || this.doubtful.get(predicate)?.has(row) === true) return false;
    // A derivation heavier than the row's weight does not support it.
    if (head.annotations !== null && derivationWeight(join, relations) !== head.annotations[row]) return false;
    if (this.#isGiven(predicate, row)) return false;
    this.mark(predicate, [row]);
    const found = this.#found.get(predicate);
    if (found === undefined) this.#found.set(predicate, [row]);
    else found.push(row);
    return false;
  }

  open(): readonly number[] {
    return [];
  }

  resume(changed: readonly number[]): void {
    this.#previous = changed;
  }

  endRound(): readonly number[] {
    for (const predicate of this.#previous) this.#state.relations[predicate]!.changed = null;
    const found = [...this.#found];
    for (const [predicate, rows] of found) this.#state.relations[predicate]!.changed = Int32Array.from(rows);
    this.#found = new Map();
    this.#previous = found.map(([predicate]) => predicate);
    return this.#previous;
  }
}
