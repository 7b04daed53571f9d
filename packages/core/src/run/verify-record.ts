import type { CognitiveStateData } from "../contract/state.js";
import type { RecordFolder } from "../effect/record-folder.js";
import type { RecordVerification } from "../state/record/verify-nodes.js";
import type { SealKey } from "../state/seal.js";
import { openRecord, type ReplayOptions, type RunRecord, replayRun } from "./replay-run.js";

/**
 * Checks a run's record: strictness and digest chain of its nodes up to the head in the state, and with a key the state's
 * seal (POS-REC-05). Names the first node that does not match. Rejects with `JournalError` where there is no record.
 */
export async function verifyRecord(record: RunRecord, key?: SealKey): Promise<RecordVerification> {
  const { verifyNodes } = await import("../state/record/verify-nodes.js");
  const { text, state } = await readRecord(record);
  return verifyNodes(text, { state, key });
}

/** The sealed state of a recorded run: what `state.json` says, else what a replay comes to (POS-REC-04). */
export async function stateFromRecord(record: RunRecord, options: ReplayOptions = {}): Promise<CognitiveStateData> {
  const { state } = await readRecord(record, options);
  return state;
}

async function readRecord(
  record: RunRecord,
  options: ReplayOptions = {},
): Promise<{ readonly text: string; readonly state: CognitiveStateData }> {
  const { journal, runId } = typeof record === "string" ? openRecord(record) : record;
  const kept = journal as Partial<RecordFolder>;
  if (kept.readRecordText !== undefined && kept.readState !== undefined) {
    const text = await kept.readRecordText.call(journal, runId);
    const state = await kept.readState.call(journal, runId);
    if (text !== null && state !== null) return { text, state };
  }
  // A journal without documents, or one that was killed before they were written, still has everything they follow from.
  const result = await replayRun({ journal, runId }, options);
  return { text: result.nodes.map((node) => node.text).join("\n\n"), state: result.cso.data };
}
