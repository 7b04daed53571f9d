import { ContextOverflowError, type ModelRequest, memoryJournal, replayRun, runPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

const REQUEST = "Say what the log holds of the harbour.";
const ANSWER = "The log holds the hours of the harbour.";
/** Facts that take far more room than the small window has. */
const FACTS = Array.from(
  { length: 12 },
  (_, at) =>
    `The log of the harbour, day ${at + 1}: ${"the keeper noted wind, tide and every ship of the harbour. ".repeat(60)}`,
);
const TWO_STEPS = fixedPlan([
  ["RETRIEVE", []],
  ["GENERATE", [1]],
]);

/** A server with a window of `size` tokens of four bytes, which refuses what does not fit in the words of `refuse`. */
function server(size: number, refuse: (request: ModelRequest) => Error) {
  return scriptedModel((request) => {
    if (Math.ceil(request.prompt.length / 4) + request.maxOutputTokens > size) throw refuse(request);
    return ANSWER;
  });
}

const said = (size: number) => () =>
  new Error(`This model's maximum context length is ${size} tokens. However, you requested 99999 tokens.`);
const typed = (size: number) => () =>
  new ContextOverflowError({ window: size, margin: 0, reserved: 0, needed: size + 1, sections: [] });

const run = (model: ReturnType<typeof server>, more = {}) =>
  runPositioned(REQUEST, {
    model,
    contextFacts: FACTS,
    classifier: TWO_STEPS,
    onFailedChecks: "record",
    retries: 0,
    ...more,
  });

describe("a provider that names a smaller window", () => {
  it.each([
    ["in its words", said(3000)],
    ["by its adapter's error", typed(3000)],
  ])(
    `${verifies("POS-BUD-12", "POS-BUD-02")}%s is asked again, fitted, and the window holds for the rest of the run`,
    async (_name, refuse) => {
      const journal = memoryJournal();
      const model = server(3000, refuse);
      const result = await run(model, { journal });
      expect(result.haltReason).toBeNull();
      expect(result.steps.map(({ outcome }) => outcome)).not.toContain("failed");
      // The first call is refused; no later one is.
      expect(model.calls).toHaveLength(3);
      for (const request of model.calls.slice(1)) {
        expect(Math.ceil(request.prompt.length / 4) + request.maxOutputTokens).toBeLessThanOrEqual(3000);
        expect(request.contextWindow).toBe(3000);
      }
      const told = result.events.filter(
        ({ kind, data }) => kind === "note_recorded" && data.detail.includes("3000 tokens, not 100000"),
      );
      expect(told).toHaveLength(1);
      const replayed = await replayRun({ journal, runId: result.runId });
      expect(replayed.events).toEqual(result.events);
    },
  );

  it(`${verifies("POS-BUD-12")}is believed once: what it refuses after that ends the run`, async () => {
    let size = 6000;
    const model = server(0, () => {
      size -= 1000;
      return said(size)();
    });
    const result = await run(model);
    expect([result.haltReason, model.calls.length]).toEqual(["context_overflow", 2]);
  });

  it(`${verifies("POS-BUD-12")}is not asked the same again where the call would have fitted, nor for a window that is no smaller`, async () => {
    const small = server(0, said(50_000));
    expect([(await run(small, { contextFacts: [] })).haltReason, small.calls.length]).toEqual(["context_overflow", 1]);
    const larger = server(0, said(200_000));
    expect([(await run(larger)).haltReason, larger.calls.length]).toEqual(["context_overflow", 1]);
  });

  it.each([
    ["in words without a number", () => new Error("context length exceeded")],
    ["by its adapter's error", typed(100_000)],
  ])(
    `${verifies("POS-BUD-12")}that refuses %s is told with what was sent, and no figure beside it`,
    async (_name, refuse) => {
      const result = await run(server(0, refuse), { contextFacts: [] });
      const sent = result.events.find(({ kind }) => kind === "model_call_started");
      if (sent?.kind !== "model_call_started") throw new Error("a call is made");
      const { inputTokens, maxOutputTokens } = sent.data;
      expect(result.haltReason).toBe("context_overflow");
      expect(result.error?.message).toContain("The provider refused a prompt of ");
      expect(result.error?.message.match(/\d+/g)?.map(Number)).toEqual([inputTokens, maxOutputTokens, 100_000]);
    },
  );
});
