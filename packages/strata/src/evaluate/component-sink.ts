import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Plan } from "../lower/plan.js";
import type { JoinSink } from "./join.js";

/** What a component does with the derivations of its rules, round by round. */
export interface ComponentSink extends JoinSink {
  /** The next derivations are of this rule; `deltaLevel` is where the plan reads the last round's changes, or -1. */
  begin(rule: LoweredRule, plan: Plan, deltaLevel: number): void;
  /** All exit rules ran: every row of these predicates is the first round's delta. Those that have rows. */
  open(predicates: readonly number[]): readonly number[];
  /** Rounds go on from changes of these predicates, which their relations hold already. */
  resume(changed: readonly number[]): void;
  /** Closes a round: what changed becomes the delta of the next. The predicates that changed. */
  endRound(round: number): readonly number[];
}
