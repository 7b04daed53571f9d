import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Plan } from "../lower/plan.js";
import { aggregand, BagFold, foldedValue } from "./bag-fold.js";
import type { EvaluationState } from "./evaluation-state.js";
import { budgetStop } from "./evaluation-stop.js";
import type { Join, JoinSink } from "./join.js";
import { Relation } from "./relation.js";
import { ruleFailure } from "./rule-failure.js";
import { runJoin } from "./run-join.js";

/** Runs one aggregate rule: groups its bindings by the other head arguments, one row per group (STRATA-EVAL-08). */
export function* runAggregate(state: EvaluationState, rule: LoweredRule): Generator<void, void> {
  const plan = state.plans.planFor(rule, -1);
  const groups = new GroupSink(state, rule, plan);
  yield* runJoin(state, rule, plan, groups);
  groups.finish();
}

class GroupSink implements JoinSink {
  readonly #state: EvaluationState;
  readonly #rule: LoweredRule;
  readonly #plan: Plan;
  readonly #keys: Relation;
  readonly #folds: BagFold[] = [];

  constructor(state: EvaluationState, rule: LoweredRule, plan: Plan) {
    this.#state = state;
    this.#rule = rule;
    this.#plan = plan;
    this.#keys = new Relation(rule.head.args.length);
  }

  accept(join: Join): boolean {
    const { compiled, heads, values, meter } = this.#state;
    const rule = this.#rule;
    if (join.failure !== null) throw ruleFailure(compiled, rule, join.failure);
    if (!heads.build(rule, this.#plan.headBuilds, join.frame)) return false;
    const { op, column, slot } = rule.aggregate!;
    heads.tuple[column] = 0;
    const inserted = this.#keys.insert(heads.tuple);
    const group = inserted < 0 ? ~inserted : inserted;
    if (inserted >= 0) {
      const limit = meter.budget.derivedTuples;
      if (group >= limit) throw budgetStop("derived_tuples", limit, group + 1);
      this.#folds.push(new BagFold(op));
    }
    const value = op === "count" ? 0 : aggregand(rule, values.integerValue(join.frame[slot]!));
    this.#folds[group]!.add(value);
    return false;
  }

  finish(): void {
    const { heads, meter, values } = this.#state;
    const head = this.#state.writable(this.#rule.head.predicate);
    const { column } = this.#rule.aggregate!;
    const { arity, data } = this.#keys;
    this.#folds.forEach((fold, group) => {
      for (let at = 0; at < arity; at += 1) heads.tuple[at] = data[group * arity + at]!;
      heads.tuple[column] = values.integer(foldedValue(this.#rule, fold));
      if (head.insert(heads.tuple) >= 0) meter.derive();
    });
  }
}
