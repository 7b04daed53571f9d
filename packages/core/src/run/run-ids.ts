import { randomBytes } from "node:crypto";
import type { RunOptions } from "./run-options.js";

/** The ids of a new run: the caller's, else made by `ids`, else random. */
export function newRunIds(options: RunOptions): { runId: string; sessionId: string } {
  const make = options.ids ?? ((prefix: string) => `${prefix}${randomBytes(8).toString("hex")}`);
  return { runId: options.runId ?? make("run_"), sessionId: options.sessionId ?? make("session_") };
}
