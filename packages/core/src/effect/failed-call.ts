import type { GuardedPrompt } from "../budget/guard-prompt-budget.js";
import { type ModelCallError, PelorusError } from "../contract/error.js";
import type { RunErrorData } from "../contract/event.js";
import type { ModelUsage } from "../contract/model.js";
import { redactCredentials } from "../contract/redact-credentials.js";

/** Characters of an error's message that are kept. */
const MAX_MESSAGE = 8_192;

/** A failed call as it is journalled. */
export type FailureData = RunErrorData & { readonly retryAfterMs?: number; readonly statusCode?: number };

/** The numbers of an overflow that the provider noticed. */
export function overflowDetail(window: number, guarded: GuardedPrompt, cause: string) {
  return {
    window,
    margin: 0,
    reserved: guarded.maxOutputTokens,
    needed: Math.max(window + 1, guarded.inputTokens + guarded.maxOutputTokens),
    sections: guarded.sections.map((section) => ({ ...section, protected: false })),
    cause,
  };
}

/** What is kept of an error a model threw. */
export function failureData(error: unknown): FailureData {
  const told = (typeof error === "object" && error !== null ? error : {}) as Partial<ModelCallError>;
  const { retryAfterMs, statusCode } = told;
  return {
    code: PelorusError.isInstance(error) ? error.code : "model_call_failed",
    message: redactCredentials((error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE)),
    isRetryable: told.isRetryable === true,
    ...(typeof retryAfterMs === "number" ? { retryAfterMs } : {}),
    ...(typeof statusCode === "number" ? { statusCode } : {}),
  };
}

/**
 * POS-FBK-03: what a failed call is charged with. An adapter knows best; a call that was refused with a status and brought
 * nothing used nothing; of any other the prompt and what came of the answer are counted.
 */
export function usageOfFailure(error: unknown, output: string): ModelUsage | undefined {
  const { usage, statusCode } = (typeof error === "object" && error !== null ? error : {}) as Partial<ModelCallError>;
  if (typeof usage === "object" && usage !== null) return usage;
  // POS-FBK-03
  return typeof statusCode === "number" && output === "" ? { inputTokens: 0, outputTokens: 0 } : undefined;
}
