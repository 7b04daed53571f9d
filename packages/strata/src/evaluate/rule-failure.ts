import type { Compiled } from "../lower/compiled.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import { type EvaluationStop, stop } from "./evaluation-stop.js";
import type { JoinFailure } from "./join.js";

const REASONS = {
  not_an_integer: [2008, "an operand is not an integer", "guard it with is_int(...) in the same body"],
  zero_divisor: [2008, "the divisor is 0", "require the divisor to differ from 0 in the same body"],
  out_of_range: [2007, "the result is not a safe integer", "keep it within -(2^53-1)..2^53-1"],
} as const;

/** What ends the run when a builtin fails under a binding where everything else holds (STRATA-EVAL-09). */
export function ruleFailure(compiled: Compiled, rule: LoweredRule, { literal, failure }: JoinFailure): EvaluationStop {
  const [code, reason, hint] = REASONS[failure];
  const head = compiled.checked.predicates[rule.head.predicate]!.name;
  const path = `/items/${rule.item}/data/body/${literal}`;
  return stop(code, path, `in a rule for ${JSON.stringify(head)}, ${reason}`, { hint, detail: { reason: failure } });
}
