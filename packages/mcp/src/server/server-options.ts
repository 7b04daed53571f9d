import type { Journal, RunOptions } from "@pelorus/core";
import { McpError } from "../mcp-error.js";

/** What each run gets of its own, and so is no option of the server. */
type PerRun = "runId" | "sessionId" | "journal" | "signal" | "onEvent" | "clarifyHandler" | "priorCso" | "deadline";

/** Options of `createMcpServer`: those of every run, and a few of the server. */
export interface PelorusServerOptions extends Omit<RunOptions, PerRun> {
  /** Keeps the runs, such as `recordFolder(path)`; default memory, for as long as the server remembers them. */
  readonly store?: Journal;
  /** What the server calls itself; default `pelorus`. */
  readonly name?: string;
  /** Runs that may be under way or wait at once; default 16. */
  readonly maximumRuns?: number;
  /** Ended runs that are remembered; default 100. With a `store`, older ones are read from it. */
  readonly rememberedRuns?: number;
  /** Milliseconds a client has to answer a question before the run is left waiting; default 600,000. */
  readonly answerTimeoutMs?: number;
}

export interface ServerSettings {
  readonly run: Omit<RunOptions, PerRun>;
  readonly store: Journal | null;
  readonly name: string;
  readonly maximumRuns: number;
  readonly rememberedRuns: number;
  readonly answerTimeoutMs: number;
}

/** Completes the options. Throws McpError `mcp_option_invalid` that names every wrong one of the server's own. */
export function serverSettings(options: PelorusServerOptions): ServerSettings {
  const {
    store,
    name = "pelorus",
    maximumRuns = 16,
    rememberedRuns = 100,
    answerTimeoutMs = 600_000,
    ...run
  } = options;
  const problems: string[] = [];
  for (const [option, value] of Object.entries({ maximumRuns, rememberedRuns, answerTimeoutMs })) {
    if (!Number.isSafeInteger(value) || value < 1) problems.push(`${option} must be a whole number from 1`);
  }
  if (typeof name !== "string" || name === "") problems.push("name must be a non-empty string");
  if (store !== undefined && !["read", "append", "putBlob", "getBlob"].every((method) => hasMethod(store, method))) {
    problems.push("store must be a journal, such as recordFolder(path)");
  }
  const perRun = ["runId", "sessionId", "journal", "signal", "onEvent", "clarifyHandler", "priorCso", "deadline"];
  for (const option of perRun) if (option in run) problems.push(`${option} is set for each run by the server`);
  if (run.model === undefined) problems.push("model is required");
  if (problems.length > 0) {
    throw new McpError("mcp_option_invalid", `Options of createMcpServer: ${problems.join("; ")}.`);
  }
  return { run, store: store ?? null, name, maximumRuns, rememberedRuns, answerTimeoutMs };
}

const hasMethod = (value: object, name: string): boolean =>
  typeof (value as unknown as Record<string, unknown>)[name] === "function";
