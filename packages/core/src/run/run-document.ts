import type { Run } from "./run.js";
import type { RunDocument } from "./run-recorder.js";

/** What `run.json` of a record says of a run now. */
export function runDocument(run: Run, status: RunDocument["status"]): RunDocument {
  const { runId, sessionId, request, optionsDigest } = run;
  return { runId, sessionId, request, optionsDigest, status };
}
