import { describe, expect, it } from "vitest";
import { modelFacts } from "../../src/catalogue/model-facts.js";

describe("model facts", () => {
  it("knows window and prices of a model, dated names among them", async () => {
    for (const id of ["gpt-4o-mini", "gpt-4o-mini-2024-07-18"]) {
      const facts = await modelFacts("openai", id);
      expect(facts.contextWindow).toBe(128_000);
      expect(facts.pricing?.currency).toBe("USD");
      expect(facts.pricing?.outputPerMillion).toBeGreaterThan(facts.pricing?.inputPerMillion ?? Number.NaN);
      expect(facts.pricing?.cachedInputPerMillion).toBeLessThan(facts.pricing?.inputPerMillion ?? 0);
    }
  });

  it("keeps the prices of long prompts apart, in rising order", async () => {
    const { pricing } = await modelFacts("anthropic", "claude-sonnet-4-5");
    expect(pricing?.longPrompts).toHaveLength(1);
    const [long] = pricing?.longPrompts ?? [];
    expect(long?.overInputTokens).toBe(200_000);
    expect(long?.inputPerMillion).toBeGreaterThan(pricing?.inputPerMillion ?? Number.NaN);
    expect(pricing?.cacheWritePerMillion).toBeGreaterThan(pricing?.inputPerMillion ?? Number.NaN);
  });

  it("says nothing of what it does not know", async () => {
    expect(await modelFacts("openai", "no-such-model")).toEqual({});
  });
});
