import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type LanguageModel,
  type RunEvent,
  recordFolder,
  replayRun,
  resumePositioned,
  runPositioned,
} from "@pelorus/core";
import { afterAll, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";

const root = await mkdtemp(join(tmpdir(), "pelorus-cut-stream-"));
afterAll(() => rm(root, { recursive: true, force: true }));

const classifier = fixedPlan([["GENERATE", []]]);

/** Streams a text; `onHalf` is awaited in the middle of it. */
function writer(text: string, onHalf: () => Promise<void> = async () => {}): LanguageModel {
  const half = text.length >> 1;
  return {
    provider: "test",
    modelId: "writer",
    capabilities: ["streaming"],
    doGenerate: async () => ({ text, finishReason: "stop" }),
    async *doStream() {
      yield { type: "text", delta: text.slice(0, half) };
      await onHalf();
      yield { type: "text", delta: text.slice(half) };
      yield { type: "finish", response: { text, finishReason: "stop" } };
    },
  };
}

const told = (events: readonly RunEvent[]) =>
  events.map((event) => [event.seq, event.kind, event.kind === "text_delta" ? event.data.delta : ""]);

it(`${verifies("POS-EFF-04", "POS-REC-06")}a record that was cut in a stream holds what the run told in the end, once it was taken up`, async () => {
  const whole = recordFolder(join(root, "whole"));
  const cut = recordFolder(join(root, "cut"));
  // The copy is what a kill in the middle of the stream leaves, once the events so far are written.
  const cutHere = async () => {
    while (!(await whole.readEvents("r")).some(({ kind }) => kind === "text_delta")) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await cp(whole.directory, cut.directory, { recursive: true });
  };
  const options = { classifier, onFailedChecks: "record" as const };
  const first = writer("Well, as far as anybody can see there may be some eight apples.", cutHere);
  await runPositioned("Count the apples.", { ...options, model: first, journal: whole, runId: "r" });
  expect(told(await cut.readEvents("r")).at(-1)?.[2]).toContain("Well");

  const second = writer("There are eight apples in the store.");
  const handle = await resumePositioned("r", { ...options, model: second, journal: cut });
  const result = await handle.result;
  expect(result.text).toBe("There are eight apples in the store.");
  const recorded = told(await recordFolder(cut.directory).readEvents("r"));
  expect(recorded).toEqual(told(result.events));
  expect(recorded).toEqual(told((await replayRun({ journal: cut, runId: "r" })).events));
});
