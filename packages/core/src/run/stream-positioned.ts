import { checkRun } from "./check-options.js";
import { DrivenRun } from "./drive-run.js";
import { handleOf, type RunHandle } from "./run-handle.js";
import { newRunIds } from "./run-ids.js";
import type { RunOptions } from "./run-options.js";

/**
 * Starts a run and gives its live handle at once. Throws for invalid options as `runPositioned` rejects for them; a used
 * run id rejects `result`.
 */
export function streamPositioned(userRequest: string, options: RunOptions): RunHandle {
  checkRun(userRequest, options);
  return handleOf(new DrivenRun({ request: userRequest, options, ...newRunIds(options), live: true }));
}
