import { callFailure } from "../wire/call-failure.js";
import type { FailureContext } from "../wire/provider-failure.js";
import { withCallSignal } from "../wire/with-call-signal.js";
import { callServer, type ServerAccess } from "./server-call.js";

/** A question about the server itself has this long, in milliseconds. */
const QUESTION_TIMEOUT_MS = 5000;

/**
 * Asks a server about itself: the JSON it answers, or undefined where it knows no such question. Refusals of the key
 * and servers that are not there are thrown.
 */
export async function askServer(
  access: ServerAccess,
  url: string,
  options: { readonly body?: unknown; readonly signal: AbortSignal; readonly context: FailureContext },
): Promise<Record<string, unknown> | undefined> {
  return withCallSignal(options.signal, async (signal) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(QUESTION_TIMEOUT_MS)]);
    try {
      const response = await callServer(access, url, { ...options, signal: limited });
      const answer: unknown = await response.json();
      return isObject(answer) ? answer : undefined;
    } catch (error) {
      const failure = callFailure(error, options.context, options.signal);
      const { statusCode } = failure as { readonly statusCode?: number };
      if (statusCode === 401 || statusCode === 403) throw failure;
      // No such path, a page for people, no JSON: the server is another one.
      if (statusCode !== undefined || error instanceof SyntaxError) return undefined;
      throw failure;
    }
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
