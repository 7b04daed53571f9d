import { runPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { catalogueKnowledge } from "../../src/catalogue/catalogue-knowledge.js";
import { modelFacts } from "../../src/catalogue/model-facts.js";

describe("what the shipped snapshot knows of a model", () => {
  it(`${verifies("POS-BUD-10", "POS-FBK-04")}window and prices, cached and written input and long prompts included`, async () => {
    expect(await modelFacts("openai", "gpt-5")).toEqual({
      contextWindow: 400_000,
      pricing: { currency: "USD", inputPerMillion: 1.25, outputPerMillion: 10, cachedInputPerMillion: 0.125 },
    });
    expect(await modelFacts("anthropic", "claude-sonnet-4-5-20250929")).toEqual({
      contextWindow: 200_000,
      pricing: {
        currency: "USD",
        inputPerMillion: 3,
        outputPerMillion: 15,
        cachedInputPerMillion: 0.3,
        cacheWritePerMillion: 3.75,
        longPrompts: [
          {
            overInputTokens: 200_000,
            inputPerMillion: 6,
            outputPerMillion: 22.5,
            cachedInputPerMillion: 0.6,
            cacheWritePerMillion: 7.5,
          },
        ],
      },
    });
  });

  it("takes the price of the day, and knows nothing of other models", async () => {
    const early = await modelFacts("anthropic", "claude-opus-4-6", new Date("2026-02-20T00:00:00Z"));
    const late = await modelFacts("anthropic", "claude-opus-4-6", new Date("2026-06-01T00:00:00Z"));
    expect([early?.pricing?.longPrompts?.length, late?.pricing?.longPrompts]).toEqual([1, undefined]);
    expect(await modelFacts("openai", "no-such-model")).toBeUndefined();
    expect(await modelFacts("no-such-vendor", "gpt-5")).toBeUndefined();
  });

  it(`${verifies("POS-BUD-10")}a caller's own word wins, and a run records where the window is from`, async () => {
    const own = { currency: "EUR", inputPerMillion: 1, outputPerMillion: 2 };
    const signal = new AbortController().signal;
    const known = catalogueKnowledge("openai", "gpt-5", { contextWindow: 5000, pricing: own });
    expect([known.pricing, known.loadPricing, await known.contextWindowSize?.({ signal })]).toEqual([
      own,
      undefined,
      5000,
    ]);
    const free = catalogueKnowledge("openai", "gpt-5", { pricing: false });
    expect([free.pricing, free.loadPricing]).toEqual([undefined, undefined]);
    const result = await runPositioned("Count the apples.", {
      model: {
        provider: "openai",
        modelId: "gpt-5",
        ...catalogueKnowledge("openai", "gpt-5", {}),
        doGenerate: async () => ({ text: "Eight.", usage: { inputTokens: 400, outputTokens: 100 } }),
      },
      onFailedChecks: "record",
    });
    expect(result.events[0]?.data).toMatchObject({ window: { tokens: 400_000, source: "catalogue" } });
    expect(result.cost).toEqual({ amount: expect.closeTo(0.0015, 9), currency: "USD", estimated: false });
  });
});
