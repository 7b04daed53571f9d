import { defineCapability, type RunOptions, resumePositioned, runPositioned, STL_OPERATIONS } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { ENGLISH } from "../../src/position/cue-tables/english.js";
import { loadRun } from "../../src/run/load-run.js";
import { fixedPlan } from "./fixed-plan.js";
import { ForkedJournal } from "./forked-journal.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

/** Options that are code, or that name the run: they are given again, or are not the run's to repeat. */
type CodeOption =
  | "model"
  | "tools"
  | "fabric"
  | "executor"
  | "governor"
  | "clarifyHandler"
  | "hmacKey"
  | "runId"
  | "sessionId"
  | "journal"
  | "clock"
  | "ids"
  | "signal"
  | "timeoutMs"
  | "deadline"
  | "tokenCounter"
  | "classifier"
  | "judge"
  | "embedder"
  | "onEvent"
  | "secrets";

/** A value for each of the others; an option that is added and is not here does not compile. */
const DATA: Required<Omit<RunOptions, CodeOption | "priorCso">> = {
  profile: "small-local",
  policy: { blocklist: ["delete_everything"] },
  contextFacts: ["The harbour has two quays."],
  maxOperations: 3,
  oversightRequired: ["mutating"],
  maxContinuationWindows: 1,
  contextWindow: 50_000,
  maxOutputTokens: 700,
  temperature: 0.25,
  safetyMargin: 300,
  cueTables: [ENGLISH],
  depth: "D3",
  lanes: 2,
  onFailedChecks: "record",
  toolTimeoutMs: 9_000,
  resultLimitBytes: 90_000,
  retries: 1,
  modelTimeoutMs: 8_000,
  onDenied: "halt",
  maxCost: 5,
  tokenLimit: 90_000,
  goalFacts: ["report"],
  userAvec: { stability: 0.1, friction: 0.2, logic: 0.3, autonomy: 0.4 },
  trigger: "scheduled",
  includeHeadings: true,
  strict8: true,
};

const book = (ran: unknown[]) =>
  defineCapability({
    capabilityId: "book_quay",
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: {} },
    safetyClass: "mutating",
    description: "book a quay of the harbour",
    execute: () => {
      ran.push("booked");
      return { quay: 2 };
    },
  });

const code = (journal: ForkedJournal, ran: unknown[]) => ({
  model: scriptedModel((request) =>
    request.schema === null || request.prompt.includes('"quay":2')
      ? answerOf("Quay 2 is booked.")
      : callOf("book_quay"),
  ),
  tools: [book(ran)],
  classifier: fixedPlan([["GENERATE", []]]),
  journal,
});

describe("options of a run in its record", () => {
  it(`${verifies("POS-EFF-04")}are kept, each one that is data, and nothing that is code`, async () => {
    const journal = new ForkedJournal();
    const first = await runPositioned("Note that the harbour is open.", { ...code(journal, []), depth: "D1" });
    const prior = new ForkedJournal();
    await runPositioned("Book a quay.", { ...code(prior, []), ...DATA, priorCso: first.cso, runId: "kept" });
    const { inputs } = await loadRun(prior, "kept");
    expect(Object.keys(inputs.options).sort()).toEqual([...Object.keys(DATA), "priorCso"].sort());
    const { priorCso, ...kept } = inputs.options;
    expect(kept).toEqual(JSON.parse(JSON.stringify(DATA)));
    expect(priorCso).toEqual(JSON.parse(JSON.stringify(first.cso)));
  });

  it(`${verifies("POS-EFF-04")}are used again by a resume that is given the run id and the code`, async () => {
    const journal = new ForkedJournal();
    const ran: unknown[] = [];
    const { tokenLimit: _, maxCost: __, ...given } = DATA;
    const waiting = await runPositioned("Book a quay.", { ...code(journal, ran), ...given, runId: "kept" });
    expect([waiting.status, waiting.pending[0]?.kind]).toEqual(["waiting", "approval"]);
    expect(ran).toEqual([]);
    const handle = await resumePositioned("kept", code(journal, ran));
    for await (const event of handle.events) {
      if (event.kind === "run_started")
        expect(event.data).toMatchObject({ profile: "small-local", window: { tokens: 50_000 } });
      if (event.kind === "approval_requested") await handle.answer(event.data.id, false);
    }
    // Of all that was said at the start, this is what ends it: a denial halts.
    expect(await handle.result).toMatchObject({ status: "halted", haltReason: "denied_by_person", depth: "D3" });
    expect(ran).toEqual([]);
  });
});
