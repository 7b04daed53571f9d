import type { ManagedRun } from "../runs/index.js";
import type { CursorSource } from "../sse/index.js";
import type { RunStatusDocument } from "./documents.js";

/** How a run stands now. */
export function statusDocument(run: ManagedRun, cursors: CursorSource): RunStatusDocument {
  const progress = run.progress();
  return {
    runId: run.runId,
    sessionId: run.sessionId,
    request: run.request,
    createdAt: run.createdAt,
    ...(run.recoveredFrom === undefined ? {} : { recoveredFrom: run.recoveredFrom }),
    ...progress,
    cursor: cursors.writer(run.runId, run.owner)(progress.lastSeq),
  };
}
