import type { RecordFolder } from "../effect/record-folder.js";
import type { PositionedResult } from "./result.js";
import type { Run } from "./run.js";
import { runDocument } from "./run-document.js";

/**
 * Writes the documents that the record of a finished run lacks, as when its process was killed at the last moment, and
 * damaged events: all of them follow from the journal (POS-REC-06). Nodes and state that are there, damaged or not, are left
 * as they are, so that checking the record still tells. Never rejects: the result does not rest on the documents.
 */
export async function restoreRecord(run: Run, result: PositionedResult): Promise<void> {
  const { runId } = run;
  const folder = run.journal as Partial<RecordFolder>;
  if (!isRecordFolder(folder)) return;
  try {
    if ((await folder.readRecordText(runId)) === null) {
      const text = run.chain?.text ?? "";
      await folder.writeRecordText(runId, text === "" ? "" : `${text}\n`);
    }
    if ((await folder.readState(runId)) === null) await folder.writeState(runId, result.cso.data);
    // Events are checked by nobody and follow from the journal: damaged ones only keep others from reading them.
    const events = await folder.readEvents(runId).catch(() => []);
    if (events.at(-1)?.kind !== "run_finished") {
      await folder.writeEvents(runId, result.events);
    }
    if ((await folder.readRun(runId))?.status !== result.status) {
      await folder.writeRun(runId, runDocument(run, result.status));
    }
  } catch {
    // A document that cannot be read or written says so to who asks for it.
  }
}

function isRecordFolder(journal: Partial<RecordFolder>): journal is RecordFolder {
  return typeof journal.readRecordText === "function" && typeof journal.writeEvents === "function";
}
