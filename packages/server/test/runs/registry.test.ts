import { defineCapability, type RunEvent, type RunOptions } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { memoryRunStore, pendingId, RunRegistry } from "../../src/index.js";

const model = () => "Tea has less caffeine than coffee; coffee is stronger. Verdict: tea is the milder drink.";

/** A model that calls `wipe` where it is offered and answers where it is not. */
export function wiping(): RunOptions {
  return {
    model: (_prompt, schema) =>
      schema === null
        ? "The old index was removed."
        : JSON.stringify({ capability_id: "wipe", arguments: { index: "old" } }),
    tools: [
      defineCapability({
        capabilityId: "wipe",
        operationTypes: ["RETRIEVE", "GENERATE", "PLAN", "ANALYSE", "DECIDE"] as never,
        description: "Remove the old index",
        safetyClass: "destructive",
        inputSchema: { type: "object", properties: { index: { type: "string" } }, required: ["index"] },
        execute: ({ index }) => ({ removed: index }),
      }),
    ],
  };
}

async function all(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const seen: RunEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

describe("the run registry", () => {
  it("starts a run and tells its events to every reader, each once, to the end", async () => {
    const registry = new RunRegistry();
    const run = await registry.start("Compare tea and coffee.", { model }, "ann");
    const [one, two] = await Promise.all([all(run.eventsAfter(0)), all(run.eventsAfter(3))]);
    expect(one.map(({ seq }) => seq)).toEqual(one.map((_, index) => index + 1));
    expect(one.at(-1)?.kind).toBe("run_finished");
    expect(two).toEqual(one.slice(3));
    const result = await run.result;
    expect(result.text).toContain("milder");
    expect(run.status()).toBe(result.status);
    expect(run.progress().text).toBe(result.text);
    expect(registry.open()).toEqual([]);
  });

  it("waits for an answer, goes on through the pause, and ends", async () => {
    const registry = new RunRegistry();
    const run = await registry.start("Find the old index and remove it.", wiping(), "ann");
    const kinds: string[] = [];
    for await (const event of run.eventsAfter(0)) {
      kinds.push(event.kind);
      if (event.kind === "run_waiting") {
        expect(run.status()).toBe("waiting");
        const [request] = run.pending();
        expect(request?.kind).toBe("approval");
        if (request !== undefined) await run.answer(pendingId(request), true);
      }
    }
    expect(kinds).toContain("run_resumed");
    expect(kinds.at(-1)).toBe("run_finished");
    expect(run.pending()).toEqual([]);
  });

  it("shows a run to its owner alone", async () => {
    const registry = new RunRegistry();
    const run = await registry.start("Compare tea and coffee.", { model }, "ann");
    expect(await registry.get(run.runId, "bob")).toBeNull();
    expect(await registry.list("bob")).toEqual([]);
    expect((await registry.get(run.runId, "ann"))?.runId).toBe(run.runId);
    await run.result;
    expect(await registry.get(run.runId, "bob")).toBeNull();
    expect((await registry.list("ann")).map(({ runId }) => runId)).toEqual([run.runId]);
  });

  it("reads a finished run of another process from a shared store", async () => {
    const store = memoryRunStore();
    const run = await new RunRegistry({ store }).start("Compare tea and coffee.", { model }, "ann");
    const other = await new RunRegistry({ store }).get(run.runId, "ann");
    if (other === null) throw new Error("not found");
    const [ours, theirs] = await Promise.all([all(run.eventsAfter(0)), all(other.eventsAfter(0))]);
    expect(theirs).toEqual(ours);
    expect(await other.result).toEqual(await run.result);
    const late = await new RunRegistry({ store }).get(run.runId, "ann");
    await expect(late?.answer("appr_1", true)).rejects.toMatchObject({ code: "run_over" });
  });

  it("ends a run whose events cannot be kept, and says so", async () => {
    const store = memoryRunStore();
    const { append } = store;
    let failing = 3;
    store.append = async (...args) => {
      if (--failing === 0) throw new Error("disk full");
      return append(...args);
    };
    const faults: unknown[] = [];
    const registry = new RunRegistry({ store, onFault: (error) => faults.push(error) });
    const run = await registry.start("Remove the old index.", wiping(), "ann");
    const result = await run.result;
    expect(faults).toMatchObject([{ message: "disk full" }]);
    expect(result).toMatchObject({ status: "halted", haltReason: "aborted" });
    // What could not be written at first is written later, in its place.
    const seqs = (await all(run.eventsAfter(0))).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(registry.open()).toEqual([]);
  });

  it("still has an end where a store cannot keep the result", async () => {
    const store = memoryRunStore();
    store.finish = async () => {
      throw new Error("disk full");
    };
    const faults: unknown[] = [];
    const registry = new RunRegistry({ store, onFault: (error) => faults.push(error) });
    const run = await registry.start("Compare tea and coffee.", { model }, "ann");
    expect((await run.result).text).toContain("milder");
    expect(faults).toHaveLength(1);
  });
});
