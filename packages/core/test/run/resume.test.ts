import {
  defineCapability,
  ModelCallError,
  type ModelRequest,
  replayRun,
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

const REQUEST = "Book the trip to Oslo.";

/** Three tools, one of which needs approval; every execution is counted. */
function trip(counts: Map<string, number>) {
  const tool = (capabilityId: string, safetyClass: "read-only" | "mutating" | "destructive") =>
    defineCapability({
      capabilityId,
      operationTypes: [...STL_OPERATIONS],
      inputSchema: { type: "object", properties: { trip: { type: "string" } } },
      costProfile: { safetyClass },
      metadata: { description: `Book the trip to Oslo: ${capabilityId.split("_")[1]}` },
      execute: () => {
        counts.set(capabilityId, (counts.get(capabilityId) ?? 0) + 1);
        return { done: capabilityId };
      },
    });
  return [tool("find_train", "read-only"), tool("reserve_seat", "mutating"), tool("pay_ticket", "destructive")];
}

const order = ["find_train", "reserve_seat", "pay_ticket"];

/** Calls the three tools in order by what its frame shows was done, then answers. */
function travelAgent(request: ModelRequest): string {
  const next = order.find(
    (id) => !request.prompt.includes(`"done":"${id}"`) && !request.prompt.includes(`done: ${id}`),
  );
  if (request.schema !== null) {
    if (next !== undefined && request.tools.some((tool) => tool.name === next)) return callOf(next, { trip: "Oslo" });
    return answerOf("The trip to Oslo is booked.");
  }
  return "The trip to Oslo is booked.";
}

const options = (counts: Map<string, number>, journal: ForkedJournal) => ({
  model: scriptedModel(travelAgent),
  tools: trip(counts),
  journal,
  depth: "D4" as const,
  runId: "run-1",
  onFailedChecks: "record" as const,
});

async function runWhole(journal: ForkedJournal, counts: Map<string, number>) {
  const handle = streamPositioned(REQUEST, options(counts, journal));
  for await (const event of handle.events) {
    if (event.kind === "approval_requested") await handle.answer(event.data.id, true);
  }
  return handle.result;
}

describe("resume", () => {
  it(`${verifies("POS-EFF-03", "POS-EFF-04", "POS-EFF-06", "POS-EFF-02")}a kill between any two appends changes neither the result nor how often a tool ran`, async () => {
    const counts = new Map<string, number>();
    const journal = new ForkedJournal();
    const whole = await runWhole(journal, counts);
    expect(whole.status).toBe("complete");
    expect([...counts]).toEqual(order.map((id) => [id, 1]));
    for (let kept = 1; kept <= journal.entries.length; kept++) {
      const before = new Map<string, number>();
      for (const entry of journal.entries.slice(0, kept)) {
        if (entry.kind === "effect_finished" && entry.data.act === "tool") {
          const n = Number(entry.data.key.split(".").at(-1));
          before.set(order[n - 1] as string, 1);
        }
      }
      const again = new Map(before);
      const fork = journal.forkAt(kept);
      const handle = await resumePositioned("run-1", options(again, fork));
      for await (const event of handle.events) {
        if (event.kind === "approval_requested" && !fork.entries.some((entry) => entry.kind === "answer_given")) {
          await handle.answer(event.data.id, true).catch(() => {});
        }
      }
      const resumed = await handle.result;
      for (const [id, count] of again) expect(count, `${id} after ${kept} entries`).toBeLessThanOrEqual(1);
      const last = journal.entries[kept - 1];
      const lost = last?.kind === "effect_started" && last.data.act === "tool";
      if (!lost) {
        expect(resumed.text, `after ${kept} entries`).toBe(whole.text);
        expect(resumed.status, `after ${kept} entries`).toBe("complete");
      }
    }
  });
});

describe("resume with other tools than before", () => {
  it(`${verifies("POS-EFF-07")}chooses among the tools it was started with, and tells of those that are gone`, async () => {
    const journal = new ForkedJournal();
    await runWhole(journal, new Map());
    const called = journal.entries.findIndex(
      (entry) => entry.kind === "effect_finished" && entry.data.act === "tool" && entry.data.key.endsWith(".1"),
    );
    const counts = new Map<string, number>();
    const [, seat] = trip(counts);
    const changed = defineCapability({
      ...(seat as NonNullable<typeof seat>).descriptor,
      metadata: { description: "Reserve anything at all, in other words than before" },
      execute: (seat as NonNullable<typeof seat>).execute,
    });
    const added = defineCapability({
      capabilityId: "book_trip_to_oslo",
      operationTypes: [...STL_OPERATIONS],
      description: "Book the trip to Oslo",
      inputSchema: { type: "object" },
      safetyClass: "read-only",
      execute: () => "booked",
    });
    for (const tools of [[added, changed], []]) {
      counts.clear();
      const fork = journal.forkAt(called + 1);
      const handle = await resumePositioned("run-1", { ...options(counts, fork), tools });
      for await (const event of handle.events) {
        if (event.kind === "approval_requested") await handle.answer(event.data.id, true);
      }
      const { error, events } = await handle.result;
      expect(error).toBeNull();
      expect(events.some((event) => JSON.stringify(event.data).includes("book_trip_to_oslo"))).toBe(false);
      expect(counts.get("reserve_seat") ?? 0).toBe(tools.length === 0 ? 0 : 1);
      const failed = events.filter((event) => event.kind === "tool_call_finished" && event.data.outcome === "error");
      const gone = tools.length === 0 ? "reserve_seat" : "pay_ticket";
      expect(JSON.stringify(failed)).toContain(`No capability \\"${gone}\\" is registered.`);
    }
  });
});

describe("resume of a failed run", () => {
  it(`${verifies("POS-RUN-06", "POS-EFF-04")}a run its provider failed goes on where it stopped, and its record replays whole`, async () => {
    let working = false;
    const calls: string[] = [];
    const model = scriptedModel((request) => {
      calls.push(request.prompt);
      if (request.prompt.includes("step 2 of 2") && !working) throw new ModelCallError("the provider is down");
      return "Both parts say that eight apples are there.";
    });
    const journal = new ForkedJournal();
    const common = {
      model,
      journal,
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["GENERATE", [1]],
      ]),
    };
    const first = await runPositioned("Count the apples and write it down.", { ...common, runId: "run-2" });
    expect([first.status, first.haltReason]).toEqual(["halted", "provider_call_failed"]);
    expect(first.text).not.toBe("");
    working = true;
    const made = calls.length;
    const handle = await resumePositioned("run-2", common);
    const second = await handle.result;
    expect(second.status).toBe("complete");
    expect(calls.length).toBe(made + 1);
    expect(second.events.slice(0, first.events.length)).toEqual(first.events);
    expect(second.events[first.events.length]?.kind).toBe("run_resumed");
    expect(second.events.map((event) => event.seq)).toEqual(second.events.map((_, index) => index + 1));
    const replayed = await replayRun({ journal, runId: "run-2" });
    expect(replayed.events).toEqual(second.events);
    const again = await (await resumePositioned("run-2", common)).result;
    expect(again.text).toBe(second.text);
    expect(calls.length).toBe(made + 1);
  });
});
