import type { RunProgress } from "../runs/run-documents.js";
import { runProgressCodec } from "../runs/run-documents.js";

/** JSON as it goes over the wire. */
export type JsonObject = { readonly [key: string]: unknown };

/** What moves with every event or delta and is told in other ways. */
const TOLD_ELSEWHERE = ["last_seq", "updated_at", "text", "message_id", "operation_state"] as const;

/** How a run stands, small enough to be sent after each change: status, operations, budget, what is waited for. */
export function stateDocument(runId: string, progress: RunProgress): JsonObject {
  const document: Record<string, unknown> = {
    run_id: runId,
    ...(runProgressCodec().encode(progress) as Record<string, unknown>),
  };
  for (const key of TOLD_ELSEWHERE) delete document[key];
  return document;
}

/** True when the documents of both are sure to be equal, so that none has to be made. */
export function sameState(before: RunProgress, after: RunProgress): boolean {
  return (
    before.status === after.status &&
    before.steps === after.steps &&
    before.depth === after.depth &&
    before.pending === after.pending &&
    before.budget === after.budget &&
    before.haltReason === after.haltReason &&
    before.error === after.error
  );
}
