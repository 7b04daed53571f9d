import type { PositionedResult } from "@pelorus/core";

/**
 * What a person can do about a run that halted, as sentences with the commands to type; null where there is nothing to do,
 * as after their own no. `record` is the folder of the run's record.
 */
export function whatToDo(result: PositionedResult, record: string | null): string | null {
  if (result.status !== "halted") return null;
  const resume = `pelorus resume ${record ?? "<record>"}`;
  switch (result.haltReason) {
    case "deadline":
      return "The time of --timeout is over. What was done is in the record; run the request again with a longer --timeout, or with less to do.";
    case "context_overflow":
      return `Give it more room: another model goes on with ${resume} --model <model>; or run the request again shorter, or with a larger --context-window where the model has one.`;
    case "provider_truncated":
      return "Run the request again with the --context-window the server really has, or start the server with a larger one; pelorus doctor --model <model> --fill-window tells which it is.";
    case "provider_call_failed":
      return `pelorus doctor --model <model> tells what the model lacks; then go on with ${resume}, or with another one: ${resume} --model <model>.`;
    case "cost_limit":
      return "The next call could have cost more than --max-cost left; run the request again with a higher one.";
    case "journal_failed":
      return `Mend what the error names, then go on with ${resume}.`;
    case "policy_error":
      return "Correct the policy the error names, and run the request again.";
    case "aborted":
      return `Go on with ${resume}.`;
    case "internal_error":
      return "This is a fault of the program or of a module it was given; report it with the record.";
    default:
      return null;
  }
}
