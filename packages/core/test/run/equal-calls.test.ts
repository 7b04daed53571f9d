import {
  defineCapability,
  memoryJournal,
  type RunOptions,
  replayRun,
  runPositioned,
  STL_OPERATIONS,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Steps that all make the same call, side by side or one after the other, and a tool that counts how often it runs. */
function equalCalls(extra: {
  readonly lanes: number;
  readonly repeatable?: boolean;
  readonly fails?: boolean;
  readonly arguments?: (step: number) => Record<string, unknown>;
}) {
  const ran: unknown[] = [];
  const steps = new Map<string, number>();
  const tool = defineCapability({
    capabilityId: "look_up",
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: { b: { type: "string" }, a: { type: "string" } } },
    safetyClass: "mutating",
    description: "look up the word of the day",
    ...(extra.repeatable === true ? { metadata: { repeatable: true } } : {}),
    execute: async (args) => {
      ran.push(args);
      await pause(10);
      if (extra.fails === true) throw new Error("out of words");
      return { word: "lantern" };
    },
  });
  const options: RunOptions = {
    model: scriptedModel((request) => {
      const step = /retrieve part (\d)/.exec(request.prompt)?.[1];
      if (step === undefined || request.schema === null) return "The word of the day is lantern.";
      const asked = (steps.get(step) ?? 0) + 1;
      steps.set(step, asked);
      const args = extra.arguments?.(Number(step)) ?? { a: "x", b: "y" };
      return asked === 1 ? callOf("look_up", args) : answerOf("The word of the day is lantern.");
    }),
    tools: [tool],
    classifier: fixedPlan([
      ["RETRIEVE", []],
      ["RETRIEVE", []],
      ["RETRIEVE", []],
      ["GENERATE", [1, 2, 3]],
    ]),
    lanes: extra.lanes,
    depth: "D3",
    journal: memoryJournal(),
    runId: "equal",
  };
  return { options, ran };
}

const started = (events: readonly { readonly kind: string }[]) =>
  events.filter(({ kind }) => kind === "tool_call_started").length;

describe("equal calls", () => {
  it.each([
    ["one after the other", 1],
    ["side by side", 3],
  ])(
    `${verifies("POS-EXE-04")}run once per run and are answered from the record after that, with a note: %s`,
    async (_, lanes) => {
      // The order of members is no difference.
      const order = (step: number) => (step === 2 ? { b: "y", a: "x" } : { a: "x", b: "y" });
      const { options, ran } = equalCalls({ lanes, arguments: order });
      const result = await runPositioned("Look up the word of the day.", options);
      expect(result.status).toBe("complete");
      expect(ran).toHaveLength(1);
      expect(started(result.events)).toBe(1);
      const notes = result.events.flatMap((event) =>
        event.kind === "lifecycle_transitioned" ? [event.data.detail] : [],
      );
      expect(notes.filter((note) => note.startsWith("call answered from the record: call_s"))).toHaveLength(2);
      // All three have the one result to answer from.
      expect(new Set(result.steps.slice(0, 3).map(({ outputDigest }) => outputDigest)).size).toBe(1);
      const replayed = await replayRun(
        { journal: options.journal as NonNullable<RunOptions["journal"]>, runId: "equal" },
        { classifier: options.classifier as NonNullable<RunOptions["classifier"]> },
      );
      expect(replayed.events).toEqual(result.events);
      expect(ran).toHaveLength(1);
    },
  );

  it(`${verifies("POS-EXE-04")}run each time where the capability is made for polling, or where the arguments differ`, async () => {
    const polling = equalCalls({ lanes: 3, repeatable: true });
    await runPositioned("Look up the word of the day.", polling.options);
    expect(polling.ran).toHaveLength(3);
    const different = equalCalls({ lanes: 3, arguments: (step) => ({ a: `x${step}` }) });
    await runPositioned("Look up the word of the day.", different.options);
    expect(different.ran).toHaveLength(3);
  });

  it(`${verifies("POS-EXE-04")}are made by the next lane where the one before failed`, async () => {
    const { options, ran } = equalCalls({ lanes: 3, fails: true });
    const result = await runPositioned("Look up the word of the day.", options);
    expect(ran).toHaveLength(3);
    expect(result.status).not.toBe("halted");
  });

  it(`${verifies("POS-EXE-04", "POS-RUN-07")}leave no lane waiting when the run is aborted`, async () => {
    const { options, ran } = equalCalls({ lanes: 3 });
    const controller = new AbortController();
    const running = runPositioned("Look up the word of the day.", { ...options, signal: controller.signal });
    while (ran.length === 0) await pause(1);
    controller.abort("enough");
    expect((await running).status).toBe("halted");
    expect(ran).toHaveLength(1);
  });
});
