import type { CapabilityCallContext, CapabilityImplementation } from "../contract/capability.js";
import { PelorusError } from "../contract/error.js";
import { redactCredentials } from "../contract/redact-credentials.js";

/** How one attempt to run an implementation ended. */
export type AttemptOutcome =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string; readonly isRetryable: boolean; readonly retryAfterMs?: number }
  /** The implementation itself refused the arguments. */
  | { readonly kind: "invalid"; readonly message: string }
  /** `afterMs`: the time limit that was hit. */
  | { readonly kind: "timeout"; readonly afterMs: number }
  | { readonly kind: "aborted" };

/** Longer waits overflow the timer and would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** How many times its time limit a call that keeps reporting progress may take in all (POS-EXE-08). */
const PROGRESS_EXTENSIONS = 10;
/** Characters of an error's message that are kept. */
const MAX_MESSAGE = 16_384;

/**
 * Runs an implementation once, under a time limit (ms) and the caller's signal, merged into the one it is handed
 * (POS-EXE-03). Ends as soon as either fires, whether the implementation heeds it or not; what comes later is dropped.
 * Reporting progress starts the limit anew, up to ten times the limit in all (POS-EXE-08). No timer and no listener is
 * left behind.
 */
export function attemptCall(
  execute: CapabilityImplementation,
  args: Readonly<Record<string, unknown>>,
  options: {
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
    readonly context: Omit<CapabilityCallContext, "signal">;
  },
): Promise<AttemptOutcome> {
  const { signal, context } = options;
  if (signal.aborted) return Promise.resolve({ kind: "aborted" });
  return new Promise((resolve) => {
    const controller = new AbortController();
    let open = true;
    const settle = (outcome: AttemptOutcome): void => {
      open = false;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(outcome);
    };
    const onAbort = (): void => {
      settle({ kind: "aborted" });
      controller.abort(signal.reason);
    };
    const onTimeout = (): void => {
      settle({ kind: "timeout", afterMs });
      controller.abort(new DOMException("The time limit of the call has passed.", "TimeoutError"));
    };
    const limitMs = Math.min(options.timeoutMs, MAX_TIMER_MS);
    const totalMs = limitMs * PROGRESS_EXTENSIONS;
    const started = Date.now();
    let afterMs = options.timeoutMs;
    let timer = setTimeout(onTimeout, limitMs);
    const extend = (): void => {
      const leftMs = totalMs - (Date.now() - started);
      // POS-EXE-08: who reports is alive, but not for ever.
      if (leftMs <= limitMs) afterMs = totalMs;
      clearTimeout(timer);
      timer = setTimeout(onTimeout, Math.max(0, Math.min(limitMs, leftMs)));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    const { idempotencyKey, runId, stepId, callId } = context;
    const handed: CapabilityCallContext = {
      idempotencyKey,
      runId,
      stepId,
      callId,
      signal: controller.signal,
      reportProgress: (progress) => {
        if (!open) return;
        extend();
        context.reportProgress(progress);
      },
      remark: (text) => {
        if (open) context.remark(text);
      },
    };
    // Inside a promise, so that a throw before the first await is a rejection like any other.
    Promise.resolve()
      .then(() => execute(args, handed))
      .then(
        (value) => settle({ kind: "value", value }),
        (error: unknown) => settle(failureOf(error)),
      );
  });
}

function failureOf(error: unknown): AttemptOutcome {
  const message = redactCredentials(messageOf(error).slice(0, MAX_MESSAGE));
  if (PelorusError.isInstance(error) && error.code === "tool_call_invalid") return { kind: "invalid", message };
  const marks = (typeof error === "object" && error !== null ? error : {}) as {
    isRetryable?: unknown;
    retryAfterMs?: unknown;
  };
  return {
    kind: "error",
    message,
    isRetryable: marks.isRetryable === true,
    ...(typeof marks.retryAfterMs === "number" ? { retryAfterMs: marks.retryAfterMs } : {}),
  };
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === "" ? error.name : error.message;
  if (typeof error === "string") return error;
  const message = typeof error === "object" && error !== null ? (error as { message?: unknown }).message : undefined;
  return typeof message === "string" ? message : "The capability failed without saying why.";
}
