import { getEventListeners } from "node:events";
import {
  defineCapability,
  type ModelRequest,
  memoryJournal,
  ProviderTruncatedError,
  type RunOptions,
  resumePositioned,
  runPositioned,
  STL_OPERATIONS,
  streamPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { ForkedJournal } from "./forked-journal.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

const GOOD = "There are eight apples in the store.";

function counting(counter: { runs: number }, safetyClass: "mutating" | "read-only" | "destructive" = "mutating") {
  return defineCapability({
    capabilityId: "count_stock",
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: { item: { type: "string" } } },
    costProfile: { safetyClass },
    metadata: { description: "count the stock of apples in the store" },
    execute: () => {
      counter.runs++;
      return { apples: 8 };
    },
  });
}

const usesTool = () =>
  scriptedModel((request) =>
    request.schema === null
      ? GOOD
      : request.prompt.includes("=== OBSERVATIONS ===")
        ? answerOf(GOOD)
        : callOf("count_stock", { item: "apples" }),
  );

describe("faults other runtimes were reported for", () => {
  it("B002 input and reserved output share the window; an overflow is reported once and not retried", async () => {
    const model = scriptedModel(() => GOOD, { contextWindowSize: () => 1000 });
    const result = await runPositioned(`Count this: ${"apples and pears, ".repeat(600)}`, {
      model,
      maxOutputTokens: 400,
      safetyMargin: 0,
      retries: 3,
    });
    for (const call of model.calls)
      expect(call.maxOutputTokens + Math.ceil(call.prompt.length / 8)).toBeLessThanOrEqual(1000);
    const tiny = scriptedModel(() => GOOD, { contextWindowSize: () => 150 });
    const refused = await runPositioned("Count the apples.", { model: tiny, retries: 3 });
    expect(tiny.calls).toHaveLength(0);
    expect([refused.status, refused.haltReason, refused.error?.isRetryable]).toEqual([
      "halted",
      "context_overflow",
      false,
    ]);
    expect(["complete", "partial", "halted"]).toContain(result.status);
  });

  it(`${verifies("POS-BUD-08")}B004 every call of a tool loop with large results fits the window`, async () => {
    const big = defineCapability({
      ...counting({ runs: 0 }).descriptor,
      metadata: { description: "count the stock of apples in the store", repeatable: true },
      execute: ({ item }) => ({ item, log: "apples were counted on every shelf of the store. ".repeat(2500) }),
    });
    let calls = 0;
    const model = scriptedModel(
      (request) =>
        request.schema === null
          ? GOOD
          : ++calls <= 3
            ? callOf("count_stock", { item: `shelf ${calls}` })
            : answerOf(GOOD),
      { contextWindowSize: () => 4000 },
    );
    const result = await runPositioned("Count the stock of apples.", { model, tools: [big], depth: "D4" });
    expect(model.calls.length).toBeGreaterThanOrEqual(4);
    for (const event of result.events) {
      if (event.kind !== "model_call_started") continue;
      expect(event.data.inputTokens + event.data.maxOutputTokens).toBeLessThanOrEqual(4000);
    }
  });

  it("B016 a tool call that a kill cut short is told as lost, once, and the run goes on", async () => {
    const counter = { runs: 0 };
    const journal = new ForkedJournal();
    const options = (model: RunOptions["model"], kept: ForkedJournal): RunOptions => ({
      model,
      tools: [counting(counter)],
      journal: kept,
      onFailedChecks: "record",
    });
    await runPositioned("Count the stock of apples.", { ...options(usesTool(), journal), runId: "cut" });
    const start = journal.entries.findIndex((entry) => entry.kind === "effect_started" && entry.data.act === "tool");
    const fork = journal.forkAt(start + 1);
    const before = counter.runs;
    const seen: ModelRequest[] = [];
    const model = scriptedModel((request) => {
      seen.push(request);
      return request.schema === null ? GOOD : answerOf(GOOD);
    });
    const result = await (await resumePositioned("cut", options(model, fork))).result;
    expect(counter.runs).toBe(before);
    const finished = result.events.filter((event) => event.kind === "tool_call_finished");
    expect(finished.map((event) => event.data.outcome)).toEqual(["lost"]);
    expect(seen[0]?.prompt).toContain("lost");
    expect(result.uncertainties.join(" ")).toContain("not known");
  });

  it("B046 an observer changes nothing: the stream closes and the handler decides, with it and without it", async () => {
    const run = async (onEvent?: RunOptions["onEvent"]) => {
      const counter = { runs: 0 };
      const handle = streamPositioned("Count the stock of apples.", {
        model: usesTool(),
        tools: [counting(counter, "destructive")],
        clarifyHandler: () => true,
        ...(onEvent === undefined ? {} : { onEvent }),
      });
      const kinds: string[] = [];
      for await (const event of handle.events) kinds.push(event.kind);
      return { kinds, runs: counter.runs, status: (await handle.result).status };
    };
    expect(await run(() => {})).toEqual(await run());
  });

  it(`${verifies("POS-SPD-03")}B056 one listener on the caller's signal while a long run lives, none afterwards`, async () => {
    const controller = new AbortController();
    let most = 0;
    const result = await runPositioned("Count.", {
      model: () => GOOD,
      signal: controller.signal,
      maxOperations: 100,
      classifier: fixedPlan(
        Array.from({ length: 100 }, (_, index) => ["RETRIEVE", index === 0 ? [] : [index]] as const),
      ),
      onFailedChecks: "record",
      onEvent: () => {
        most = Math.max(most, getEventListeners(controller.signal, "abort").length);
      },
    });
    expect(result.operations).toHaveLength(100);
    expect(most).toBe(1);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("B072 an exception anywhere in a run gives exactly one last event", async () => {
    const failing: Partial<RunOptions>[] = [
      { model: () => Promise.reject(new Error("model")) },
      { classifier: { name: "bad", classify: () => Promise.reject(new Error("classifier")) } },
      {
        embedder: { model: "bad", embed: () => Promise.reject(new Error("embedder")) },
        tools: [counting({ runs: 0 })],
      },
      { tokenCounter: { name: "bad", exact: true, count: () => Number.NaN }, contextWindow: 900 },
      {
        journal: { ...memoryJournal(), getBlob: () => Promise.reject(new Error("blob")) },
        tools: [counting({ runs: 0 })],
      },
    ];
    for (const extra of failing) {
      const result = await runPositioned("Count the stock of apples.", { model: usesTool(), ...extra } as RunOptions);
      const last = result.events.filter((event) => event.kind === "run_finished");
      expect(last).toHaveLength(1);
      expect(result.events.at(-1)).toBe(last[0]);
    }
  });

  it(`${verifies("POS-EFF-01")}B094 B096 the plan is a recorded effect, and keys follow from structure, not from order of arrival`, async () => {
    const keys = async () => {
      const journal = new ForkedJournal();
      await runPositioned("Count apples and pears.", {
        model: scriptedModel(async () => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
          return GOOD;
        }),
        journal,
        lanes: 3,
        runId: "keys",
        onFailedChecks: "record",
        classifier: fixedPlan([
          ["RETRIEVE", []],
          ["RETRIEVE", []],
          ["RETRIEVE", []],
          ["COMPARE", [1, 2, 3]],
        ]),
      });
      return journal.entries.flatMap((entry) => (entry.kind === "effect_finished" ? [entry.data.key] : []));
    };
    const first = await keys();
    expect(first[0]).toBe("keys/run/0/plan.window");
    expect(first).toContain("keys/run/0/plan");
    for (const key of first) expect(key).toMatch(/^keys\/(run|s\d+)\/\d+\/(plan|model)(\.\w+)?$/);
    for (let round = 0; round < 5; round++) expect([...(await keys())].sort()).toEqual([...first].sort());
  });

  it(`${verifies("POS-BUD-11", "POS-BUD-12")}a provider that cuts prompts silently is found out, once, then reported`, async () => {
    const request = `Count this: ${"apples and pears and plums. ".repeat(400)}`;
    const cutting = scriptedModel(({ prompt }) => ({
      text: GOOD,
      finishReason: "stop",
      usage: { inputTokens: Math.min(Math.ceil(prompt.length / 5), 700), outputTokens: 9 },
    }));
    const result = await runPositioned(request, { model: cutting });
    const found = result.events.filter((event) => event.kind === "provider_truncated");
    expect(found.length).toBeGreaterThanOrEqual(1);
    expect(found[0]?.data).toMatchObject({ reported: 700, window: 709 });
    if (result.status === "halted") expect(["provider_truncated", "context_overflow"]).toContain(result.haltReason);
    else expect(cutting.calls.at(-1)?.prompt.length ?? 0).toBeLessThan(cutting.calls[0]?.prompt.length ?? 0);
    expect(new ProviderTruncatedError(709, 2000, 700).isRetryable).toBe(false);
    const overflowing = scriptedModel(() => {
      throw new Error("This model's maximum context length is 4096 tokens, however you requested 9000 tokens.");
    });
    const refused = await runPositioned("Count.", { model: overflowing, retries: 3 });
    expect([refused.haltReason, overflowing.calls.length]).toEqual(["context_overflow", 1]);
  });

  it("the largest prompt of a run of 300 operations stays bounded", async () => {
    const sizes: number[] = [];
    const result = await runPositioned("Work through the inventory.", {
      model: scriptedModel(({ prompt }) => {
        sizes.push(prompt.length);
        return `Part ${sizes.length} holds ${sizes.length * 7} apples, and the caretaker wrote it down in the book of the store.`;
      }),
      maxOperations: 300,
      onFailedChecks: "record",
      classifier: fixedPlan(
        Array.from({ length: 300 }, (_, index) => ["RETRIEVE", index === 0 ? [] : [index]] as const),
      ),
    });
    expect(result.operations).toHaveLength(300);
    const early = Math.max(...sizes.slice(20, 60));
    expect(Math.max(...sizes.slice(60))).toBeLessThan(early * 1.25);
    expect(result.frameTokensTotal).toBeLessThan(result.injectionEquivalentTokens);
  });

  it(`${verifies("POS-SPD-03")}B058 B054 a hundred runs leave nothing behind`, async () => {
    const held: WeakRef<object>[] = [];
    for (let round = 0; round < 100; round++) {
      const result = await runPositioned("Count the apples.", { model: () => GOOD });
      held.push(new WeakRef(result.stateMachine), new WeakRef(result.cso));
    }
    const active = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout");
    expect(active.length).toBeLessThanOrEqual(2);
    if (globalThis.gc !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      globalThis.gc();
      expect(held.filter((reference) => reference.deref() !== undefined).length).toBeLessThan(20);
    }
  });
});
