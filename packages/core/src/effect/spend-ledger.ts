import { priceUsage } from "../budget/price-usage.js";
import type { ModelPricing } from "../contract/model.js";

/** Raised when the next call of a run could bring its spend above `maxCost`. */
export class CostLimitReached extends Error {}

/** An answer of fewer tokens is not worth its prompt. */
const LEAST_OUTPUT = 128;

/**
 * What a run has spent and may still spend, in one currency: that of the first priced model it calls. Shared by all
 * models of the run, its judge and its fallbacks included.
 */
export class SpendLedger {
  /** Absent while no priced call was made. */
  spent: number | undefined;
  currency: string | undefined;
  /** True when a part of `spent` rests on estimated tokens. */
  estimated = false;
  readonly #maxCost: number | undefined;
  /** What the calls under way may cost at most. */
  #reserved = 0;

  constructor(maxCost: number | undefined) {
    this.#maxCost = maxCost;
  }

  get isLimited(): boolean {
    return this.#maxCost !== undefined;
  }

  /**
   * POS-FBK-04: the output tokens a call may have so that the limit holds whatever it answers, at most `wanted`; it may use
   * `beside` more. Throws `CostLimitReached` where that is no answer.
   */
  affordableOutput(pricing: ModelPricing | undefined, inputTokens: number, wanted: number, beside = 0): number {
    if (this.#maxCost === undefined || pricing === undefined) return wanted;
    // Two currencies have no sum; a limit that could not hold stops the run instead.
    if (this.currency !== undefined && this.currency !== pricing.currency) throw new CostLimitReached();
    const left = this.#maxCost - (this.spent ?? 0) - this.#reserved;
    const perToken =
      priceUsage(pricing, { inputTokens, outputTokens: 1 }) - priceUsage(pricing, { inputTokens, outputTokens: 0 });
    const forOutput = left - worstInputPrice(pricing, inputTokens) - beside * perToken;
    if (forOutput < 0 || left <= 0) throw new CostLimitReached();
    const affordable = perToken === 0 ? wanted : Math.min(wanted, Math.floor(forOutput / perToken + 1e-9));
    // POS-FBK-04
    if (affordable < Math.min(wanted, LEAST_OUTPUT)) throw new CostLimitReached();
    return affordable;
  }

  /** Sets aside what a call may cost at most; returns how to give it back. */
  reserve(pricing: ModelPricing | undefined, inputTokens: number, outputTokens: number): () => void {
    if (this.#maxCost === undefined || pricing === undefined) return () => {};
    const most =
      worstInputPrice(pricing, inputTokens) +
      priceUsage(pricing, { inputTokens, outputTokens }) -
      priceUsage(pricing, { inputTokens, outputTokens: 0 });
    this.#reserved += most;
    return () => {
      this.#reserved -= most;
      if (this.#reserved < 1e-12) this.#reserved = 0;
    };
  }

  /** Adds what a call cost. `total` is absent where the amount is in another currency than the run's. */
  add(
    amount: number,
    currency: string,
    estimated: boolean,
  ): { readonly amount: number; readonly currency: string; readonly total?: number } {
    this.currency ??= currency;
    if (this.currency !== currency) return { amount, currency };
    this.spent = (this.spent ?? 0) + amount;
    this.estimated ||= estimated;
    return { amount, currency, total: this.spent };
  }
}

/** Input is dearest where all of it is written to a cache. */
function worstInputPrice(pricing: ModelPricing, inputTokens: number): number {
  return Math.max(
    priceUsage(pricing, { inputTokens, outputTokens: 0 }),
    priceUsage(pricing, { inputTokens, outputTokens: 0, cacheWriteInputTokens: inputTokens }),
  );
}
