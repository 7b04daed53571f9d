import type { JournalEntry } from "../contract/effect.js";
import { InvalidOptionsError } from "../contract/error.js";
import { attemptModels } from "./attempt-models.js";
import { checkOptions } from "./check-options.js";
import { DrivenRun, type DriveSpec } from "./drive-run.js";
import { attemptsOf, entriesForAttempt, firstLegOf } from "./journal-legs.js";
import { type LoadedRun, loadRun } from "./load-run.js";
import { recordedEmbedder } from "./recorded-embedder.js";
import { requireSecrets } from "./require-secrets.js";
import { handleOf, type RunHandle } from "./run-handle.js";
import type { RunOptions } from "./run-options.js";

/** Halts after which a resume tries again what failed or was cut short; a person's or a policy's no is final. */
const RESUMABLE_HALTS: ReadonlySet<string> = new Set([
  "provider_call_failed",
  "classifier_failed",
  "aborted",
  "journal_failed",
  "context_overflow",
  "provider_truncated",
]);

/**
 * Goes on with a run from its journal by its id alone (POS-EFF-04): recorded effects are replayed, none is repeated. Data
 * options are those the run was started with; `model`, `tools` and other functions come from `options`. A finished run
 * gives its result again. Its handle rejects with `JournalError` (`record_mismatch`) where the journal is not the one that
 * was sealed (POS-REC-07). Rejects with `JournalError` (`run_not_found`, `journal_failed`) `InvalidOptionsError`,
 * or `SecretsMissingError` for fewer `secrets` than an unfinished run was started with.
 */
export async function resumePositioned(runId: string, options: RunOptions): Promise<RunHandle> {
  if (options?.journal === undefined) {
    throw new InvalidOptionsError([{ option: "journal", message: "is required to resume a run" }]);
  }
  const loaded = await loadRun(options.journal, runId);
  const merged = mergeOptions(options, loaded);
  checkOptions(merged);
  const again = loaded.closed?.status === "halted" && RESUMABLE_HALTS.has(loaded.closed.haltReason ?? "");
  const attempts = attemptsOf(loaded.entries);
  if (again) attempts.push([]);
  const index = attempts.length - 1;
  const replayOnly = loaded.closed !== null && !again;
  // What a finished run gives again was masked when it was recorded.
  if (!replayOnly) requireSecrets(runId, loaded.opened, merged.secrets);
  const { models, joined } = attemptModels(loaded.inputs.model, loaded.entries, merged.model, !replayOnly);
  return handleOf(
    new DrivenRun({
      request: loaded.opened.request,
      options: merged,
      models,
      joined,
      runId,
      sessionId: loaded.opened.sessionId,
      live: true,
      inputs: loaded.inputs,
      ...(await attemptSpec(loaded, attempts, index, merged, merged.model)),
      replayOnly,
      restores: replayOnly ? (loaded.closed?.status ?? null) : null,
      abortReason: replayOnly ? (loaded.closed?.haltReason ?? null) : null,
    }),
  );
}

/** What an attempt begins with. The events of the attempts before it are made again from the journal. */
export async function attemptSpec(
  loaded: LoadedRun,
  attempts: readonly (readonly JournalEntry[])[],
  index: number,
  options: RunOptions,
  given: RunOptions["model"] | null,
): Promise<Pick<DriveSpec, "entries" | "revision" | "history" | "firstLeg">> {
  const entries = entriesForAttempt(attempts, index);
  const revision = loaded.entries.length;
  if (index === 0) return { entries, revision };
  const closing = attempts[index - 1]?.at(-1);
  const { onEvent: _observer, signal: _signal, ...quiet } = options;
  // A model that joined later was not there yet.
  const { models } = attemptModels(loaded.inputs.model, attempts.slice(0, index).flat(), given, false);
  const earlier = await new DrivenRun({
    request: loaded.opened.request,
    options: quiet,
    models,
    runId: loaded.opened.runId,
    sessionId: loaded.opened.sessionId,
    live: true,
    inputs: loaded.inputs,
    ...(await attemptSpec(loaded, attempts, index - 1, options, given)),
    replayOnly: true,
    abortReason: closing?.kind === "run_closed" ? (closing.data.haltReason ?? null) : null,
  }).result;
  return { entries, revision, history: earlier.events, firstLeg: firstLegOf(attempts, index) };
}

/** What is data comes from the journal; what is code or a resource comes from the caller. */
export function mergeOptions(options: RunOptions, loaded: LoadedRun): RunOptions {
  const { timeoutMs: _timeout, deadline: _deadline, embedder: given, ...rest } = options;
  const embedder = recordedEmbedder(loaded.inputs.embedder, given);
  return {
    ...rest,
    ...(embedder === undefined ? {} : { embedder }),
    ...(loaded.inputs.options as Partial<RunOptions>),
  };
}
