import type { CognitiveStateData } from "../contract/state.js";
import type { RecordFolder } from "../effect/record-folder.js";
import type { RecordVerification } from "../state/record/verify-nodes.js";
import type { SealKey } from "../state/seal.js";
import { openRecord, type ReplayOptions, type RunRecord, replayRun } from "./replay-run.js";

/**
 * Checks a run's record: strictness and digest chain of its nodes up to the head in the state, and with a key the state's
 * seal (POS-REC-05). Names the first node that does not match, and a document that is not there though the run recorded
 * nodes. Rejects with `JournalError` where there is no record.
 */
export async function verifyRecord(record: RunRecord, key?: SealKey): Promise<RecordVerification> {
  const { verifyNodes } = await import("../state/record/verify-nodes.js");
  const kept = await readDocuments(record);
  if (kept.text !== null && kept.state !== null) return verifyNodes(kept.text, { state: kept.state, key });
  const { text, state, nodes } = await replayed(record);
  // POS-REC-05: what a journal implies is no record: a document somebody took away would be made up for.
  if (!kept.isFolder || nodes === 0) return verifyNodes(text, { state, key });
  const missing = kept.text === null ? "record.sttp" : "state.json";
  return {
    intact: false,
    sealed: false,
    nodes,
    broken: null,
    message: `${missing} is missing, and by its journal the run recorded ${nodes} ${nodes === 1 ? "node" : "nodes"}. Resuming the run writes it again from the journal.`,
  };
}

/** The sealed state of a recorded run: what `state.json` says, else what a replay comes to (POS-REC-04). */
export async function stateFromRecord(record: RunRecord, options: ReplayOptions = {}): Promise<CognitiveStateData> {
  const { text, state } = await readDocuments(record);
  // A journal without documents, or one that was killed before they were written, still has everything they follow from.
  return text !== null && state !== null ? state : (await replayed(record, options)).state;
}

interface KeptDocuments {
  /** Whether the journal keeps documents beside its entries. */
  readonly isFolder: boolean;
  readonly text: string | null;
  readonly state: CognitiveStateData | null;
}

async function readDocuments(record: RunRecord): Promise<KeptDocuments> {
  const { journal, runId } = recordOf(record);
  const folder = journal as Partial<RecordFolder>;
  if (folder.readRecordText === undefined || folder.readState === undefined) {
    return { isFolder: false, text: null, state: null };
  }
  return {
    isFolder: true,
    text: await folder.readRecordText.call(journal, runId),
    state: await folder.readState.call(journal, runId),
  };
}

async function replayed(
  record: RunRecord,
  options: ReplayOptions = {},
): Promise<{ readonly text: string; readonly state: CognitiveStateData; readonly nodes: number }> {
  const { nodes, cso } = await replayRun(recordOf(record), options);
  return { text: nodes.map((node) => node.text).join("\n\n"), state: cso.data, nodes: nodes.length };
}

function recordOf(record: RunRecord): Exclude<RunRecord, string> {
  return typeof record === "string" ? openRecord(record) : record;
}
