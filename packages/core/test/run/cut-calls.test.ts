import { defineCapability, type RunOptions, resumePositioned, runPositioned, STL_OPERATIONS } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { ForkedJournal } from "./forked-journal.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

type Nature = Partial<Pick<Parameters<typeof defineCapability>[0], "safetyClass" | "metadata">>;

/** A run that makes one call; `keys` are the idempotency keys of every execution. */
function oneCall(nature: Nature, journal: ForkedJournal, keys: string[]): RunOptions {
  return {
    model: scriptedModel((request) =>
      request.schema === null || /"gauge":7|lost/.test(request.prompt)
        ? answerOf("The gauge is known.")
        : callOf("read_gauge"),
    ),
    tools: [
      defineCapability({
        capabilityId: "read_gauge",
        operationTypes: [...STL_OPERATIONS],
        inputSchema: { type: "object", properties: {} },
        description: "read the gauge of the harbour",
        safetyClass: "read-only",
        ...nature,
        execute: (_, { idempotencyKey }) => {
          keys.push(idempotencyKey);
          return { gauge: 7 };
        },
      }),
    ],
    classifier: fixedPlan([["RETRIEVE", []]]),
    onFailedChecks: "record",
    oversightRequired: [],
    journal,
    runId: "cut",
  };
}

/** Kills a run after the call began and before its outcome was kept, and resumes it. */
async function cutInTheCall(nature: Nature) {
  const journal = new ForkedJournal();
  const keys: string[] = [];
  await runPositioned("Read the gauge.", oneCall(nature, journal, keys));
  const outcome = journal.entries.findIndex((entry) => entry.kind === "effect_finished" && entry.data.act === "tool");
  const starts = journal.entries.filter((entry) => entry.kind === "effect_started" && entry.data.act === "tool");
  const fork = journal.forkAt(outcome);
  const result = await (await resumePositioned("cut", oneCall(nature, fork, keys))).result;
  const outcomes = result.events.flatMap((event) => (event.kind === "tool_call_finished" ? [event.data.outcome] : []));
  return { keys, starts: starts.length, outcomes, result };
}

describe("a call that was cut in its middle", () => {
  it.each([
    ["is read-only", { safetyClass: "read-only" }],
    ["is idempotent", { safetyClass: "mutating", metadata: { idempotent: true } }],
  ] as const)(
    `${verifies("POS-EFF-03", "POS-EXE-03")}is made again under its key where it %s, and announces nothing`,
    async (_, nature) => {
      const { keys, starts, outcomes, result } = await cutInTheCall(nature);
      expect(starts).toBe(0);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      expect(outcomes).toEqual(["ok"]);
      expect(result.uncertainties.join()).not.toContain("not known");
    },
  );

  it.each([
    ["mutating", { safetyClass: "mutating" }],
    ["network", { safetyClass: "network" }],
    ["destructive", { safetyClass: "destructive" }],
  ] as const)(
    `${verifies("POS-EFF-03")}is lost and not made again where it is %s: model and person are told`,
    async (_, nature) => {
      const { keys, starts, outcomes, result } = await cutInTheCall(nature);
      expect(starts).toBe(1);
      expect(keys).toHaveLength(1);
      expect(outcomes).toEqual(["lost"]);
      expect(result.uncertainties.join()).toContain("Whether read_gauge ran is not known");
    },
  );
});
