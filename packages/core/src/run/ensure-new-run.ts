import { JournalError } from "../contract/error.js";
import type { RunOptions } from "./run-options.js";

/** A run id names one run: an id the journal knows is resumed, not started again. */
export async function ensureNewRun(options: RunOptions): Promise<void> {
  const { journal, runId } = options;
  if (journal === undefined || runId === undefined) return;
  const entries = await journal.read(runId).catch(() => []);
  if (entries.length > 0) {
    throw new JournalError("run_exists", `The journal already has a run ${runId}; resume it or choose another id.`);
  }
}
