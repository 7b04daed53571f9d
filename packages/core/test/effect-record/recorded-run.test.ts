import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerPositioned, defineCapability, resumePositioned, runPositioned, STL_OPERATIONS } from "@pelorus/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { recordFolder } from "../../src/effect/record-folder.js";
import { OperationStateMachine } from "../../src/lifecycle/machine.js";
import { fold } from "../../src/state/fold.js";
import { initialState } from "../../src/state/initial-state.js";
import { verifyCso } from "../../src/state/seal.js";
import { answerOf, callOf, scriptedModel } from "../run/scripted-model.js";

const REQUEST = "Pay the invoice of the printer.";
const PAID = "The invoice of the printer was paid today.";
const KEY = "a key of 16 bytes or more";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "pelorus-run-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** Options as a new process makes them: nothing in them remembers an earlier one. */
function freshOptions(executed: unknown[]) {
  return {
    runId: "r_pay",
    hmacKey: KEY,
    journal: recordFolder(directory),
    model: scriptedModel((request, call) =>
      request.schema === null ? PAID : call === 1 ? callOf("pay_invoice", { amount: 150 }) : answerOf(PAID),
    ),
    tools: [
      defineCapability({
        capabilityId: "pay_invoice",
        operationTypes: [...STL_OPERATIONS],
        inputSchema: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
        costProfile: { safetyClass: "destructive" },
        metadata: { description: "pay the invoice of the printer" },
        execute: (args) => {
          executed.push(args);
          return { paid: args.amount };
        },
      }),
    ],
  };
}

async function paidRun(executed: unknown[]) {
  const waiting = await runPositioned(REQUEST, freshOptions(executed));
  expect(waiting.status).toBe("waiting");
  const [pending] = waiting.pending;
  if (pending?.kind !== "approval") throw new Error("no approval is pending");
  await answerPositioned("r_pay", pending.data.id, true, { journal: recordFolder(directory) });
  return await (await resumePositioned("r_pay", freshOptions(executed))).result;
}

/** The JSON of a value with the members of every object by name. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

describe("a run in a folder", () => {
  it(`${verifies("POS-POL-05", "POS-REC-06")}B032: an approval belongs to the run, whatever objects go on with it`, async () => {
    const executed: unknown[] = [];
    const result = await paidRun(executed);
    expect(result.status).toBe("complete");
    expect(executed).toEqual([{ amount: 150 }]);
    const asked = result.events.filter((event) => event.kind === "approval_requested");
    expect(asked).toHaveLength(1);
    // It was for that run: another one asks again.
    const other = await runPositioned(REQUEST, { ...freshOptions(executed), runId: "r_other" });
    expect([other.status, executed.length]).toEqual(["waiting", 1]);
  });

  it(`${verifies("POS-REC-06")}leaves a record that says all of it, and nothing temporary`, async () => {
    const result = await paidRun([]);
    const folder = recordFolder(directory);
    const files = (await readdir(folder.pathOf("r_pay"))).filter((name) => name !== "record.sttp");
    expect(files.sort()).toEqual(["blobs", "events.jsonl", "journal.jsonl", "run.json", "state.json"]);
    expect((await readdir(directory)).sort()).toEqual(["r_pay"]);
    for (const name of await readdir(join(folder.pathOf("r_pay"), "blobs"))) expect(name).toMatch(/^[0-9a-f]{64}$/);
    const events = await folder.readEvents("r_pay");
    expect(events).toEqual(result.events);
    // Whoever writes them out as they are gets the same from a run and from its record.
    expect(events.map(sortedJson)).toEqual(result.events.map(sortedJson));
    expect(await folder.readRun("r_pay")).toMatchObject({ runId: "r_pay", request: REQUEST, status: "complete" });
    const journal = await readFile(join(folder.pathOf("r_pay"), "journal.jsonl"), "utf8");
    expect(journal.trimEnd().split("\n")).toHaveLength((await folder.read("r_pay")).length);
  });

  it(`${verifies("POS-CSO-04", "POS-CSO-07", "POS-LIF-02")}state and lifecycle follow from the recorded events alone`, async () => {
    const result = await paidRun([]);
    const folder = recordFolder(directory);
    const state = await folder.readState("r_pay");
    if (state === null) throw new Error("no state was recorded");
    expect(verifyCso(state, KEY)).toBe(true);
    const events = await folder.readEvents("r_pay");
    const start = initialState({ csoId: "", createdAt: "", objective: "", mode: state.goalState.mode });
    expect(events.reduce(fold, start)).toEqual(state);
    expect(result.cso.data).toEqual(state);
    const transitions = events.flatMap((event) => (event.kind === "lifecycle_transitioned" ? [event.data] : []));
    const rebuilt = OperationStateMachine.fromEvents(result.stateMachine.plan, transitions);
    expect(rebuilt.toJSON()).toEqual(result.stateMachine.toJSON());
  });
});
