import {
  type LanguageModel,
  ModelCallError,
  type ModelStreamPart,
  memoryJournal,
  type RunOptions,
  replayRun,
  resumePositioned,
  runPositioned,
  streamPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

const GOOD = "There are eight apples in the store.";
const ONE_STEP = fixedPlan([["GENERATE", []]]);
const PRICE = { currency: "USD", inputPerMillion: 10, outputPerMillion: 20 };

function failing(message: string, detail: ConstructorParameters<typeof ModelCallError>[1], extra = {}) {
  return scriptedModel(
    () => {
      throw new ModelCallError(message, detail);
    },
    { modelId: "first", ...extra },
  );
}

function withFallbacks(model: LanguageModel, ...fallbacks: LanguageModel[]): LanguageModel {
  return { ...model, fallbacks };
}

/** Streams a few words, then breaks, for the first `breaks` calls. */
function breakingStream(breaks: number, extra: Partial<LanguageModel> = {}): LanguageModel & { calls: number } {
  const model = {
    provider: "test",
    modelId: "breaking",
    calls: 0,
    contextWindowSize: () => 100_000,
    ...extra,
    doGenerate: async () => ({ text: GOOD, finishReason: "stop" as const }),
    async *doStream(): AsyncGenerator<ModelStreamPart> {
      model.calls++;
      yield { type: "reasoning", delta: "Counting." };
      for (const word of ["There ", "are ", "eight ", "apples "]) yield { type: "text", delta: word };
      if (model.calls <= breaks) throw new ModelCallError("The connection was cut.", { isRetryable: true });
      yield { type: "text", delta: "in the store." };
      yield {
        type: "finish",
        response: { text: GOOD, finishReason: "stop", usage: { inputTokens: 500, outputTokens: 9 } },
      };
    },
  };
  return model;
}

const options = (model: LanguageModel, more: Partial<RunOptions> = {}): RunOptions => ({
  model,
  classifier: ONE_STEP,
  retries: 0,
  onFailedChecks: "record",
  ...more,
});

describe("models that take over", () => {
  it(`${verifies("POS-FBK-01", "POS-EVT-03")}the next model answers, the run stays with it and says so`, async () => {
    const first = failing("Not allowed.", { statusCode: 403 });
    const second = scriptedModel(() => GOOD, { modelId: "second" });
    const plan = fixedPlan([
      ["RETRIEVE", []],
      ["GENERATE", [1]],
    ]);
    const result = await runPositioned(
      "Count the apples.",
      options(withFallbacks(first, second), { classifier: plan }),
    );
    expect(result.status).toBe("complete");
    expect([first.calls.length, second.calls.length]).toEqual([1, 2]);
    const fallback = result.events.flatMap((event) => (event.kind === "model_fallback" ? [event.data] : []));
    expect(fallback).toEqual([
      { key: `${result.runId}/s1/1/model`, from: "test:first", to: "test:second", reason: "Not allowed." },
    ]);
    const spenders = result.events.flatMap((event) => (event.kind === "spend_recorded" ? [event.data.model] : []));
    expect(spenders).toEqual(["test:first", "test:second", "test:second"]);
  });

  it(`${verifies("POS-FBK-01")}an overflow goes to a larger window for that call only, and past a smaller one`, async () => {
    const long = `Count these: ${"apples and pears, ".repeat(400)}`;
    const small = scriptedModel(() => GOOD, { modelId: "small", contextWindowSize: () => 160 });
    const smaller = scriptedModel(() => GOOD, { modelId: "smaller", contextWindowSize: () => 100 });
    const large = scriptedModel(() => GOOD, { modelId: "large", contextWindowSize: () => 100_000 });
    const result = await runPositioned(long, options(withFallbacks(small, smaller, large)));
    expect([small.calls.length, smaller.calls.length, large.calls.length]).toEqual([0, 0, 1]);
    expect(result.events.filter(({ kind }) => kind === "model_fallback").map(({ data }) => data)).toMatchObject([
      { from: "test:small", to: "test:large" },
    ]);
  });

  it(`${verifies("POS-FBK-01")}each model is guarded by its own window, and asked for it only in its turn`, async () => {
    let asked = 0;
    const second = scriptedModel(() => GOOD, {
      contextWindowSize: () => {
        asked++;
        return 1200;
      },
    });
    const facts = Array.from({ length: 40 }, (_, index) =>
      `Shelf ${index} of the store has ${index} apples. `.repeat(8),
    );
    const request = "Count the apples on all shelves.";
    const well = await runPositioned(
      request,
      options(
        withFallbacks(
          scriptedModel(() => GOOD),
          second,
        ),
        { contextFacts: facts },
      ),
    );
    expect([well.status, asked]).toEqual(["complete", 0]);
    const first = failing("Down.", { isRetryable: false });
    await runPositioned(request, options(withFallbacks(first, second), { contextFacts: facts, maxOutputTokens: 400 }));
    expect(asked).toBe(1);
    const [before = 0, after = 0] = [first, second].map((model) => model.calls[0]?.prompt.length);
    expect(before).toBeGreaterThan(4000);
    expect(after).toBeLessThan(before);
    expect(second.calls[0]?.maxOutputTokens).toBeGreaterThanOrEqual(300);
  });

  it(`${verifies("POS-FBK-01")}when every model fails, the run halts with what the last one said and can be resumed`, async () => {
    const journal = memoryJournal();
    const first = failing("First is down.", { isRetryable: true });
    const second = failing("Second is down.", { isRetryable: true }, { modelId: "second" });
    const model = withFallbacks(first, second);
    const halted = await runPositioned("Count the apples.", options(model, { journal, runId: "r" }));
    expect([halted.status, halted.haltReason, halted.error?.message]).toEqual([
      "halted",
      "provider_call_failed",
      "Second is down.",
    ]);
    const well = scriptedModel(() => GOOD, { modelId: "first" });
    const resumed = await (await resumePositioned("r", options(withFallbacks(well, second), { journal }))).result;
    expect([resumed.status, well.calls.length]).toEqual(["complete", 1]);
    const replayed = await replayRun({ journal, runId: "r" });
    expect(replayed.events).toEqual(resumed.events);
  });

  it(`${verifies("POS-FBK-01")}nothing takes over from an abort`, async () => {
    const controller = new AbortController();
    const first = scriptedModel(async ({ signal }) => {
      controller.abort();
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
      return GOOD;
    });
    const second = scriptedModel(() => GOOD);
    const result = await runPositioned(
      "Count the apples.",
      options(withFallbacks(first, second), { signal: controller.signal }),
    );
    expect([result.haltReason, second.calls.length]).toEqual(["aborted", 0]);
  });

  it(`${verifies("POS-FBK-02", "POS-EVT-02")}B090 text that was seen is given up under its id, the next is new, both are charged`, async () => {
    const first = breakingStream(1, { pricing: PRICE });
    const second = { ...breakingStream(0, { pricing: PRICE }), modelId: "second" };
    const journal = memoryJournal();
    const result = await streamPositioned(
      "Count the apples.",
      options(withFallbacks(first, second), { retries: 3, journal, runId: "f" }),
    ).result;
    expect([result.status, result.text, first.calls]).toEqual(["complete", GOOD, 1]);
    const ends = result.events.flatMap((event) => (event.kind === "text_ended" ? [event.data] : []));
    expect(ends.map(({ complete }) => complete)).toEqual([false, true]);
    expect(new Set(ends.map(({ messageId }) => messageId)).size).toBe(2);
    const kinds = result.events.map(({ kind }) => kind);
    expect(kinds.indexOf("text_ended")).toBeLessThan(kinds.indexOf("model_fallback"));
    const spend = result.events.flatMap((event) => (event.kind === "spend_recorded" ? [event.data] : []));
    expect(spend.map(({ estimated, inputTokens }) => [estimated, inputTokens > 0])).toEqual([
      [true, true],
      [false, true],
    ]);
    expect(result.cost?.amount).toBeCloseTo(
      spend.reduce((sum, { amount = 0 }) => sum + amount, 0),
      12,
    );
    expect(result.cost?.estimated).toBe(true);
    expect((await replayRun({ journal, runId: "f" })).events).toEqual(result.events);
  });

  it(`${verifies("POS-FBK-02", "POS-RUN-06")}B090 without a fallback the run halts; resumed, the message has a new id`, async () => {
    const journal = memoryJournal();
    const model = breakingStream(1, { pricing: PRICE });
    const halted = await streamPositioned("Count the apples.", options(model, { retries: 3, journal, runId: "h" }))
      .result;
    expect([halted.haltReason, halted.text.startsWith("There are eight apples"), model.calls]).toEqual([
      "provider_call_failed",
      true,
      1,
    ]);
    const resumed = await (await resumePositioned("h", options(model, { journal }))).result;
    const ids = resumed.events.flatMap((event) => (event.kind === "text_started" ? [event.data.messageId] : []));
    expect([resumed.status, ids.length, new Set(ids).size]).toEqual(["complete", 2, 2]);
    // What was cut was paid for: the resumed run is charged with both calls.
    const spend = resumed.events.flatMap((event) => (event.kind === "spend_recorded" ? [event.data] : []));
    const sum = spend.reduce((total, { amount = 0 }) => total + amount, 0);
    expect([spend.length, resumed.usage.calls]).toEqual([2, 2]);
    expect(spend.at(-1)?.total).toBeCloseTo(sum, 12);
    expect(resumed.cost).toEqual({ amount: expect.closeTo(sum, 12), currency: "USD", estimated: true });
    expect(resumed.usage.inputTokens).toBe(spend.reduce((total, { inputTokens }) => total + inputTokens, 0));
    const replayed = await replayRun({ journal, runId: "h" });
    expect([replayed.events, replayed.cost, replayed.usage]).toEqual([resumed.events, resumed.cost, resumed.usage]);
  });

  it(`${verifies("POS-RUN-06")}a wait that ends after the deadline is not begun: the next model takes over, or the run halts resumable`, async () => {
    const busy = failing("Busy.", { isRetryable: true, statusCode: 429, retryAfterMs: 50_000 });
    const halted = await runPositioned("Count.", options(busy, { retries: 5, timeoutMs: 20_000 }));
    expect([halted.haltReason, busy.calls.length]).toEqual(["provider_call_failed", 1]);
    const second = scriptedModel(() => GOOD, { modelId: "second" });
    const done = await runPositioned("Count.", options(withFallbacks(busy, second), { retries: 5, timeoutMs: 20_000 }));
    expect([done.status, busy.calls.length]).toEqual(["complete", 2]);
  });

  it(`${verifies("POS-RUN-06")}a wait longer than a call may take is not waited for; a resume makes the call`, async () => {
    const journal = memoryJournal();
    const busy = failing("Busy.", { isRetryable: true, statusCode: 429, retryAfterMs: 3_600_000 });
    const before = performance.now();
    const halted = await runPositioned(
      "Count.",
      options(busy, { retries: 5, modelTimeoutMs: 60_000, journal, runId: "w" }),
    );
    expect([halted.haltReason, busy.calls.length]).toEqual(["provider_call_failed", 1]);
    expect(performance.now() - before).toBeLessThan(20_000);
    const resumed = await (
      await resumePositioned(
        "w",
        options(
          scriptedModel(() => GOOD, { modelId: "first" }),
          { journal },
        ),
      )
    ).result;
    expect(resumed.status).toBe("complete");
  });

  it(`${verifies("POS-RUN-06", "POS-REC-04", "POS-EVT-03")}a retry waits with jitter, which a replay repeats`, async () => {
    let calls = 0;
    const model = scriptedModel(() => {
      if (++calls === 1) throw new ModelCallError("Overloaded.", { isRetryable: true, statusCode: 529 });
      return GOOD;
    });
    const journal = memoryJournal();
    const result = await runPositioned("Count.", options(model, { retries: 1, journal, runId: "j" }));
    const delays = result.events.flatMap((event) => (event.kind === "retry_scheduled" ? [event.data.delayMs] : []));
    expect(delays).toHaveLength(1);
    expect(delays[0]).toBeGreaterThanOrEqual(250);
    expect(delays[0]).toBeLessThanOrEqual(500);
    expect((await replayRun({ journal, runId: "j" })).events).toEqual(result.events);
  });

  it(`${verifies("POS-FBK-01", "POS-REC-02")}lanes go over one by one, a replay repeats it, and failed calls count as friction`, async () => {
    const plan = fixedPlan([
      ...Array.from({ length: 4 }, () => ["RETRIEVE", []] as const),
      ["GENERATE", [1, 2, 3, 4]] as const,
    ]);
    const first = failing("Down.", { isRetryable: true, statusCode: 500, retryAfterMs: 1 });
    const second = scriptedModel(
      async ({ prompt }) => {
        await new Promise((resolve) => setTimeout(resolve, prompt.length % 5));
        return GOOD;
      },
      { modelId: "second" },
    );
    const journal = memoryJournal();
    const result = await runPositioned(
      "Count the apples.",
      options(withFallbacks(first, second), { classifier: plan, lanes: 3, retries: 1, journal, runId: "l" }),
    );
    expect(result.status).toBe("complete");
    expect([second.calls.length, first.calls.length]).toEqual([5, 6]);
    expect((await replayRun({ journal, runId: "l" })).events).toEqual(result.events);
    // Two failed attempts and one that answered.
    expect(result.nodes[0]?.text).toMatch(/r\(1\): 2, a\(1\): 3, f\(1\): 2/);
  });
});
