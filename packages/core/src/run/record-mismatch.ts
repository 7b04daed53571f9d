import { JournalError } from "../contract/error.js";
import type { PositionedResult } from "./result.js";

/** The `JournalError` for a journal that does not give the state it was closed and sealed with. */
export function brokenSeal(runId: string): JournalError {
  return new JournalError(
    "record_mismatch",
    `What the journal of ${runId} gives is not sealed with this key: journal.jsonl was changed after the run was closed, or the key or the version is another one. Nothing was written. Put journal.jsonl back from a copy, or use the key the run was sealed with.`,
  );
}

/**
 * Where a record's text parts ways with the nodes its journal gives, as a sentence that names the first such node; null
 * where they agree (POS-REC-07).
 */
export function nodeMismatch(kept: string, nodes: PositionedResult["nodes"]): string | null {
  const text = kept.trimEnd();
  let at = 0;
  for (const [index, node] of nodes.entries()) {
    const end = at + node.text.length;
    const separates = index === nodes.length - 1 || text.startsWith("\n\n", end);
    if (!text.startsWith(node.text, at) || !separates) {
      return `node ${index + 1} of ${nodes.length} (${node.nodeId}) of record.sttp is not the one the journal gives`;
    }
    at = end + 2;
  }
  if (text.length <= Math.max(0, at - 2)) return null;
  return `record.sttp goes on after the ${nodes.length} ${nodes.length === 1 ? "node" : "nodes"} the journal gives`;
}
