import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Plan } from "../lower/plan.js";
import type { ComponentSink } from "./component-sink.js";
import type { EvaluationState } from "./evaluation-state.js";
import type { Join } from "./join.js";
import type { Relation } from "./relation.js";
import { ruleFailure } from "./rule-failure.js";

/** Adds the rows of bool rules. */
export class InsertSink implements ComponentSink {
  readonly #state: EvaluationState;
  /** Predicates that got rows this round. */
  #touched: number[] = [];
  #previous: readonly number[] = [];
  #rule: LoweredRule | null = null;
  #plan: Plan | null = null;
  #head: Relation | null = null;

  constructor(state: EvaluationState) {
    this.#state = state;
  }

  begin(rule: LoweredRule, plan: Plan): void {
    this.#rule = rule;
    this.#plan = plan;
    this.#head = this.#state.writable(rule.head.predicate);
  }

  accept(join: Join): boolean {
    const { heads, meter, compiled } = this.#state;
    const rule = this.#rule!;
    if (join.failure !== null) throw ruleFailure(compiled, rule, join.failure);
    if (!heads.build(rule, this.#plan!.headBuilds, join.frame)) return false;
    const head = this.#head!;
    if (head.insert(heads.tuple) < 0) return false;
    meter.derive();
    if (head.count === head.visible + 1) this.#touched.push(rule.head.predicate);
    return false;
  }

  open(predicates: readonly number[]): readonly number[] {
    const started = predicates.filter((predicate) => this.#state.relations[predicate]!.count > 0);
    for (const predicate of started) this.#state.writable(predicate).startRounds();
    this.#touched = [];
    this.#previous = started;
    return started;
  }

  resume(changed: readonly number[]): void {
    this.#previous = changed;
  }

  endRound(round: number): readonly number[] {
    const { relations } = this.#state;
    const touched = this.#touched;
    for (const predicate of this.#previous) {
      const relation = relations[predicate]!;
      if (relation.count === relation.visible) relation.advance(round);
    }
    for (const predicate of touched) relations[predicate]!.advance(round);
    this.#touched = [];
    this.#previous = touched;
    return touched;
  }
}
