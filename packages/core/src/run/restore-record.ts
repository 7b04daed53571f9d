import { JournalError } from "../contract/error.js";
import type { RecordFolder } from "../effect/record-folder.js";
import { nodeMismatch } from "./record-mismatch.js";
import type { PositionedResult } from "./result.js";
import type { Run } from "./run.js";
import { runDocument } from "./run-document.js";

/**
 * Writes the documents that the record of a finished run lacks, as when its process was killed at the last moment, and a
 * damaged `run.json` or `events.jsonl`: all of them follow from the journal (POS-REC-06). Nodes and state that are there,
 * damaged or not, are left as they are, so that checking the record still tells. Nothing is written where journal and record
 * disagree. Never rejects: resolves with what is wrong with the record, for the result, or null (POS-REC-07).
 */
export async function restoreRecord(
  run: Run,
  result: PositionedResult,
  closedStatus: string,
): Promise<PositionedResult["error"]> {
  const { runId } = run;
  const folder = run.journal as Partial<RecordFolder>;
  if (!isRecordFolder(folder)) return null;
  try {
    const kept = await folder.readRecordText(runId);
    const mismatch =
      (kept === null ? null : nodeMismatch(kept, result.nodes)) ??
      (result.status === closedStatus ? null : `it comes out ${result.status}, and was closed as ${closedStatus}`);
    if (mismatch !== null) return mismatchOf(folder.pathOf(runId), mismatch);
    let isWritten = false;
    if (kept === null) {
      const text = run.chain?.text ?? "";
      await folder.writeRecordText(runId, text === "" ? "" : `${text}\n`);
      isWritten = true;
    }
    if ((await folder.readState(runId)) === null) {
      await folder.writeState(runId, result.cso.data);
      isWritten = true;
    }
    // Events are checked by nobody and follow from the journal: damaged ones only keep others from reading them.
    const events = await folder.readEvents(runId).catch(() => []);
    if (events.at(-1)?.kind !== "run_finished") {
      await folder.writeEvents(runId, result.events);
    }
    const document = await folder.readRun(runId).catch(() => null);
    if (document?.status !== result.status) {
      await folder.writeRun(runId, runDocument(run, result.status));
    }
    if (isWritten && run.options.hmacKey !== undefined && run.recordedSeal === null) {
      return unsealed(folder.pathOf(runId));
    }
  } catch {
    // A document that cannot be read or written says so to who asks for it.
  }
  return null;
}

function mismatchOf(path: string, what: string): PositionedResult["error"] {
  const { code, message, isRetryable } = new JournalError(
    "record_mismatch",
    `The journal and the record of ${path} disagree: ${what}. One of them was changed, and nothing was written. Put the changed one back from a copy; where the journal is right, take record.sttp and state.json away and resume the run.`,
  );
  return { code, message, isRetryable };
}

/** A journal that was closed without a seal may be anybody's: giving it one would vouch for it. */
function unsealed(path: string): PositionedResult["error"] {
  const { code, message, isRetryable } = new JournalError(
    "record_mismatch",
    `The record of ${path} was written again without a seal: its journal was closed without one, and a finished run is not sealed afterwards. Where the run was sealed, journal.jsonl was changed; put it back from a copy.`,
  );
  return { code, message, isRetryable };
}

function isRecordFolder(journal: Partial<RecordFolder>): journal is RecordFolder {
  return typeof journal.readRecordText === "function" && typeof journal.writeEvents === "function";
}
