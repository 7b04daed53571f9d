import { type ModelStreamPart, runPositioned, streamPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { ForkedJournal } from "./forked-journal.js";
import { scriptedModel, streamingModel } from "./scripted-model.js";

describe("what a run tells while it goes on", () => {
  it(`${verifies("POS-EVT-02")}numbers its messages under its own id, one open at a time, and the complete one is the answer`, async () => {
    let attempts = 0;
    const { result, events } = streamPositioned("Write about the harbour in at most eight words.", {
      model: streamingModel(() =>
        ++attempts === 1
          ? "The harbour is open 🚢 and it is a good deal larger than it was in the year before."
          : "The harbour is open. 🚢",
      ),
      classifier: fixedPlan([["GENERATE", []]]),
      depth: "D3",
      runId: "told",
    });
    const open: string[] = [];
    const texts = new Map<string, string>();
    const ended: [string, boolean][] = [];
    for await (const event of events) {
      if (event.kind === "text_started") {
        expect(open).toEqual([]);
        expect(event.data.stepId).toBe("s1");
        open.push(event.data.messageId);
        texts.set(event.data.messageId, "");
      } else if (event.kind === "text_delta") {
        expect(open).toEqual([event.data.messageId]);
        expect(event.data.delta.isWellFormed()).toBe(true);
        texts.set(event.data.messageId, texts.get(event.data.messageId) + event.data.delta);
      } else if (event.kind === "text_ended") {
        expect(open.pop()).toBe(event.data.messageId);
        ended.push([event.data.messageId, event.data.complete]);
      }
    }
    expect(attempts).toBe(2);
    expect(open).toEqual([]);
    expect(ended).toEqual([
      ["told/m1", false],
      ["told/m2", true],
    ]);
    expect(texts.get("told/m2")).toBe((await result).text);
  });

  it(`${verifies("POS-EVT-02")}tells reasoning beside the text, begun and ended, and never as text`, async () => {
    const thinking = {
      ...scriptedModel(() => "The harbour is open."),
      async *doStream(): AsyncGenerator<ModelStreamPart> {
        yield { type: "reasoning", delta: "The quay " };
        yield { type: "reasoning", delta: "is free." };
        yield { type: "text", delta: "The harbour " };
        yield { type: "text", delta: "is open." };
        yield { type: "finish", response: { text: "The harbour is open.", finishReason: "stop" } };
      },
    };
    const result = await streamPositioned("Tell about the harbour.", {
      model: thinking,
      classifier: fixedPlan([["GENERATE", []]]),
      runId: "thinks",
    }).result;
    const told = result.events.flatMap(({ kind }) => (/^(?:reasoning|text)_/.test(kind) ? [kind] : []));
    expect(told).toEqual([
      "reasoning_started",
      "reasoning_delta",
      "reasoning_delta",
      "reasoning_ended",
      "text_started",
      "text_delta",
      "text_delta",
      "text_ended",
    ]);
    expect(result.text).toBe("The harbour is open.");
  });

  it(`${verifies("POS-SPD-02")}prints a node when somebody looks, and the same one each time`, async () => {
    const result = await runPositioned("Note that the harbour is open.", {
      model: () => "The harbour is open.",
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["GENERATE", [1]],
      ]),
      journal: new ForkedJournal(),
    });
    const told = result.events.flatMap((event) => (event.kind === "node_recorded" ? [event.data] : []));
    expect(told).toHaveLength(2);
    for (const [index, data] of told.entries()) {
      expect(Object.getOwnPropertyDescriptor(data, "node")?.get).toBeTypeOf("function");
      expect(data.node).toBe(result.nodes[index]?.text);
      expect(data.node).toMatch(/^⊕⟨ ⏣0\{/u);
      expect(data.node).toContain(`step(1): "s${index + 1}"`);
    }
  });
});

describe("how a run ends", () => {
  it(`${verifies("POS-RUN-04")}has one shape, whatever its status, with the best output so far`, async () => {
    const classifier = fixedPlan([["GENERATE", []]]);
    const aborted = new AbortController();
    aborted.abort("before it began");
    const ends = {
      complete: await runPositioned("Note that the harbour is open.", {
        model: () => "The harbour is open.",
        classifier,
      }),
      partial: await runPositioned("Note that the harbour is open.", {
        model: () => ({ text: "The harbour is", finishReason: "length" as const }),
        classifier,
        depth: "D1",
      }),
      halted: await runPositioned("Note that the harbour is open.", {
        model: () => {
          throw new Error("no model today");
        },
        classifier,
        retries: 0,
      }),
      aborted: await runPositioned("Note that the harbour is open.", {
        model: () => "The harbour is open.",
        classifier,
        signal: aborted.signal,
      }),
    };
    expect(Object.values(ends).map(({ status }) => status)).toEqual(["complete", "partial", "halted", "halted"]);
    const members = Object.keys(ends.complete).sort();
    for (const result of Object.values(ends)) {
      expect(Object.keys(result).sort()).toEqual(members);
      expect(typeof result.text).toBe("string");
      expect(result.halted).toBe(result.status === "halted");
      expect(result.error !== null || result.haltReason !== "provider_call_failed").toBe(true);
      expect(result.events.at(-1)?.kind).toBe("run_finished");
    }
    expect(ends.partial.text).toContain("The harbour is");
  });

  it(`${verifies("POS-RUN-04", "POS-API-06")}is a rejection for what cannot be run at all, before anything was asked`, async () => {
    let asked = 0;
    const model = () => {
      asked++;
      return "The harbour is open.";
    };
    await expect(runPositioned(null as unknown as string, { model })).rejects.toMatchObject({
      code: "invalid_options",
    });
    await expect(runPositioned("x", { model, lanes: 0 })).rejects.toMatchObject({ code: "invalid_options" });
    await expect(runPositioned("x", { model, speed: 1 } as never)).rejects.toMatchObject({ code: "invalid_options" });
    await expect(runPositioned("x", undefined as never)).rejects.toThrow();
    const journal = new ForkedJournal();
    await runPositioned("Note it.", { model, journal, runId: "once" });
    const before = asked;
    await expect(runPositioned("Note it.", { model, journal, runId: "once" })).rejects.toMatchObject({
      code: "run_exists",
    });
    expect(asked).toBe(before);
  });
});
