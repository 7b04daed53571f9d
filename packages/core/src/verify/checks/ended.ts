import type { VerdictCheck } from "../../contract/verdict.js";
import type { VerificationInput } from "../verification-input.js";

/** The output ended by itself: not at the output limit, and with every code fence closed. */
export function endedCheck({ output, finishReason }: VerificationInput): VerdictCheck {
  if (finishReason === "length") {
    return { id: "complete", outcome: "fail", weight: 2, detail: "The output was cut at the output limit." };
  }
  let open = false;
  for (const line of output.split("\n")) if (line.trimStart().startsWith("```")) open = !open;
  return open
    ? { id: "complete", outcome: "fail", weight: 2, detail: "A code fence is opened and not closed." }
    : { id: "complete", outcome: "pass", weight: 2, detail: "The output ended by itself." };
}
