import { JournalError } from "../contract/error.js";
import type { CognitiveStateData } from "../contract/state.js";
import type { RecordFolder } from "../effect/record-folder.js";
import type { RecordVerification } from "../state/record/verify-nodes.js";
import { type SealKey, verifyCso } from "../state/seal.js";
import { missingJournal } from "./missing-journal.js";
import { openRecord, type ReplayOptions, type RunRecord, replayRun } from "./replay-run.js";

/**
 * Checks a run's record: strictness and digest chain of its nodes up to the head in the state, and with a key the state's
 * seal (POS-REC-05). Names the first node that does not match, a document that is not there though the run recorded
 * nodes, and a journal that is missing, empty or damaged. Rejects with `JournalError` where there is no record.
 */
export async function verifyRecord(record: RunRecord, key?: SealKey): Promise<RecordVerification> {
  const { verifyNodes } = await import("../state/record/verify-nodes.js");
  const kept = await readDocuments(record);
  if (kept.text !== null && kept.state !== null) {
    const found = verifyNodes(kept.text, { state: kept.state, key });
    const lack = await journalFault(record);
    return lack === null ? found : { ...found, message: `${found.message} ${lack}` };
  }
  const { text, state, nodes } = await replayed(record);
  // POS-REC-05: what a journal implies is no record: a document somebody took away would be made up for.
  if (!kept.isFolder || nodes === 0) return verifyNodes(text, { state, key });
  const missing = kept.text === null ? "record.sttp" : "state.json";
  // POS-REC-07: what a changed journal gives is nothing to write the record from.
  const isForeign = key !== undefined && state.csoHmac !== undefined && !verifyCso(state, key);
  const advice = isForeign
    ? "What the journal gives is not sealed with this key: it was changed, or the key is another one. Put journal.jsonl and the missing document back from a copy."
    : "Resuming the run writes it again from the journal.";
  return {
    intact: false,
    sealed: false,
    nodes,
    broken: null,
    message: `${missing} is missing, and by its journal the run recorded ${nodes} ${nodes === 1 ? "node" : "nodes"}. ${advice}`,
  };
}

/** The sealed state of a recorded run: what `state.json` says, else what a replay comes to (POS-REC-04). */
export async function stateFromRecord(record: RunRecord, options: ReplayOptions = {}): Promise<CognitiveStateData> {
  const { text, state } = await readDocuments(record);
  // A journal without documents, or one that was killed before they were written, still has everything they follow from.
  return text !== null && state !== null ? state : (await replayed(record, options)).state;
}

/** What is wrong with the journal beside a whole record, as a sentence: the seal says nothing of it. */
async function journalFault(record: RunRecord): Promise<string | null> {
  const { journal, runId } = recordOf(record);
  try {
    const entries = await journal.read(runId);
    return entries.length > 0 ? null : (await missingJournal(journal, runId)).message;
  } catch (error) {
    if (error instanceof JournalError) return error.message;
    throw error;
  }
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
