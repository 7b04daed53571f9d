import { sha256Digest } from "../contract/digest.js";
import type { ToolExecutionResult, ToolOutcome } from "../contract/observation.js";
import type { Run } from "./run.js";

/** The outcome of a call as it is journalled. */
export interface RecordedToolCall {
  readonly status: ToolOutcome;
  readonly errors: readonly string[];
  readonly summary: string;
  readonly payloadDigest?: string;
  /** Whether the result satisfied the output schema; absent where there is none, or where nobody checked. */
  readonly outputValid?: boolean;
  /** What is to be known beside the outcome. */
  readonly note?: string;
  /** What the capability says a person should know. */
  readonly remarks?: readonly string[];
  readonly bytes: number;
  readonly timestamp: string;
  readonly durationMs: number;
}

/** Raw results go to the blob store; the window sees a summary (POS-EXE-06). */
export async function recordResult(
  run: Run,
  result: ToolExecutionResult,
  durationMs: number,
): Promise<RecordedToolCall> {
  if (result.status === "ok" && result.payload !== undefined) {
    const { outputValid, note, remarks } = result;
    const payload = maskedPayload(run, result.payload);
    const summary = payload === result.payload ? result.observation?.payloadSummary : undefined;
    const recorded = await recordPayload(run, payload, durationMs, summary);
    if (outputValid === undefined && note === undefined && remarks === undefined) return recorded;
    return {
      ...recorded,
      ...(outputValid === undefined ? {} : { outputValid }),
      ...(note === undefined ? {} : { note }),
      ...(remarks === undefined ? {} : { remarks }),
    };
  }
  const status: ToolOutcome =
    result.status === "validation_failed" || result.status === "not_registered" || result.status === "ok"
      ? "error"
      : result.status;
  return {
    status,
    errors: result.errors,
    summary: `${status}: ${result.errors.join("; ")}`,
    bytes: 0,
    timestamp: new Date(run.clock()).toISOString(),
    durationMs,
  };
}

/** POS-SEC-01: a result is kept whole, so it goes without the secrets as well. */
function maskedPayload(run: Run, payload: string): string {
  const { mask } = run.door;
  if (mask === null) return payload;
  const value: unknown = JSON.parse(payload);
  const masked = mask.value(value);
  return masked === value ? payload : JSON.stringify(masked);
}

/** Keeps the result of a call that went well; `payload` is JSON text. */
export async function recordPayload(
  run: Run,
  payload: string,
  durationMs: number,
  summary?: string,
): Promise<RecordedToolCall> {
  const bytes = new TextEncoder().encode(payload);
  const digest = sha256Digest(payload);
  await run.journal.putBlob(digest, bytes, run.runId);
  return {
    status: "ok",
    errors: [],
    summary: summary ?? run.summarise(payload),
    payloadDigest: digest,
    bytes: bytes.length,
    timestamp: new Date(run.clock()).toISOString(),
    durationMs,
  };
}

/** The outcome of a call that may have happened or not. */
export function lostCall(run: Run, why: string): RecordedToolCall {
  return {
    status: "lost",
    errors: [why],
    summary: `lost: ${why}`,
    bytes: 0,
    timestamp: new Date(run.clock()).toISOString(),
    durationMs: 0,
  };
}
