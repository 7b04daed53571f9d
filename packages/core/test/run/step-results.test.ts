import {
  defineCapability,
  ModelCallError,
  memoryJournal,
  runPositioned,
  STL_OPERATIONS,
  streamPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { callOf, scriptedModel } from "./scripted-model.js";

const TWO_STEPS = fixedPlan([
  ["RETRIEVE", []],
  ["GENERATE", [1]],
]);

function outcomes({ steps }: Awaited<ReturnType<typeof runPositioned>>) {
  return steps.map(({ id, outcome, reason }) => ({ id, outcome, reason }));
}

describe("the steps of a result", () => {
  it(`${verifies("POS-RUN-04")}a step whose provider failed is failed, with what it said; what was done stays done`, async () => {
    const model = scriptedModel((_request, call) => {
      if (call === 1) return "The harbour is open from March.";
      throw new ModelCallError("The provider answered 503: no capacity.", { isRetryable: false });
    });
    const result = await runPositioned("Say when the harbour is open.", { model, classifier: TWO_STEPS });
    expect(result.status).toBe("halted");
    expect(outcomes(result)).toEqual([
      { id: "s1", outcome: "done", reason: null },
      { id: "s2", outcome: "failed", reason: "provider_call_failed: The provider answered 503: no capacity." },
    ]);
  });

  it(`${verifies("POS-RUN-04")}an abort, a deadline and a fault of a lane leave no step done that was under way`, async () => {
    const stop = new AbortController();
    const aborted = await runPositioned("Say when the harbour is open.", {
      model: () => {
        stop.abort();
        return new Promise<string>(() => {});
      },
      signal: stop.signal,
      classifier: TWO_STEPS,
    });
    expect(outcomes(aborted)).toEqual([{ id: "s1", outcome: "failed", reason: "aborted" }]);
    const late = await runPositioned("Say when the harbour is open.", {
      model: () => new Promise<string>(() => {}),
      timeoutMs: 20,
      classifier: TWO_STEPS,
    });
    expect(outcomes(late)).toEqual([{ id: "s1", outcome: "failed", reason: "deadline" }]);
  });

  it(`${verifies("POS-RUN-04")}a step that waits for a person is not done before it goes on`, async () => {
    const model = scriptedModel((_request, call) => (call === 1 ? callOf("close_port") : "The port is closed."));
    const handle = streamPositioned("Close the port.", {
      model,
      journal: memoryJournal(),
      classifier: fixedPlan([["GENERATE", []]]),
      tools: [
        defineCapability({
          capabilityId: "close_port",
          kind: "tool",
          description: "Closes the port",
          operationTypes: [...STL_OPERATIONS],
          inputSchema: { type: "object", properties: {} },
          safetyClass: "destructive",
          execute: () => "closed",
        }),
      ],
    });
    const waiting = await handle.result;
    expect(waiting.status).toBe("waiting");
    expect(outcomes(waiting)).toEqual([{ id: "s1", outcome: "unverified", reason: "The run waits for an answer." }]);
    const [request] = waiting.pending;
    await handle.answer(request?.kind === "approval" ? request.data.id : "", true);
    expect(outcomes(await handle.result)[0]).toMatchObject({ id: "s1", outcome: "done", reason: null });
  });

  it(`${verifies("POS-RUN-04")}a dropped step, a failed tool and failed checks say why`, async () => {
    const dropped = await runPositioned("Say when the harbour is open.", {
      model: () => "The harbour is open from March.",
      maxOperations: 1,
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["GENERATE", []],
      ]),
    });
    expect(outcomes(dropped).find(({ outcome }) => outcome === "dropped")?.reason).toBe(dropped.dropped[0]?.reason);
    const doubted = await runPositioned("Say in at most 5 words when the harbour is open.", {
      model: () => "",
      onFailedChecks: "record",
      classifier: fixedPlan([["GENERATE", []]]),
    });
    const [step] = doubted.steps;
    expect(step?.outcome).toBe("unverified");
    for (const check of step?.verdict?.checks.filter(({ outcome }) => outcome === "fail") ?? []) {
      expect(step?.reason).toContain(`${check.id}: ${check.detail}`);
    }
  });

  it(`${verifies("POS-RUN-04")}what an attempt wrote is the best output so far when its revision fails`, async () => {
    const model = scriptedModel((_request, call) => {
      if (call === 1) return "Der Hafen ist offen.";
      throw new ModelCallError("The provider answered 503.", { isRetryable: false });
    });
    const result = await runPositioned("Note in English, in exactly three sentences, that the harbour is open.", {
      model,
      depth: "D3",
      classifier: fixedPlan([["GENERATE", []]]),
    });
    expect(model.calls).toHaveLength(2);
    expect(result.steps[0]).toMatchObject({
      outcome: "failed",
      reason: "provider_call_failed: The provider answered 503.",
    });
    expect(result.text).toBe("Der Hafen ist offen.");
  });
});
