import type { LoweredRule } from "./lowered-rule.js";
import type { Plan } from "./plan.js";
import { planBody } from "./plan-body.js";

/** The plans of a program's rules and their semi-naive variants, each made when it is first needed. */
export class PlanTable {
  readonly #sizeOf: (predicate: number) => number;
  readonly #plans = new Map<LoweredRule, (Plan | undefined)[]>();

  constructor(sizeOf: (predicate: number) => number) {
    this.#sizeOf = sizeOf;
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
