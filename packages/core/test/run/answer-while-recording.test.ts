import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { defineCapability, memoryJournal, type RunOptions, streamPositioned } from "../../src/index.js";

/** A journal that keeps records, and takes its time to write them. */
function slowRecords(ms: number) {
  const written: string[] = [];
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, ms));
  return {
    ...memoryJournal(),
    written,
    appendEvents: async () => {},
    writeState: pause,
    writeRecordText: pause,
    writeRun: async (_runId: string, run: { readonly status: string }) => {
      await pause();
      written.push(run.status);
    },
  };
}

function asking(journal: ReturnType<typeof slowRecords>): RunOptions {
  return {
    journal,
    onFailedChecks: "record",
    classifier: {
      name: "one-step",
      classify: (request) => ({
        steps: [
          {
            id: "s1",
            operation: "RETRIEVE",
            assignment: request,
            dependsOn: [],
            deliverable: true,
            implied: false,
            evidence: [],
          },
        ],
        operations: ["RETRIEVE"],
        evidence: [],
        language: "en",
        confidence: 1,
        divergence: 0,
      }),
    },
    model: (_prompt, schema) =>
      schema === null ? "It was removed." : JSON.stringify({ capability_id: "wipe", arguments: {} }),
    tools: [
      defineCapability({
        capabilityId: "wipe",
        operationTypes: ["RETRIEVE"],
        description: "Remove the old index",
        safetyClass: "destructive",
        inputSchema: { type: "object" },
        execute: () => ({ removed: true }),
      }),
    ],
  };
}

describe("an answer that comes while the pause is still being recorded", () => {
  it(`${verifies("POS-POL-09", "POS-API-03")}goes on with the run, and its result is the run's`, async () => {
    const journal = slowRecords(30);
    let seen = (_id: string) => {};
    const asked = new Promise<string>((resolve) => {
      seen = resolve;
    });
    let id = "";
    const handle = streamPositioned("Remove the old index.", {
      ...asking(journal),
      onEvent: (event) => {
        if (event.kind === "approval_requested") id = event.data.id;
        if (event.kind === "run_waiting") seen(id);
      },
    });
    const firstLeg = handle.result;
    await handle.answer(await asked, true);
    expect(journal.written).not.toContain("waiting");
    const kinds: string[] = [];
    for await (const event of handle.events) kinds.push(event.kind);
    expect(kinds.slice(-1)).toEqual(["run_finished"]);
    expect((await handle.result).status).toBe("complete");
    expect((await firstLeg).status).toBe("waiting");
    // Nothing is written of the pause after the end is.
    expect(journal.written.at(-1)).toBe("complete");
  });

  it(`${verifies("POS-RUN-07")}or an abort that does, ends the run`, async () => {
    const handle = streamPositioned("Remove the old index.", {
      ...asking(slowRecords(30)),
      onEvent: (event) => {
        if (event.kind === "run_waiting") setImmediate(() => handle.abort());
      },
    });
    expect(await handle.result).toMatchObject({ status: "halted", haltReason: "aborted", pending: [] });
  });
});
