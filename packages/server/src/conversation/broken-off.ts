import { ServerError } from "../problem/server-error.js";
import { toProblem } from "../problem/to-problem.js";

/** What is told of a stream that ends before its run does: a client is never left without an end. */
export interface BrokenOff {
  readonly code: string;
  readonly message: string;
}

/** Why a stream broke off. `error` is what was thrown, or absent where the server is stopping. */
export function brokenOff(error?: unknown): BrokenOff {
  const cause =
    error ?? new ServerError("server_stopping", "The server is shutting down; the run's end is not told here.");
  const { code, detail } = toProblem(cause).document;
  return { code, message: detail };
}
