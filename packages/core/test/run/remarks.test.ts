import { defineCapability, memoryJournal, replayRun, runPositioned } from "@pelorus/core";
import { expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

it(`${verifies("POS-EXE-09")}what a tool remarks is a note of its step, once its call is over, and a replay tells it again`, async () => {
  const journal = memoryJournal();
  const result = await runPositioned("Find the price of pears.", {
    model: scriptedModel(({ schema }, call) =>
      schema === null ? "Pears cost 3 euros." : call === 1 ? callOf("find_price", {}) : answerOf("Pears cost 3 euros."),
    ),
    tools: [
      defineCapability({
        capabilityId: "find_price",
        operationTypes: ["RETRIEVE"],
        description: "Find the price of pears",
        safetyClass: "read-only",
        inputSchema: { type: "object", properties: {} },
        execute: (_args, { remark }) => {
          remark("two price lists are older than a year");
          return { pears: 3 };
        },
      }),
    ],
    journal,
  });
  const kinds = result.events.map(({ kind }) => kind);
  const note = result.events.find((event) => event.kind === "note_recorded");
  expect(note?.data).toEqual({ detail: "two price lists are older than a year", stepId: "s1" });
  expect(kinds.indexOf("note_recorded")).toBeGreaterThan(kinds.indexOf("tool_call_finished"));
  expect((await replayRun({ journal, runId: result.runId })).events).toEqual(result.events);
});
