import {
  defineCapability,
  type LanguageModel,
  ModelCallError,
  memoryJournal,
  type PositionedResult,
  type RunOptions,
  replayRun,
  resumePositioned,
  runPositioned,
  STL_OPERATIONS,
  verifyRecord,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

const GOOD = "There are eight apples in the store.";
const PRICE = { currency: "USD", inputPerMillion: 10, outputPerMillion: 20 };
const TWO_STEPS = fixedPlan([
  ["RETRIEVE", []],
  ["GENERATE", [1]],
]);

/** Answers the first `answers` calls and is down from then on. */
function failingAfter(answers: number, modelId: string, extra: Partial<LanguageModel> = {}) {
  return scriptedModel(
    (_, call) => {
      if (call > answers) throw new ModelCallError(`${modelId} is down.`, { isRetryable: true, statusCode: 503 });
      return GOOD;
    },
    { modelId, pricing: PRICE, ...extra },
  );
}

const well = (modelId: string, extra: Partial<LanguageModel> = {}) =>
  scriptedModel(() => GOOD, { modelId, pricing: PRICE, ...extra });

function setting(more: Partial<RunOptions> = {}) {
  const journal = memoryJournal();
  const options = (model: LanguageModel): RunOptions => ({
    model,
    journal,
    classifier: TWO_STEPS,
    retries: 0,
    onFailedChecks: "record",
    ...more,
  });
  return {
    start: (model: LanguageModel) => runPositioned("Count the apples.", { ...options(model), runId: "r" }),
    resume: async (model: LanguageModel) => (await resumePositioned("r", options(model))).result,
    answer: async (model: LanguageModel) => {
      const handle = await resumePositioned("r", options(model));
      const [pending] = (await handle.result).pending;
      if (pending?.kind !== "approval") throw new Error("no approval is pending");
      await handle.answer(pending.data.id, true);
      return handle.result;
    },
    check: async (result: PositionedResult) => {
      expect((await verifyRecord({ journal, runId: "r" })).intact).toBe(true);
      const replayed = await replayRun({ journal, runId: "r" });
      expect([replayed.events, replayed.cost]).toEqual([result.events, result.cost]);
    },
  };
}

const fallbacks = (result: PositionedResult) =>
  result.events.flatMap((event) => (event.kind === "model_fallback" ? [`${event.data.from} ${event.data.to}`] : []));

describe("a run whose model is gone", () => {
  it(`${verifies("POS-FBK-05", "POS-REC-04")}goes on with another one from where it was, and its record says so`, async () => {
    const { start, resume, check } = setting();
    const first = failingAfter(1, "first");
    const halted = await start(first);
    expect([halted.haltReason, halted.steps[0]?.outcome]).toEqual(["provider_call_failed", "done"]);
    const second = well("second");
    const resumed = await resume(second);
    expect([resumed.status, second.calls.length, first.calls.length]).toEqual(["complete", 1, 2]);
    expect(fallbacks(resumed)).toEqual(["test:first test:second"]);
    expect(resumed.text).toBe(GOOD);
    await check(resumed);
  });

  it(`${verifies("POS-FBK-05")}tries the first again where it is given, with the other behind it`, async () => {
    const { start, resume, check } = setting();
    const first = failingAfter(1, "first");
    await start(first);
    const second = well("second");
    const resumed = await resume({ ...first, fallbacks: [second] });
    expect([resumed.status, first.calls.length, second.calls.length]).toEqual(["complete", 3, 1]);
    await check(resumed);
  });

  it(`${verifies("POS-FBK-05", "POS-FBK-03")}may be resumed with one after the other, and all are charged`, async () => {
    const { start, resume, check } = setting();
    await start(failingAfter(1, "first"));
    const halted = await resume(failingAfter(0, "second"));
    expect([halted.haltReason, halted.error?.message]).toEqual(["provider_call_failed", "second is down."]);
    await check(halted);
    const third = well("third");
    const resumed = await resume(third);
    expect([resumed.status, third.calls.length]).toEqual(["complete", 1]);
    expect(fallbacks(resumed).at(-1)).toBe("test:second test:third");
    const spend = resumed.events.flatMap((event) => (event.kind === "spend_recorded" ? [event.data.amount ?? 0] : []));
    expect(resumed.cost?.amount).toBeCloseTo(
      spend.reduce((sum, amount) => sum + amount, 0),
      12,
    );
    await check(resumed);
  });

  it(`${verifies("POS-FBK-05")}goes on with a larger window where its own was too small`, async () => {
    const { start, resume, check } = setting();
    const halted = await start(well("small", { contextWindowSize: () => 120 }));
    expect(halted.haltReason).toBe("context_overflow");
    const resumed = await resume(well("large"));
    expect(resumed.status).toBe("complete");
    await check(resumed);
  });

  it(`${verifies("POS-FBK-05")}goes on with another one after a pause`, async () => {
    const tool = defineCapability({
      capabilityId: "count_stock",
      operationTypes: [...STL_OPERATIONS],
      inputSchema: { type: "object", properties: {} },
      costProfile: { safetyClass: "destructive" },
      metadata: { description: "count the stock of apples in the store" },
      execute: () => ({ apples: 8 }),
    });
    const { start, answer, check } = setting({ tools: [tool], classifier: fixedPlan([["RETRIEVE", []]]) });
    const usesTool = (modelId: string) =>
      scriptedModel(
        ({ schema, prompt }) =>
          schema === null ? GOOD : prompt.includes("=== OBSERVATIONS ===") ? answerOf(GOOD) : callOf("count_stock"),
        { modelId },
      );
    const waiting = await start(usesTool("first"));
    expect(waiting.status).toBe("waiting");
    const second = usesTool("second");
    const result = await answer(second);
    expect([result.status, second.calls.length > 0, fallbacks(result)]).toEqual([
      "complete",
      true,
      ["test:first test:second"],
    ]);
    await check(result);
  });

  it(`${verifies("POS-FBK-05")}that is finished gives its result whatever model is there`, async () => {
    const { start, resume, check } = setting();
    const done = await start(well("first"));
    const other = failingAfter(0, "other");
    const again = await resume(other);
    expect([again.status, again.text, other.calls.length]).toEqual(["complete", done.text, 0]);
    await check(again);
  });
});
