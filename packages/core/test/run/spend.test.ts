import {
  ModelCallError,
  type ModelPricing,
  memoryJournal,
  type RunOptions,
  replayRun,
  runPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { priceUsage } from "../../src/budget/price-usage.js";
import { SpendLedger } from "../../src/effect/spend-ledger.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

const GOOD = "There are eight apples in the store.";
const PRICE: ModelPricing = {
  currency: "USD",
  inputPerMillion: 1000,
  outputPerMillion: 2000,
  cachedInputPerMillion: 100,
};
const SIX = fixedPlan(Array.from({ length: 6 }, (_, index) => ["RETRIEVE", index === 0 ? [] : [index]] as const));

const options = (more: Partial<RunOptions>): RunOptions =>
  ({ classifier: SIX, onFailedChecks: "record", maxOutputTokens: 200, ...more }) as RunOptions;

const spendOf = (events: Awaited<ReturnType<typeof runPositioned>>["events"]) =>
  events.flatMap((event) => (event.kind === "spend_recorded" ? [event.data] : []));

describe("what a run spends", () => {
  it(`${verifies("POS-FBK-03", "POS-BUD-13")}prices cached, written and long input as the provider does`, () => {
    expect(priceUsage(PRICE, { inputTokens: 1000, cachedInputTokens: 900, outputTokens: 10 })).toBeCloseTo(
      0.1 + 0.09 + 0.02,
      12,
    );
    const tiered: ModelPricing = {
      ...PRICE,
      cacheWritePerMillion: 1250,
      longPrompts: [{ overInputTokens: 2000, inputPerMillion: 2000, outputPerMillion: 3000 }],
    };
    expect(priceUsage(tiered, { inputTokens: 1000, cacheWriteInputTokens: 400, outputTokens: 0 })).toBeCloseTo(1.1, 12);
    expect(priceUsage(tiered, { inputTokens: 2000, outputTokens: 0 })).toBeCloseTo(2, 12);
    expect(priceUsage(tiered, { inputTokens: 2001, outputTokens: 1000 })).toBeCloseTo(4.002 + 3, 12);
  });

  it(`${verifies("POS-FBK-03")}one account holds the calls of model and judge, and refused calls cost nothing`, async () => {
    let calls = 0;
    const model = scriptedModel(
      () => {
        if (++calls === 1) throw new ModelCallError("Busy.", { isRetryable: true, statusCode: 429, retryAfterMs: 1 });
        return {
          text: "Yes.",
          usage: { inputTokens: 400, outputTokens: 10 },
        };
      },
      { pricing: PRICE },
    );
    const judge = scriptedModel(() => ({ text: '{"checks": []}', usage: { inputTokens: 300, outputTokens: 4 } }), {
      modelId: "judge",
      pricing: PRICE,
    });
    const result = await runPositioned(
      "Is it true that apples are fruits?",
      options({ model, judge, depth: "D4", classifier: fixedPlan([["VERIFY", []]]) }),
    );
    const spend = spendOf(result.events);
    expect(spend[0]).toMatchObject({ inputTokens: 0, outputTokens: 0, amount: 0, estimated: false });
    expect(new Set(spend.map(({ model: name }) => name))).toEqual(new Set(["test:scripted", "test:judge"]));
    const sum = spend.reduce((total, { amount = 0 }) => total + amount, 0);
    expect(result.cost).toEqual({ amount: expect.closeTo(sum, 12), currency: "USD", estimated: false });
    expect(spend.at(-1)?.total).toBeCloseTo(sum, 12);
  });

  it(`${verifies("POS-FBK-03")}an adapter's own count of a cut call is charged`, async () => {
    const model = scriptedModel(
      () => {
        throw new ModelCallError("Cut.", { usage: { inputTokens: 777, outputTokens: 3 } });
      },
      { pricing: PRICE },
    );
    const result = await runPositioned("Count.", options({ model, retries: 0 }));
    expect(spendOf(result.events)).toMatchObject([{ inputTokens: 777, outputTokens: 3, estimated: false }]);
    expect(result.cost?.amount).toBeCloseTo(0.783, 12);
  });

  for (const lanes of [1, 3]) {
    it(`${verifies("POS-FBK-04")}a limit is never exceeded, and earlier work is kept (${lanes} lanes)`, async () => {
      const plan =
        lanes === 1
          ? SIX
          : fixedPlan([
              ...Array.from({ length: 6 }, () => ["RETRIEVE", []] as const),
              ["GENERATE", [1, 2, 3, 4, 5, 6]] as const,
            ]);
      // As dear as can be: every token that may be written is.
      const model = scriptedModel(
        (request) => ({
          text: "apple ".repeat(request.maxOutputTokens),
          usage: { inputTokens: Math.ceil(request.prompt.length / 4), outputTokens: request.maxOutputTokens },
        }),
        { pricing: PRICE },
      );
      const journal = memoryJournal();
      const result = await runPositioned(
        "Count the apples.",
        options({ model, maxCost: 2.2, lanes, classifier: plan, journal, runId: "m", maxContinuationWindows: 1 }),
      );
      expect([result.status, result.haltReason]).toEqual(["halted", "cost_limit"]);
      expect(result.cost?.amount).toBeGreaterThan(1);
      expect(result.cost?.amount).toBeLessThanOrEqual(2.2);
      expect(result.steps.some(({ outcome }) => outcome !== "failed")).toBe(true);
      expect((await replayRun({ journal, runId: "m" })).events).toEqual(result.events);
    });
  }

  it(`${verifies("POS-FBK-04")}the last call is shortened to what is left, and a stub of an answer is not bought`, async () => {
    const ledger = new SpendLedger(1);
    expect(ledger.affordableOutput(PRICE, 100, 1000)).toBe(450);
    expect(ledger.affordableOutput(PRICE, 100, 1000, 200)).toBe(250);
    expect(() => ledger.affordableOutput(PRICE, 100, 1000, 400)).toThrow();
    const giveBack = ledger.reserve(PRICE, 100, 300);
    expect(() => ledger.affordableOutput(PRICE, 100, 1000)).toThrow();
    giveBack();
    expect(ledger.affordableOutput(PRICE, 100, 1000)).toBe(450);
    expect(ledger.affordableOutput(PRICE, 970, 10)).toBe(10);
    ledger.add(0.5, "USD", false);
    expect(() => ledger.affordableOutput(PRICE, 300, 1000)).toThrow();
    // A second currency has no common sum with the first.
    expect(() => ledger.affordableOutput({ ...PRICE, currency: "EUR" }, 1, 1)).toThrow();
    expect(ledger.add(0.1, "EUR", false)).toEqual({ amount: 0.1, currency: "EUR" });
    expect(ledger.spent).toBe(0.5);
  });

  it(`${verifies("POS-FBK-04")}what a model thinks beside its answer counts`, async () => {
    const model = scriptedModel(() => GOOD, { pricing: PRICE, outputReserve: 5000 });
    const halted = await runPositioned("Count.", options({ model, maxCost: 10 }));
    expect([halted.haltReason, model.calls.length]).toEqual(["cost_limit", 0]);
    const { outputReserve: _, ...plain } = model;
    expect((await runPositioned("Count.", options({ model: plain, maxCost: 10 }))).haltReason).not.toBe("cost_limit");
  });

  it(`${verifies("POS-FBK-04")}a looked-up price is asked for once, journalled, and used by the replay`, async () => {
    let asked = 0;
    const model = scriptedModel(() => GOOD, {
      loadPricing: async () => {
        asked++;
        return PRICE;
      },
    });
    const journal = memoryJournal();
    const result = await runPositioned("Count.", options({ model, journal, runId: "p" }));
    expect(asked).toBe(1);
    expect(result.cost?.currency).toBe("USD");
    const replayed = await replayRun({ journal, runId: "p" });
    expect([replayed.cost, replayed.events]).toEqual([result.cost, result.events]);
  });

  it(`${verifies("POS-FBK-04")}a limit that cannot hold is told`, async () => {
    const result = await runPositioned("Count.", options({ model: scriptedModel(() => GOOD), maxCost: 1 }));
    const notes = result.events.flatMap((event) => (event.kind === "note_recorded" ? [event.data.detail] : []));
    expect(notes.filter((note) => note.startsWith("maxCost does not hold"))).toHaveLength(1);
    expect(result.cost).toBeNull();
  });
});
