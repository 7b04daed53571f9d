import { ServerError } from "../problem/server-error.js";
import type { ManagedRun } from "../runs/index.js";

/** What a reader is told of a run that an earlier process left unfinished and that nobody has taken up. */
export function interrupted({ runId }: ManagedRun): ServerError {
  return new ServerError(
    "run_interrupted",
    `The run ${runId} was interrupted when its server ended; nobody goes on with it yet.`,
  );
}
