import type { LoweredRule } from "./lowered-rule.js";
import type { Plan } from "./plan.js";
import { planBody } from "./plan-body.js";

/** The plans of a program's rules and their semi-naive variants, each made when it is first needed. */
export class PlanTable {
  readonly #sizeOf: (predicate: number) => number;
  readonly #plans = new Map<LoweredRule, (Plan | undefined)[]>();
  readonly #proofPlans = new Map<LoweredRule, Plan>();

  constructor(sizeOf: (predicate: number) => number) {
    this.#sizeOf = sizeOf;
  }

  /** The plan that starts from the variables of the head: what finds a proof of a row. */
  proofPlanFor(rule: LoweredRule): Plan {
    let plan = this.#proofPlans.get(rule);
    if (plan === undefined) {
      const bound = rule.head.args.flatMap((slot) => variablesOf(rule, slot));
      plan = planBody(rule, { delta: -1, readsOld: () => false, sizeOf: this.#sizeOf, bound });
      this.#proofPlans.set(rule, plan);
    }
    return plan;
  }

  /** The plan whose literal `delta` reads the last round's changes; -1 for the rule as a whole. */
  planFor(rule: LoweredRule, delta: number): Plan {
    let variants = this.#plans.get(rule);
    if (variants === undefined) {
      variants = [];
      this.#plans.set(rule, variants);
    }
    const known = variants[delta + 1];
    if (known !== undefined) return known;
    // STRATA-EVAL-02: literals before the delta literal see the state without its changes, those after it all of it.
    const plan = planBody(rule, { delta, readsOld: (literal) => literal < delta, sizeOf: this.#sizeOf });
    variants[delta + 1] = plan;
    return plan;
  }
}

function variablesOf(rule: LoweredRule, slot: number): readonly number[] {
  if (slot < 0) return [];
  return slot < rule.variableCount ? [slot] : (rule.compounds.get(slot)?.variables ?? []);
}
