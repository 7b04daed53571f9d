import type { RunState } from "./run-documents.js";

/** True for states no answer and no time changes any more. */
export function isFinal(status: RunState): status is "complete" | "partial" | "halted" {
  return status !== "running" && status !== "waiting" && status !== "interrupted";
}
