import { checkRun } from "./check-options.js";
import { DrivenRun } from "./drive-run.js";
import { ensureNewRun } from "./ensure-new-run.js";
import type { PositionedResult } from "./result.js";
import { newRunIds } from "./run-ids.js";
import type { RunOptions } from "./run-options.js";

/**
 * Runs a request to its end, or to where people are waited for. Rejects for invalid options only: `InvalidOptionsError`
 * naming every wrong option, and a request that is no string or empty, `RangeError` for `maxOperations`, `DescriptorError`
 * for a tool whose schema cannot be used, `PolicyError` for a policy that does not check, `JournalError` (`run_exists`) for a used run id. Everything else is a result with a status (POS-RUN-04).
 */
export async function runPositioned(userRequest: string, options: RunOptions): Promise<PositionedResult> {
  checkRun(userRequest, options);
  await ensureNewRun(options);
  return new DrivenRun({ request: userRequest, options, ...newRunIds(options), live: false }).result;
}
