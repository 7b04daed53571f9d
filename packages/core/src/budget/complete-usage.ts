import { estimateTokens } from "../contract/estimate-tokens.js";
import type { ModelUsage } from "../contract/model.js";

/** Usage in which nothing is missing. */
export interface CompleteUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteInputTokens: number;
  readonly estimated: boolean;
}

/**
 * Fills what a provider left out with our own count and says so (POS-BUD-13). `inputTokens` is the count of the call's
 * budget; output counts ⌈bytes ÷ 4⌉ of text and reasoning. Cached input is part of input, never added to it.
 */
export function completeUsage(
  reported: ModelUsage | undefined,
  call: { readonly inputTokens: number; readonly output: string; readonly reasoning?: string | undefined },
): CompleteUsage {
  const inputTokens = reported?.inputTokens ?? call.inputTokens;
  const outputTokens = reported?.outputTokens ?? estimateTokens(call.output + (call.reasoning ?? ""));
  const cachedInputTokens = Math.min(inputTokens, reported?.cachedInputTokens ?? 0);
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteInputTokens: Math.min(inputTokens - cachedInputTokens, reported?.cacheWriteInputTokens ?? 0),
    // POS-BUD-13: one missing number makes the sum an estimate.
    estimated:
      reported?.inputTokens === undefined || reported.outputTokens === undefined || (reported.estimated ?? false),
  };
}
