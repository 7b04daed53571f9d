import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Plan } from "../lower/plan.js";
import type { ComponentSink } from "./component-sink.js";
import type { EvaluationState } from "./evaluation-state.js";
import type { Join } from "./join.js";
import type { Relation } from "./relation.js";

/** The round of the exit rules; facts stand before it, at 0. */
const FIRST_ROUND = 1;

/** How rows of a component carry annotations. */
export interface AnnotationAlgebra {
  /** The annotation of the derivation a join stands on; null when it derives nothing. */
  derive(join: Join, rule: LoweredRule): number | null;
  /** The better of two, or both together; equal to `old` when the new one adds nothing. */
  combine(old: number, added: number): number;
}

/** Follows which changed row an improvement came from. */
export interface ImprovementLog {
  improve(predicate: number, row: number, fromPredicate: number, fromRow: number): void;
}

/**
 * Adds annotated rows and improves them. Rounds are synchronous: joins read the annotations of finished rounds, so what
 * a round derives does not depend on the order of rules or literals.
 */
export class AnnotateSink implements ComponentSink {
  readonly #state: EvaluationState;
  readonly #algebra: AnnotationAlgebra;
  readonly #log: ImprovementLog | null;
  /** Improvements of the running round, by predicate and row. */
  readonly #pending = new Map<number, Map<number, number>>();
  readonly #touched = new Set<number>();
  #previous: readonly number[] = [];
  #rule: LoweredRule | null = null;
  #plan: Plan | null = null;
  #deltaLevel = -1;
  #head: Relation | null = null;

  constructor(state: EvaluationState, algebra: AnnotationAlgebra, log: ImprovementLog | null) {
    this.#state = state;
    this.#algebra = algebra;
    this.#log = log;
  }

  begin(rule: LoweredRule, plan: Plan, deltaLevel: number): void {
    this.#rule = rule;
    this.#plan = plan;
    this.#deltaLevel = deltaLevel;
    this.#head = this.#state.writable(rule.head.predicate);
    this.#head.annotate();
  }

  accept(join: Join): boolean {
    const rule = this.#rule!;
    const derived = this.#algebra.derive(join, rule);
    if (derived === null) return false;
    const { heads } = this.#state;
    if (!heads.build(rule, this.#plan!.headBuilds, join.frame)) return false;
    this.add(rule.head.predicate, heads.tuple, derived, join);
    return false;
  }

  /** Adds or improves a row; `join` tells what it came from, where there is one. */
  add(predicate: number, tuple: Int32Array, derived: number, join: Join | null): void {
    const head = this.#state.relations[predicate]!;
    const known = head.find(tuple);
    if (known < 0) {
      const row = head.insert(tuple);
      head.annotations![row] = derived;
      this.#state.meter.derive();
      this.#improved(predicate, row, join);
      return;
    }
    const pending = this.#pending.get(predicate);
    const old = pending?.get(known) ?? head.annotations![known]!;
    const combined = this.#algebra.combine(old, derived);
    if (combined === old) return;
    if (known >= head.visible) head.annotations![known] = combined;
    else if (pending === undefined) this.#pending.set(predicate, new Map([[known, combined]]));
    else pending.set(known, combined);
    this.#improved(predicate, known, join);
  }

  #improved(predicate: number, row: number, join: Join | null): void {
    this.#touched.add(predicate);
    if (this.#log === null || join === null || this.#deltaLevel < 0) return;
    const step = join.steps[this.#deltaLevel]!;
    if (step.kind === "scan") this.#log.improve(predicate, row, step.predicate, join.rows[this.#deltaLevel]!);
  }

  open(predicates: readonly number[]): readonly number[] {
    const started = predicates.filter((predicate) => this.#state.relations[predicate]!.count > 0);
    for (const predicate of started) {
      const relation = this.#state.writable(predicate);
      relation.annotate();
      this.#publish(relation, predicate, FIRST_ROUND);
      relation.startRounds();
    }
    this.#pending.clear();
    this.#touched.clear();
    this.#previous = started;
    return started;
  }

  resume(changed: readonly number[]): void {
    this.#previous = changed;
  }

  endRound(round: number): readonly number[] {
    const touched = [...this.#touched];
    for (const predicate of this.#previous) {
      if (!this.#touched.has(predicate)) this.#state.relations[predicate]!.settle();
    }
    for (const predicate of touched) this.#publish(this.#state.relations[predicate]!, predicate, round);
    this.#pending.clear();
    this.#touched.clear();
    this.#previous = touched;
    return touched;
  }

  #publish(relation: Relation, predicate: number, round: number): void {
    const pending = this.#pending.get(predicate);
    const changed = new Int32Array((pending?.size ?? 0) + relation.count - relation.visible);
    let at = 0;
    for (const [row, annotation] of pending ?? []) {
      relation.annotations![row] = annotation;
      relation.stamps![row] = round;
      changed[at] = row;
      at += 1;
    }
    for (let row = relation.visible; row < relation.count; row += 1) {
      relation.stamps![row] = round;
      changed[at] = row;
      at += 1;
    }
    relation.settle();
    relation.changed = changed;
    relation.lastRound = round;
  }
}
