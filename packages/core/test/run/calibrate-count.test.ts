import { type LanguageModel, memoryJournal, replayRun, runPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

const GOOD = "There are many apples on the shelves of the store.";
const FACTS = Array.from({ length: 30 }, (_, n) => `Shelf ${n} of the store holds ${n} apples and pears. `.repeat(6));
const PLAN = fixedPlan([
  ["RETRIEVE", []],
  ["GENERATE", [1]],
]);

/** A model near whose window prompts come, with a tokenizer of its own: every word is a token. */
function nearWindow(extra: Partial<LanguageModel>) {
  return scriptedModel(() => GOOD, {
    contextWindowSize: () => 900,
    countTokens: (text) => text.split(/\s+/).length,
    ...extra,
  });
}

const run = (model: LanguageModel, more = {}) =>
  runPositioned("Count the apples on all shelves of the store.", {
    model,
    classifier: PLAN,
    contextFacts: FACTS,
    maxOutputTokens: 200,
    safetyMargin: 0,
    onFailedChecks: "record",
    ...more,
  });

describe("a provider that counts prompts", () => {
  it(`${verifies("POS-BUD-09", "POS-BUD-02")}is asked once, near the window, and what it counts keeps every call inside it`, async () => {
    const asked: number[] = [];
    const really = (text: string) => Math.ceil(text.split(/\s+/).length * 1.5);
    const model = nearWindow({
      countPromptTokens: async ({ prompt }) => {
        asked.push(prompt.length);
        return really(prompt);
      },
    });
    const journal = memoryJournal();
    const result = await run(model, { journal, runId: "c" });
    expect(asked).toHaveLength(1);
    for (const call of model.calls) expect(really(call.prompt) + call.maxOutputTokens).toBeLessThanOrEqual(900);
    const plain = nearWindow({});
    await run(plain);
    expect(plain.calls.some((call) => really(call.prompt) + call.maxOutputTokens > 900)).toBe(true);
    const tokenCounter = { name: "words", exact: true, count: (text: string) => text.split(/\s+/).length };
    expect((await replayRun({ journal, runId: "c" }, { tokenCounter })).events).toEqual(result.events);
  });

  it(`${verifies("POS-BUD-04")}is not asked while the bound settles the budget, and may fail or say nothing`, async () => {
    let asked = 0;
    const roomy = nearWindow({
      contextWindowSize: () => 200_000,
      countPromptTokens: async () => {
        asked++;
        return 1;
      },
    });
    await run(roomy);
    expect(asked).toBe(0);
    for (const countPromptTokens of [
      () => Promise.reject(new Error("offline")),
      async () => Number.NaN,
      async () => 1,
    ]) {
      const result = await run(nearWindow({ countPromptTokens }));
      expect(result.status).toBe("complete");
    }
  });
});
