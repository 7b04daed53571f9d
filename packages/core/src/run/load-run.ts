import type { Journal, JournalEntry } from "../contract/effect.js";
import { JournalError } from "../contract/error.js";
import { missingJournal } from "./missing-journal.js";
import type { RunInputs } from "./run-inputs.js";

export interface LoadedRun {
  readonly entries: readonly JournalEntry[];
  readonly opened: Extract<JournalEntry, { kind: "run_opened" }>["data"];
  readonly inputs: RunInputs;
  /** How the run was closed, or null while it is open. */
  readonly closed: { readonly status: string; readonly haltReason: string | null } | null;
}

/** Reads a run from its journal. Throws `JournalError`: `run_not_found`, or `journal_failed` for a damaged or missing one. */
export async function loadRun(journal: Journal, runId: string): Promise<LoadedRun> {
  const entries = await journal.read(runId);
  const first = entries[0];
  if (first === undefined) throw await missingJournal(journal, runId);
  if (first.kind !== "run_opened")
    throw new JournalError("journal_failed", `The journal of ${runId} has lost its first entry.`);
  const bytes = await journal.getBlob(first.data.inputsDigest, runId);
  if (bytes === null)
    throw new JournalError("journal_failed", `The journal of ${runId} has lost the inputs of the run.`);
  const last = entries.findLast((entry) => entry.kind === "run_closed" || entry.kind === "leg_resumed");
  return {
    entries,
    opened: first.data,
    inputs: JSON.parse(new TextDecoder().decode(bytes)) as RunInputs,
    closed: last?.kind === "run_closed" ? { status: last.data.status, haltReason: last.data.haltReason ?? null } : null,
  };
}
