import {
  defineCapability,
  ModelCallError,
  type PositionedResult,
  ReplayDivergenceError,
  type RunOptions,
  replayRun,
  resumePositioned,
  streamPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { ForkedJournal } from "./forked-journal.js";
import { answerOf, callOf, scriptedModel, streamingModel } from "./scripted-model.js";

const tick = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const tool = (safetyClass: "read-only" | "destructive" = "read-only") =>
  defineCapability({
    capabilityId: "count_stock",
    operationTypes: ["RETRIEVE", "GENERATE", "COMPARE", "ANALYSE"],
    inputSchema: { type: "object", properties: { item: { type: "string" } } },
    costProfile: { safetyClass },
    metadata: { description: "count stock of an item in part of the store" },
    execute: async (args) => {
      await tick(Math.random() * 3);
      return { stock: String(args.item).length };
    },
  });

interface Scenario {
  readonly request: string;
  readonly options: () => Omit<RunOptions, "journal">;
  readonly during?: (handle: ReturnType<typeof streamPositioned>, kind: string, data: unknown) => void;
}

const prose = "The store holds eight apples, and the count was made today.";

const scenarios: Record<string, Scenario> = {
  "a plain answer": { request: "How many apples?", options: () => ({ model: scriptedModel(() => prose) }) },
  "a streamed answer": {
    request: "How many apples?",
    options: () => ({ model: streamingModel(() => `${prose} 🍎🍏`, { size: 3 }) }),
  },
  "parallel lanes that finish in any order": {
    request: "Count apples and pears, then compare.",
    options: () => ({
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["RETRIEVE", []],
        ["ANALYSE", []],
        ["COMPARE", [1, 2, 3]],
      ]),
      lanes: 3,
      tools: [tool()],
      model: scriptedModel(async (request, call) => {
        await tick(Math.random() * 4);
        if (request.schema === null) return `${prose} Call ${request.prompt.length}.`;
        return request.prompt.includes("returned") || call % 2 === 0
          ? answerOf(prose)
          : callOf("count_stock", { item: `x${call}` });
      }),
    }),
  },
  "an approval by handler": {
    request: "Count the stock of apples.",
    options: () => ({
      tools: [tool("destructive")],
      clarifyHandler: () => true,
      model: scriptedModel((request, call) =>
        request.schema !== null && call === 1
          ? callOf("count_stock", { item: "apples" })
          : request.schema !== null
            ? answerOf(prose)
            : prose,
      ),
    }),
  },
  "a denial by a waiting person": {
    request: "Count the stock of apples.",
    options: () => ({
      tools: [tool("destructive")],
      model: scriptedModel((request, call) =>
        request.schema !== null && call === 1
          ? callOf("count_stock", { item: "apples" })
          : request.schema !== null
            ? answerOf(prose)
            : prose,
      ),
    }),
    during: (handle, kind, data) => {
      if (kind === "approval_requested") setTimeout(() => void handle.answer((data as { id: string }).id, false), 20);
    },
  },
  "a retried failure": {
    request: "How many apples?",
    options: () => ({
      model: scriptedModel((_, call) => {
        if (call === 1) throw new ModelCallError("busy", { isRetryable: true, retryAfterMs: 1 });
        return prose;
      }),
    }),
  },
  "a failure that is final": {
    request: "How many apples?",
    options: () => ({
      model: scriptedModel(() => {
        throw new ModelCallError("no such model");
      }),
    }),
  },
  "an abort in mid-stream": {
    request: "How many apples?",
    options: () => ({ model: streamingModel(() => prose.repeat(20), { size: 4, pause: () => tick(1) }) }),
    during: (handle, kind) => {
      if (kind === "text_delta") handle.abort();
    },
  },
  "an abort in one of several lanes": {
    request: "Count apples and pears.",
    options: () => ({
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["RETRIEVE", []],
        ["GENERATE", [1, 2]],
      ]),
      lanes: 2,
      model: scriptedModel(async (request) => {
        await tick(request.prompt.includes("part 1") ? 2 : 50);
        return prose;
      }),
    }),
    during: (handle, kind) => {
      if (kind === "verdict_reached") handle.abort();
    },
  },
  "a failing observer": {
    request: "How many apples?",
    options: () => ({
      model: scriptedModel(() => prose),
      onEvent: (event) => {
        if (event.kind === "frame_positioned") throw new Error("observer fell over");
      },
    }),
  },
};

async function record(scenario: Scenario): Promise<{ journal: ForkedJournal; result: PositionedResult }> {
  const journal = new ForkedJournal();
  const handle = streamPositioned(scenario.request, { ...scenario.options(), journal });
  const finished = new Promise<void>((resolve) => {
    void (async () => {
      let cursor = 0;
      for (;;) {
        for await (const event of handle.eventsAfter(cursor)) {
          cursor = event.seq;
          scenario.during?.(handle, event.kind, event.data);
          if (event.kind === "run_finished") return resolve();
        }
        await tick(5);
      }
    })();
  });
  await finished;
  return { journal, result: await handle.result };
}

describe("replayRun", () => {
  for (const [name, scenario] of Object.entries(scenarios)) {
    it(`${verifies("POS-REC-04", "POS-EFF-01", "POS-EVT-01", "POS-EVT-02")}repeats ${name}, event for event`, async () => {
      const { journal, result } = await record(scenario);
      const before = journal.entries.length;
      const replayed = await replayRun({ journal, runId: result.runId });
      expect(replayed.events).toEqual(result.events);
      expect(replayed.text).toBe(result.text);
      expect(replayed.status).toBe(result.status);
      expect(replayed.haltReason).toBe(result.haltReason);
      expect(replayed.cso.toJSON()).toEqual(result.cso.toJSON());
      expect(journal.entries.length).toBe(before);
      expect(result.events.map((event) => event.seq)).toEqual(result.events.map((_, index) => index + 1));
      expect(result.events.filter((event) => event.kind === "run_finished")).toHaveLength(1);
    });
  }

  it(`${verifies("POS-REC-04", "POS-EFF-04")}repeats a run that was aborted at any of its events, and resumes it to its end`, async () => {
    const make = (journal: ForkedJournal, onEvent?: RunOptions["onEvent"]): RunOptions => ({
      model: streamingModel((request) =>
        request.schema === null
          ? prose
          : request.prompt.includes("returned")
            ? answerOf(prose)
            : callOf("count_stock", { item: "apples" }),
      ),
      tools: [tool()],
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["GENERATE", [1]],
      ]),
      onFailedChecks: "record",
      journal,
      ...(onEvent === undefined ? {} : { onEvent }),
    });
    const whole = await streamPositioned("Count the stock of apples.", make(new ForkedJournal())).result;
    for (let at = 2; at < whole.events.length; at += 3) {
      const journal = new ForkedJournal();
      const handle = streamPositioned(
        "Count the stock of apples.",
        make(journal, (event) => {
          if (event.seq === at) handle.abort();
        }),
      );
      const result = await handle.result;
      if (result.status !== "halted") continue;
      const replayed = await replayRun({ journal, runId: result.runId });
      expect(replayed.events, `aborted at ${at}`).toEqual(result.events);
      const resumed = await (await resumePositioned(result.runId, make(journal))).result;
      expect(resumed.status, `aborted at ${at}`).toBe(whole.status);
      expect(resumed.text).toBe(whole.text);
      expect((await replayRun({ journal, runId: result.runId })).events, `aborted at ${at}`).toEqual(resumed.events);
    }
  });

  it(`${verifies("POS-REC-04")}says so when the record is of another run`, async () => {
    const { journal, result } = await record(scenarios["a plain answer"] as Scenario);
    const entry = journal.entries.find(
      (candidate) => candidate.kind === "effect_finished" && candidate.data.act === "model",
    );
    if (entry?.kind !== "effect_finished") throw new Error("no model call");
    entry.data.inputDigest = `sha256:${"0".repeat(64)}`;
    await expect(replayRun({ journal, runId: result.runId })).rejects.toThrow(ReplayDivergenceError);
  });
});
