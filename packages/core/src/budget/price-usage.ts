import type { ModelPricing } from "../contract/model.js";
import type { CompleteUsage } from "./complete-usage.js";

/** What a call costs, in the currency of `pricing`. Cached and cache-written input are part of input (POS-BUD-13). */
export function priceUsage(
  pricing: ModelPricing,
  usage: Pick<CompleteUsage, "inputTokens" | "outputTokens"> &
    Partial<Pick<CompleteUsage, "cachedInputTokens" | "cacheWriteInputTokens">>,
): number {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteInputTokens = 0 } = usage;
  const prices = pricing.longPrompts?.findLast(({ overInputTokens }) => inputTokens > overInputTokens) ?? pricing;
  const { inputPerMillion, outputPerMillion } = prices;
  return (
    ((inputTokens - cachedInputTokens - cacheWriteInputTokens) * inputPerMillion +
      cachedInputTokens * (prices.cachedInputPerMillion ?? inputPerMillion) +
      cacheWriteInputTokens * (prices.cacheWritePerMillion ?? inputPerMillion) +
      outputTokens * outputPerMillion) /
    1_000_000
  );
}
