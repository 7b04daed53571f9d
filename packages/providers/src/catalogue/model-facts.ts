import type { ModelPricing, TokenPrices } from "@pelorus/core";

/** What the price snapshot knows of a model. */
export interface ModelFacts {
  /** Tokens of the context window. */
  readonly contextWindow?: number;
  readonly pricing?: ModelPricing;
}

type Prices = Readonly<Record<string, number | { readonly base: number; readonly tiers: readonly Tier[] } | undefined>>;
interface Tier {
  readonly start: number;
  readonly price: number;
}

/** Names of the snapshot for the prices we keep. */
const PRICE_NAMES = {
  inputPerMillion: "input_mtok",
  outputPerMillion: "output_mtok",
  cachedInputPerMillion: "cache_read_mtok",
  cacheWritePerMillion: "cache_write_mtok",
} as const satisfies Readonly<Record<keyof TokenPrices, string>>;

/**
 * Window and prices of a model of a provider (`openai`, `anthropic`, …) from the installed snapshot; empty for a model it
 * does not know. The snapshot is loaded on first use. Nothing is asked of any network.
 */
export async function modelFacts(providerId: string, modelId: string): Promise<ModelFacts> {
  const { calcPrice } = await import("@pydantic/genai-prices");
  const found = calcPrice({}, modelId, { providerId });
  if (found === null) return {};
  const { context_window: contextWindow } = found.model;
  const pricing = pricingOf(found.model_price as Prices);
  return {
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(pricing === undefined ? {} : { pricing }),
  };
}

/** The snapshot's prices in US dollars; undefined where input or output has none. */
function pricingOf(prices: Prices): ModelPricing | undefined {
  const base = pricesFrom(prices, 0);
  if (base === undefined) return undefined;
  const starts = Object.values(PRICE_NAMES).flatMap((name) => {
    const price = prices[name];
    return typeof price === "object" ? price.tiers.map((tier) => tier.start) : [];
  });
  const longPrompts = [...new Set(starts)]
    .sort((a, b) => a - b)
    .flatMap((start) => {
      const tier = pricesFrom(prices, start);
      return tier === undefined ? [] : [{ overInputTokens: start, ...tier }];
    });
  return { currency: "USD", ...base, ...(longPrompts.length === 0 ? {} : { longPrompts }) };
}

function pricesFrom(prices: Prices, start: number): TokenPrices | undefined {
  const at = (name: string): number | undefined => {
    const price = prices[name];
    if (typeof price !== "object") return price;
    return price.tiers.findLast((tier) => start > 0 && tier.start <= start)?.price ?? price.base;
  };
  const entries = Object.entries(PRICE_NAMES).flatMap(([ours, theirs]) => {
    const price = at(theirs);
    return price === undefined ? [] : [[ours, price] as const];
  });
  const found = Object.fromEntries(entries) as Partial<TokenPrices>;
  return found.inputPerMillion === undefined || found.outputPerMillion === undefined
    ? undefined
    : (found as TokenPrices);
}
