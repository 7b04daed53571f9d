import type { Journal } from "../contract/effect.js";
import { JournalError } from "../contract/error.js";
import type { RecordFolder } from "../effect/record-folder.js";

/**
 * What is wrong where a journal has no entry of a run: `run_not_found`, or `journal_failed` where other documents of its
 * record say that there was one.
 */
export async function missingJournal(journal: Journal, runId: string): Promise<JournalError> {
  const found = await documentsOf(journal as Partial<RecordFolder>, runId);
  if (found.length === 0) {
    return new JournalError("run_not_found", `The journal has no run ${JSON.stringify(runId)}.`);
  }
  return new JournalError(
    "journal_failed",
    `The journal of ${runId} is missing or empty, though ${found.join(" and ")}. Without it the run cannot be answered, resumed or replayed: put journal.jsonl back from a copy.`,
  );
}

async function documentsOf(folder: Partial<RecordFolder>, runId: string): Promise<string[]> {
  const text = (await folder.readRecordText?.(runId)) ?? null;
  const found: string[] = [];
  if (text !== null) {
    const { verifyNodes } = await import("../state/record/verify-nodes.js");
    const { nodes } = verifyNodes(text);
    found.push(`record.sttp has ${nodes} ${nodes === 1 ? "node" : "nodes"}`);
  }
  // A damaged one is one all the same.
  const run = await folder.readRun?.(runId).catch(() => ({ status: "nothing that can be read" }));
  if (run !== null && run !== undefined) found.push(`run.json says ${run.status}`);
  return found;
}
