import type { ModelPricing, TokenPrices } from "@pelorus/core";
import type { ModelPrice, TieredPrices } from "@pydantic/genai-prices";

/** What the shipped snapshot knows of a vendor's model. */
export interface ModelFacts {
  /** Tokens. */
  readonly contextWindow?: number;
  /** US dollars. */
  readonly pricing?: ModelPricing;
}

/**
 * Window and price of a model in the snapshot of `@pydantic/genai-prices`, which is loaded when it is first asked; undefined
 * for a model it does not know. `vendor` is the vendor's id there (`openai`, `anthropic`); `at` decides between
 * prices that changed. A caller's own `pricing` wins over it everywhere. Nothing is fetched.
 */
export async function modelFacts(
  vendor: string,
  modelId: string,
  at: Date = new Date(),
): Promise<ModelFacts | undefined> {
  const { calcPrice } = await import("@pydantic/genai-prices");
  let found: ReturnType<typeof calcPrice>;
  try {
    found = calcPrice({}, modelId, { providerId: vendor, timestamp: at });
  } catch {
    // What the snapshot cannot make sense of is not known.
    return undefined;
  }
  if (found === null) return undefined;
  const pricing = pricingOf(found.model_price);
  return {
    ...(found.model.context_window === undefined ? {} : { contextWindow: found.model.context_window }),
    ...(pricing === undefined ? {} : { pricing }),
  };
}

/** Only where input and output both have a price: half a price is none. */
function pricingOf(price: ModelPrice): ModelPricing | undefined {
  const base = pricesAbove(price, 0);
  if (base === undefined) return undefined;
  const starts = Object.values(price).flatMap((each) => (isTiered(each) ? each.tiers.map(({ start }) => start) : []));
  const longPrompts = [...new Set(starts)]
    .sort((one, other) => one - other)
    .flatMap((start) => {
      const prices = pricesAbove(price, start + 1);
      return prices === undefined ? [] : [{ overInputTokens: start, ...prices }];
    });
  return { currency: "USD", ...base, ...(longPrompts.length === 0 ? {} : { longPrompts }) };
}

function pricesAbove(price: ModelPrice, inputTokens: number): TokenPrices | undefined {
  const at = (name: string): number | undefined => {
    const stated = price[name];
    if (!isTiered(stated)) return stated;
    return stated.tiers.findLast(({ start }) => inputTokens > start)?.price ?? stated.base;
  };
  const input = at("input_mtok");
  const output = at("output_mtok");
  if (input === undefined || output === undefined) return undefined;
  const cached = at("cache_read_mtok");
  const written = at("cache_write_mtok");
  return {
    inputPerMillion: input,
    outputPerMillion: output,
    ...(cached === undefined ? {} : { cachedInputPerMillion: cached }),
    ...(written === undefined ? {} : { cacheWritePerMillion: written }),
  };
}

function isTiered(price: number | TieredPrices | undefined): price is TieredPrices {
  return typeof price === "object";
}
