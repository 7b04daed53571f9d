import type { VerdictCheck } from "../../contract/verdict.js";
import type { VerificationInput } from "../verification-input.js";

/** An output of white space only answers nothing. */
export function notEmptyCheck({ output }: VerificationInput): VerdictCheck {
  const empty = output.trim() === "";
  return {
    id: "not-empty",
    outcome: empty ? "fail" : "pass",
    weight: 3,
    detail: empty ? "The output is empty." : "The output is not empty.",
  };
}
