import { readInput } from "./read-input.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The request of a command line: the argument, or for `-` standard input. One without words is a `UsageError`. */
export async function readRequest(argument: string, terminal: Terminal): Promise<string> {
  const text = argument === "-" ? await readInput("-", terminal) : argument;
  if (text.trim() !== "") return text;
  throw new UsageError(
    "request_missing",
    argument === "-"
      ? "Standard input holds no request; write what is to be done."
      : "The request is empty; say what is to be done, in plain words.",
  );
}
