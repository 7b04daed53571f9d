import type { JournalEntry } from "../contract/effect.js";
import { InvalidOptionsError } from "../contract/error.js";
import { checkOptions } from "./check-options.js";
import { DrivenRun } from "./drive-run.js";
import { type LoadedRun, loadRun } from "./load-run.js";
import { handleOf, type RunHandle } from "./run-handle.js";
import type { RunOptions } from "./run-options.js";

/** Halts after which a resume tries again what failed or was cut short; a person's or a policy's no is final. */
const RESUMABLE_HALTS: ReadonlySet<string> = new Set([
  "provider_call_failed",
  "aborted",
  "journal_failed",
  "context_overflow",
  "provider_truncated",
]);

/**
 * Goes on with a run from its journal by its id alone (POS-EFF-04): recorded effects are replayed, none is repeated. Data
 * options are those the run was started with; `model`, `tools` and other functions come from `options`. A finished run
 * gives its result again. Rejects with `JournalError` (`run_not_found`, `journal_failed`) or `InvalidOptionsError`.
 */
export async function resumePositioned(runId: string, options: RunOptions): Promise<RunHandle> {
  if (options?.journal === undefined) {
    throw new InvalidOptionsError([{ option: "journal", message: "is required to resume a run" }]);
  }
  const loaded = await loadRun(options.journal, runId);
  const merged = mergeOptions(options, loaded);
  checkOptions(loaded.opened.request, merged);
  const again = loaded.closed?.status === "halted" && RESUMABLE_HALTS.has(loaded.closed.haltReason ?? "");
  return handleOf(
    new DrivenRun({
      request: loaded.opened.request,
      options: merged,
      runId,
      sessionId: loaded.opened.sessionId,
      live: true,
      entries: loaded.entries,
      inputs: loaded.inputs,
      replayOnly: loaded.closed !== null && !again,
      abortReason: loaded.closed?.haltReason ?? null,
      retry: again ? unfinishedCalls(loaded.entries) : new Set(),
    }),
  );
}

/** What is data comes from the journal; what is code or a resource comes from the caller. */
export function mergeOptions(options: RunOptions, loaded: LoadedRun): RunOptions {
  const { timeoutMs: _timeout, deadline: _deadline, ...given } = options;
  return { ...given, ...(loaded.inputs.options as Partial<RunOptions>) };
}

/** Keys of the calls at the end of the journal that failed or were aborted: these are made again. */
function unfinishedCalls(entries: readonly JournalEntry[]): Set<string> {
  const keys = new Set<string>();
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry?.kind !== "effect_finished") continue;
    const outcome = entry.data.outcome as { error?: unknown; aborted?: unknown } | null;
    const failed =
      typeof outcome === "object" && outcome !== null && (outcome.error !== undefined || outcome.aborted !== undefined);
    if (entry.data.act === "tool" || !failed) break;
    keys.add(entry.data.key);
  }
  return keys;
}
