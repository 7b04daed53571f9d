import { type LanguageModel, ModelCallError } from "@pelorus/core";
import { type CallEnd, gatedModel } from "./gated-model.js";

/** When a circuit breaker opens and tries again. */
export interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit; default 5. */
  readonly failures?: number;
  /** Milliseconds for which an open circuit refuses every call, before one is let through to probe; default 30,000. */
  readonly openMs?: number;
  /** Told when the circuit opens, lets a probe through, or closes. */
  readonly onStateChange?: (state: "open" | "half-open" | "closed") => void;
}

/**
 * A model that is left alone while it is down: after so many failures in a row calls are refused at once, not retryably,
 * so that a fallback takes over without waiting. After a while one call probes; the others wait for its outcome. Only
 * outages count (network, time-out, 5xx): refusals such as 400, 401, 404 and 429 and aborts do not. RangeError for wrong
 * numbers.
 */
export function withCircuitBreaker(model: LanguageModel, options: CircuitBreakerOptions = {}): LanguageModel {
  const { failures = 5, openMs = 30_000, onStateChange } = options;
  if (!(Number.isInteger(failures) && failures >= 1))
    throw new RangeError(`failures: expected an integer from 1, got ${failures}`);
  if (!(openMs > 0)) throw new RangeError(`openMs: expected a number above 0, got ${openMs}`);
  let loaded: ReturnType<typeof loadBreaker> | undefined;
  return gatedModel(model, {
    async enter({ signal }) {
      loaded ??= loadBreaker(failures, openMs, onStateChange);
      const breaker = await loaded;
      return new Promise((resolve, reject) => {
        const onAbort = (): void => reject(signal.reason);
        if (signal.aborted) return onAbort();
        signal.addEventListener("abort", onAbort, { once: true });
        const letIn = (): Promise<void> =>
          new Promise((end, fail) => {
            signal.removeEventListener("abort", onAbort);
            // Whoever waited for a probe may have gone meanwhile.
            if (signal.aborted) return fail(signal.reason);
            // A call that took too long is aborted with a time-out, which is an outage; a person's abort is none.
            resolve(({ error }: CallEnd) => (error === undefined ? end() : fail(error)));
          });
        breaker.execute(letIn).catch((error: unknown) => {
          signal.removeEventListener("abort", onAbort);
          reject(breaker.isRefusal(error) ? refusal(model, openMs) : error);
        });
      });
    },
  });
}

function refusal({ provider, modelId }: LanguageModel, openMs: number): ModelCallError {
  return new ModelCallError(
    `${provider}:${modelId} failed too often and is left alone; it is tried again within ${openMs} ms.`,
    { usage: { inputTokens: 0, outputTokens: 0 } },
  );
}

/** True for what says that the provider is down, and not for what it says about one call. */
function isOutage(error: unknown): boolean {
  const { isRetryable, statusCode } = (
    typeof error === "object" && error !== null ? error : {}
  ) as Partial<ModelCallError>;
  return isRetryable === true && (statusCode === undefined || statusCode >= 500);
}

async function loadBreaker(failures: number, openMs: number, onStateChange: CircuitBreakerOptions["onStateChange"]) {
  const { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } = await import(
    "cockatiel"
  );
  const policy = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: openMs,
    breaker: new ConsecutiveBreaker(failures),
  });
  policy.onStateChange((state) => {
    if (state === CircuitState.Open) onStateChange?.("open");
    else onStateChange?.(state === CircuitState.HalfOpen ? "half-open" : "closed");
  });
  return {
    execute: (letIn: () => Promise<void>) => policy.execute(letIn),
    isRefusal: (error: unknown) => error instanceof BrokenCircuitError,
  };
}
