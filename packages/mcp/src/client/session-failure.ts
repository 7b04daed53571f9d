import { McpError } from "../mcp-error.js";
import type { Sdk } from "./load-sdk.js";

/** What an error of a request means for the call and for the session. */
export interface Failure {
  readonly error: unknown;
  /** True where the server is gone: the session has to be opened anew. */
  readonly lost: boolean;
}

export interface FailureContext {
  readonly sdk: Sdk;
  readonly label: string;
  readonly signal: AbortSignal;
  redact(text: string): string;
  /** Why the session ended, where it has. */
  readonly ended: McpError | null;
}

const MAX_WORDS = 2_000;

/** Reads what a request threw. An abort stays what the caller made it. */
export function failureOf(thrown: unknown, context: FailureContext): Failure {
  const { sdk, label, signal } = context;
  if (signal.aborted) return { error: signal.reason, lost: false };
  if (context.ended !== null) return { error: context.ended, lost: false };
  if (McpError.isInstance(thrown)) return { error: thrown, lost: false };
  const words = context.redact(wordsOf(thrown));
  if (thrown instanceof sdk.ProtocolError) {
    if (thrown.code === sdk.ErrorCode.RequestTimeout && /time(?:d out|out)/i.test(thrown.message)) {
      return { error: new McpError("mcp_call_timeout", `${label} gave no result in time: ${words}`), lost: false };
    }
    if (thrown.code === sdk.ErrorCode.ConnectionClosed && /connection closed/i.test(thrown.message)) {
      return { error: unavailable(label, "it ended during the call"), lost: true };
    }
    return { error: new McpError("mcp_call_failed", `${label} refused the call: ${words}`), lost: false };
  }
  if (thrown instanceof sdk.StreamableHTTPError || thrown instanceof sdk.SseError) {
    const status = thrown.code ?? 0;
    // A session the server has forgotten is opened anew; so is one whose server answers nothing of use.
    if (status === 404 || status >= 500) return { error: unavailable(label, words), lost: true };
    return { error: new McpError("mcp_call_failed", `${label} refused the call: ${words}`), lost: false };
  }
  if (isNetworkFault(thrown)) return { error: unavailable(label, words), lost: true };
  return { error: new McpError("mcp_result_invalid", `${label} answered what is no result: ${words}`), lost: false };
}

/** The server cannot be asked just now; whether a call under way happened is not known. */
export function unavailable(label: string, reason: string): McpError {
  return new McpError("mcp_server_unavailable", `The MCP server ${label} is not available: ${reason}`, {
    isRetryable: true,
  });
}

/** What an error says, with the cause that `fetch` hides. */
export function wordsOf(thrown: unknown): string {
  const parts: string[] = [];
  for (let error = thrown, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth++) {
    const code = (error as { code?: unknown }).code;
    const message = error.message === "" && typeof code === "string" ? code : error.message;
    if (message !== "" && !parts.includes(message)) parts.push(message);
  }
  const text = parts.length === 0 ? String(thrown) : parts.join(": ");
  return text.slice(0, MAX_WORDS).toWellFormed();
}

function isNetworkFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return thrown instanceof TypeError || typeof (thrown as { code?: unknown }).code === "string";
}
