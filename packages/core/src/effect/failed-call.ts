import type { GuardedPrompt } from "../budget/guard-prompt-budget.js";
import { overflowFromProvider } from "../budget/overflow-from-provider.js";
import { reportTokens } from "../budget/report-tokens.js";
import { ContextOverflowError, type ModelCallError, PelorusError } from "../contract/error.js";
import type { RunErrorData } from "../contract/event.js";
import type { ModelUsage } from "../contract/model.js";
import { redactCredentials } from "../contract/redact-credentials.js";

/** Characters of an error's message that are kept. */
const MAX_MESSAGE = 8_192;

/** A failed call as it is journalled. */
export type FailureData = RunErrorData & {
  readonly retryAfterMs?: number;
  readonly statusCode?: number;
  /** Tokens of the window that an overflow names. */
  readonly window?: number;
};

/**
 * The overflow a failed call stands for, or null where it failed otherwise (POS-BUD-12). `window`: tokens of the window the
 * call was budgeted with; the provider's own word of it wins.
 */
export function overflowOf(
  error: FailureData,
  call: { readonly window: number; readonly margin: number; readonly budget: GuardedPrompt },
): ContextOverflowError | null {
  const { budget, margin } = call;
  const window = error.window ?? call.window;
  const reserved = budget.maxOutputTokens;
  // POS-BUD-16: what the call was reported with, not the bound that decided its fit.
  const { inputTokens } = reportTokens(budget);
  const sections = budget.sections.map((section) => ({ ...section, protected: false }));
  if (error.code !== "context_overflow") {
    return overflowFromProvider(error.message, { window, margin, reserved, inputTokens, sections });
  }
  const needed = inputTokens + reserved;
  return new ContextOverflowError({
    window,
    margin: 0,
    reserved,
    needed,
    sections,
    refused: true,
    cause: error.message,
  });
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
    ...(error instanceof ContextOverflowError && error.window > 0 ? { window: error.window } : {}),
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
