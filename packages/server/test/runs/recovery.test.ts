import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerPositioned, recordFolder, streamPositioned } from "@pelorus/core";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "../../../core/test/run/fixed-plan.js";
import { createClient, type WireEvent } from "../../src/client/index.js";
import { bearerTokens, RunRegistry, type ServerOptions } from "../../src/index.js";
import { folderRecords, serve } from "../../src/node/index.js";
import { handlerFor } from "../support/ask.js";
import { framesOf } from "../support/frames.js";
import { SIDE_BY_SIDE, scenarioRun } from "../support/scenario.js";
import { held, TEA_TEXT, wiping } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

const root = mkdtempSync(join(tmpdir(), "pelorus-recovery-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => recordFolder(join(root, String(++folders)));

type Served = ReturnType<typeof handlerFor>;
const wait = { Prefer: "wait=20" };
const REQUEST = { request: "Remove the old index." };

/** A server of a folder; each call is a new process as far as it knows. */
function served(folder: ReturnType<typeof newFolder>, options: Omit<ServerOptions, "records">): Served {
  return handlerFor({ ...options, records: folderRecords(folder) });
}

async function waiting({ ask }: Served, headers: Record<string, string> = {}): Promise<string> {
  const { run_id } = (await ask("/runs", { body: REQUEST, headers })).json;
  await until(async () => (await ask(`/runs/${run_id}`, { headers })).json.status === "waiting");
  return run_id;
}

async function eventsOf({ raw }: Served, runId: string): Promise<WireEvent[]> {
  const text = await (await raw(`/runs/${runId}/events`)).text();
  return framesOf(text).map(({ data }) => JSON.parse(data));
}

describe("a server that is started again", () => {
  it(`${verifies("POS-EFF-04")}lists a run that waits, and goes on with its answer as if nothing had been between`, async () => {
    const folder = newFolder();
    const wiped = { count: 0 };
    const first = served(folder, { run: wiping(wiped) });
    const runId = await waiting(first);
    const before = (await first.ask(`/runs/${runId}`)).json;
    await first.handler.close();

    const second = served(folder, { run: wiping(wiped) });
    const [listed] = (await second.ask("/runs")).json.runs;
    expect(listed).toMatchObject({ run_id: runId, status: "waiting", open: 1, recovered_from: "server", ...REQUEST });
    const after = (await second.ask(`/runs/${runId}`)).json;
    expect(after).toEqual({ ...before, recovered_from: "server", cursor: after.cursor });
    expect(second.handler.registry.open()).toEqual([]);

    const id = after.pending[0].data.id;
    expect((await second.ask(`/runs/${runId}/answers/${id}`, { body: { value: true } })).status).toBe(200);
    const result = await second.ask(`/runs/${runId}/result`, { headers: wait });
    expect(result.json).toMatchObject({ status: "complete", text: "The old index was removed." });
    expect(wiped.count).toBe(1);
    const events = await eventsOf(second, runId);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.slice(before.last_seq).map(({ kind }) => kind)).toContain("run_resumed");
    expect(events.filter(({ kind }) => kind === "run_finished")).toHaveLength(1);
    // The record says the same, and a third server has nothing left to do.
    expect((await folder.readEvents(runId)).map(({ kind }) => kind)).toEqual(events.map(({ kind }) => kind));
    expect((await folder.readRun(runId))?.status).toBe("complete");
    expect((await served(folder, { run: wiping(wiped) }).ask("/runs")).json.runs).toEqual([]);
  });

  it("gives several answers at once to one run, and wakes it once", async () => {
    const folder = newFolder();
    const deleted: unknown[] = [];
    const run = scenarioRun({ extra: { classifier: SIDE_BY_SIDE, lanes: 2 } }, deleted);
    const first = served(folder, { run });
    const { run_id } = (await first.ask("/runs", { body: { request: "Delete both files." } })).json;
    await until(async () => (await first.ask(`/runs/${run_id}`)).json.pending.length === 2);
    await until(async () => (await first.ask(`/runs/${run_id}`)).json.status === "waiting");
    await first.handler.close();

    let begun = 0;
    const second = served(folder, {
      run,
      resume: async () => {
        begun++;
        return run;
      },
    });
    const { pending } = (await second.ask(`/runs/${run_id}`)).json;
    const answers = await Promise.all(
      pending.map(({ data }: { data: { id: string } }) =>
        second.ask(`/runs/${run_id}/answers/${data.id}`, { body: { value: true } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await second.ask(`/runs/${run_id}/result`, { headers: wait });
    expect(deleted).toHaveLength(2);
    expect(begun).toBe(1);
  });

  it("shows a run that was cut short as interrupted, resumes it, and the client is told all of it", async () => {
    const folder = newFolder();
    const model = held();
    const first = await serve({ run: model.options, records: folderRecords(folder) });
    const run = await createClient({ baseUrl: first.url }).start("Compare tea and coffee.");
    await until(() => model.signals[0]);
    const { cursor } = await run.status();
    await first.close();
    expect((await folder.readRun(run.runId))?.status).toBe("halted");

    const going = held();
    going.release();
    const second = await serve({ run: going.options, records: folderRecords(folder) });
    try {
      const client = createClient({ baseUrl: second.url });
      const [listed] = (await client.list()).runs;
      expect(listed).toMatchObject({ run_id: run.runId, status: "interrupted", recovered_from: "server" });
      expect(listed).not.toHaveProperty("halt_reason");
      const again = client.run(run.runId);
      expect((await fetch(`${second.url}/runs/${run.runId}/result`)).status).toBe(202);
      const kinds: string[] = [];
      const seqs: number[] = [];
      // An id that the earlier process gave out is one of this process, too.
      const events = again.events({ after: cursor });
      const reading = (async () => {
        for await (const event of events) {
          kinds.push(event.kind);
          seqs.push(event.seq);
        }
      })();
      await until(() => kinds.includes("run_finished"));
      await again.resume();
      await reading;
      const ends = kinds.filter((kind) => kind === "run_finished" || kind === "run_resumed");
      expect(ends).toEqual(["run_finished", "run_resumed", "run_finished"]);
      expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
      expect(await again.result()).toMatchObject({ status: "complete", text: TEA_TEXT });
      await expect(again.resume()).rejects.toMatchObject({ code: "run_over", status: 409 });
      // Cut short is cut short once: what a person ends now is over for good.
      expect(JSON.parse(readFileSync(join(folder.pathOf(run.runId), "server.json"), "utf8"))).not.toHaveProperty(
        "interrupted",
      );
    } finally {
      await second.close();
    }
  });

  it("goes on with a run whose answer another program has written", async () => {
    const folder = newFolder();
    const wiped = { count: 0 };
    const first = served(folder, { run: wiping(wiped) });
    const runId = await waiting(first);
    const { pending } = (await first.ask(`/runs/${runId}`)).json;
    await first.handler.close();
    await answerPositioned(runId, pending[0].data.id, true, { journal: folder });

    const second = served(folder, { run: wiping(wiped) });
    expect((await second.ask(`/runs/${runId}`)).json).toMatchObject({ status: "interrupted", pending: [] });
    const resumed = await second.ask(`/runs/${runId}/resume`, { method: "POST" });
    expect([resumed.status, resumed.json.run_id]).toEqual([202, runId]);
    expect((await second.ask(`/runs/${runId}/result`, { headers: wait })).json.status).toBe("complete");
    expect(wiped.count).toBe(1);
  });

  it("keeps secrets out of the record, also those of an answer that wakes a run", async () => {
    const folder = newFolder();
    const run = {
      model: () => TEA_TEXT,
      classifier: fixedPlan([
        ["CLARIFY", []],
        ["GENERATE", [1]],
      ]),
      secrets: ["correct-horse-battery"],
    };
    const first = served(folder, { run });
    const runId = await waiting(first);
    await first.handler.close();
    const second = served(folder, { run });
    const { pending } = (await second.ask(`/runs/${runId}`)).json;
    const answer = await second.ask(`/runs/${runId}/answers/${pending[0].data.request_id}`, {
      body: { value: "The pass phrase is correct-horse-battery." },
    });
    expect(answer.status).toBe(200);
    await second.ask(`/runs/${runId}/result`, { headers: wait });
    const journal = readFileSync(join(folder.pathOf(runId), "journal.jsonl"), "utf8");
    expect(journal).toContain("The pass phrase is");
    expect(journal).not.toContain("correct-horse");
  });

  it("changes nothing for answers that are none", async () => {
    const folder = newFolder();
    const first = served(folder, { run: wiping() });
    const runId = await waiting(first);
    await first.handler.close();
    const entries = (await folder.read(runId)).length;
    const second = served(folder, { run: wiping() });
    const { pending } = (await second.ask(`/runs/${runId}`)).json;
    const answers = `/runs/${runId}/answers`;
    const none = await second.ask(`${answers}/appr_none`, { body: { value: true } });
    const unclear = await second.ask(`${answers}/${pending[0].data.id}`, { body: { value: "perhaps" } });
    expect([none.json.code, unclear.json.code]).toEqual(["unknown_request", "answer_not_understood"]);
    expect((await second.ask(`/runs/${runId}`)).json.status).toBe("waiting");
    expect(await folder.read(runId)).toHaveLength(entries);
    expect((await second.ask(`${answers}/${pending[0].data.id}`, { body: { value: false } })).status).toBe(200);
  });

  it("cancels a run that nobody drives, for good", async () => {
    const folder = newFolder();
    const wiped = { count: 0 };
    const first = served(folder, { run: wiping(wiped) });
    const runId = await waiting(first);
    await first.handler.close();
    const faults: unknown[] = [];
    const second = served(folder, { run: wiping(wiped), onFault: (error) => faults.push(error) });
    expect((await second.ask(`/runs/${runId}/cancel`, { method: "POST" })).status).toBe(202);
    await second.ask(`/runs/${runId}/result`, { headers: wait });
    expect(faults).toEqual([]);
    expect((await second.ask(`/runs/${runId}`)).json).toMatchObject({ status: "halted", halt_reason: "aborted" });
    expect(wiped.count).toBe(0);
    await second.handler.close();
    expect((await served(folder, { run: wiping(wiped) }).ask("/runs")).json.runs).toEqual([]);
  });

  it(`${verifies("POS-EFF-05")}ends a run whose time has passed meanwhile`, async () => {
    const folder = newFolder();
    const wiped = { count: 0 };
    const first = served(folder, { run: wiping(wiped), limits: { runMs: 60_000 } });
    const runId = await waiting(first);
    await first.handler.close();
    const later = () => Date.now() + 61_000;
    const faults: unknown[] = [];
    const registry = new RunRegistry({
      clock: later,
      recovery: {
        records: folderRecords(folder),
        options: () => ({ ...wiping(wiped), clock: later }),
        programOwner: null,
      },
      onFault: (error) => faults.push(error),
    });
    const result = await (await registry.get(runId, "local"))?.result;
    expect(result).toMatchObject({ status: "halted", haltReason: "deadline" });
    expect((await folder.readRun(runId))?.status).toBe("halted");
    expect([wiped.count, faults]).toEqual([0, []]);
  });

  it("shows runs to their owners alone, and those of other programs only where callers are not told apart", async () => {
    const folder = newFolder();
    const tokens = { ann: "ann-0123456789abcdef", bob: "bob-0123456789abcdef" };
    const authorize = bearerTokens(Object.entries(tokens).map(([owner, token]) => ({ owner, token })));
    const as = (token: string) => ({ Authorization: `Bearer ${token}` });
    const first = served(folder, { run: wiping(), authorize });
    const runId = await waiting(first, as(tokens.ann));
    await first.handler.close();
    const program = streamPositioned(REQUEST.request, { ...wiping(), journal: folder, runId: "run_of_a_program" });
    expect((await program.result).status).toBe("waiting");

    const ids = async ({ ask }: Served, headers = {}) =>
      (await ask("/runs", { headers })).json.runs.map((run: { run_id: string }) => run.run_id);
    const second = served(folder, { run: wiping(), authorize });
    expect(await ids(second, as(tokens.ann))).toEqual([runId]);
    expect(await ids(second, as(tokens.bob))).toEqual([]);
    for (const path of ["", "/resume", "/cancel", "/answers/x"]) {
      const method = path === "" ? "GET" : "POST";
      const answer = await second.ask(`/runs/${runId}${path}`, {
        method,
        headers: as(tokens.bob),
        ...(path === "/answers/x" ? { body: { value: true } } : {}),
      });
      expect([path, answer.json.code]).toEqual([path, "run_unknown"]);
    }
    const local = served(folder, { run: wiping() });
    expect(await ids(local)).toEqual(["run_of_a_program"]);
    const { recovered_from, pending } = (await local.ask("/runs/run_of_a_program")).json;
    expect(recovered_from).toBe("program");
    const path = "/runs/run_of_a_program";
    await local.ask(`${path}/answers/${pending[0].data.id}`, { body: { value: true } });
    expect((await local.ask(`${path}/result`, { headers: wait })).json.status).toBe("complete");
  });

  it("says so where a run cannot go on, tells the cause to whom it concerns, and keeps the run", async () => {
    const folder = newFolder();
    const first = served(folder, { run: wiping() });
    const runId = await waiting(first);
    await first.handler.close();
    const faults: unknown[] = [];
    const second = served(folder, {
      run: wiping(),
      resume: () => {
        throw new Error("/secret/tools.mjs is gone");
      },
      onFault: (error) => faults.push(error),
    });
    const { pending } = (await second.ask(`/runs/${runId}`)).json;
    const answer = await second.ask(`/runs/${runId}/answers/${pending[0].data.id}`, { body: { value: true } });
    expect(answer.json).toMatchObject({ status: 409, code: "run_not_resumable" });
    expect(answer.text).not.toContain("secret");
    expect(faults).toMatchObject([{ message: "/secret/tools.mjs is gone" }]);
    expect((await second.ask(`/runs/${runId}`)).json).toMatchObject({ status: "waiting", pending: [{}] });
  });

  it(`${verifies("POS-SEC-02")}goes on with a run only with all of its secrets, and blames no caller for it`, async () => {
    const folder = newFolder();
    const secrets = ["correct-horse-battery"];
    const first = served(folder, { run: { ...wiping(), secrets } });
    const runId = await waiting(first);
    await first.handler.close();
    const entries = (await folder.read(runId)).length;
    const faults: unknown[] = [];
    const second = served(folder, { run: wiping(), onFault: (error) => faults.push(error) });
    const { pending } = (await second.ask(`/runs/${runId}`)).json;
    const path = `/runs/${runId}/answers/${pending[0].data.id}`;
    const answered = await second.ask(path, { body: { value: true } });
    const resumed = await second.ask(`/runs/${runId}/resume`, { method: "POST" });
    const cancelled = await second.ask(`/runs/${runId}/cancel`, { method: "POST" });
    for (const { json } of [answered, resumed, cancelled]) {
      expect(json).toMatchObject({ status: 409, code: "run_not_resumable" });
    }
    expect(faults).toMatchObject(Array(3).fill({ code: "secrets_missing", needed: 1, given: 0 }));
    expect(await folder.read(runId)).toHaveLength(entries);
    expect((await second.ask(`/runs/${runId}`)).json).toMatchObject({ status: "waiting", pending: [{}] });
    const third = served(folder, { run: { ...wiping(), secrets } });
    expect((await third.ask(path, { body: { value: true } })).status).toBe(200);
  });

  it("blames no caller for options of the server that no run takes", async () => {
    const folder = newFolder();
    const first = served(folder, { run: wiping() });
    const runId = await waiting(first);
    await first.handler.close();
    const faults: unknown[] = [];
    const wrong = { ...wiping(), lanes: 0 };
    const second = served(folder, { run: wiping(), resume: () => wrong, onFault: (error) => faults.push(error) });
    const resumed = await second.ask(`/runs/${runId}/resume`, { method: "POST" });
    expect(resumed.json).toMatchObject({ status: 409, code: "run_not_resumable" });
    expect(faults).toMatchObject([{ code: "invalid_options" }]);
  });

  it("cancels a run where its owner may have no more open ones", async () => {
    const folder = newFolder();
    const first = served(folder, { run: wiping() });
    const runId = await waiting(first);
    await first.handler.close();
    const second = served(folder, { run: wiping(), limits: { openRunsPerOwner: 1 } });
    await waiting(second);
    expect((await second.ask(`/runs/${runId}/cancel`, { method: "POST" })).status).toBe(202);
    await second.ask(`/runs/${runId}/result`, { headers: wait });
    expect((await second.ask(`/runs/${runId}`)).json).toMatchObject({ status: "halted", halt_reason: "aborted" });
  });

  it("holds the open runs of a key, and counts what is only listed as none", async () => {
    const folder = newFolder();
    const first = served(folder, { run: wiping() });
    const ids = [await waiting(first), await waiting(first)];
    await first.handler.close();
    const second = served(folder, { run: wiping(), limits: { openRunsPerOwner: 1 } });
    const started = await waiting(second);
    const answer = async (runId: string) => {
      const { pending } = (await second.ask(`/runs/${runId}`)).json;
      return second.ask(`/runs/${runId}/answers/${pending[0].data.id}`, { body: { value: true } });
    };
    expect((await answer(ids[0] ?? "")).json).toMatchObject({ status: 429, code: "too_many_runs" });
    await answer(started);
    await second.ask(`/runs/${started}/result`, { headers: wait });
    expect((await answer(ids[0] ?? "")).status).toBe(200);
    await second.ask(`/runs/${ids[0]}/result`, { headers: wait });
    expect((await answer(ids[1] ?? "")).status).toBe(200);
  });

  it(`${verifies("POS-REC-06")}lists a run whose run.json is damaged, says so, and writes it again when the run goes on`, async () => {
    const folder = newFolder();
    const first = served(folder, { run: wiping() });
    const [runId, over] = [await waiting(first), await waiting(first)];
    const answer = async (server: Served, id: string) => {
      const { pending } = (await server.ask(`/runs/${id}`)).json;
      await server.ask(`/runs/${id}/answers/${pending[0].data.id}`, { body: { value: true } });
      return (await server.ask(`/runs/${id}/result`, { headers: wait })).json.status;
    };
    expect(await answer(first, over)).toBe("complete");
    await first.handler.close();
    for (const id of [runId, over]) writeFileSync(join(folder.pathOf(id), "run.json"), "{");
    const faults: Error[] = [];
    const second = handlerFor({
      run: wiping(),
      records: folderRecords(folder, { onFault: (error) => faults.push(error as Error) }),
    });
    expect((await second.ask("/runs")).json.runs).toMatchObject([{ run_id: runId, status: "waiting" }]);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/run\.json is damaged: .*Resuming the run writes it again/),
      expect.stringMatching(/run\.json is damaged/),
    ]);
    expect(await answer(second, runId)).toBe("complete");
    expect((await folder.readRun(runId))?.status).toBe("complete");
  });

  it("leaves runs to a process that lives, takes those of one that has ended, and passes over damaged ones", async () => {
    const folder = newFolder();
    const first = served(folder, { run: wiping() });
    const ids = [await waiting(first), await waiting(first), await waiting(first)];
    await first.handler.close();
    const rewrite = (runId: string, change: object) => {
      const path = join(folder.pathOf(runId), "server.json");
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...change }));
    };
    const [living = "", ended = "", damaged = ""] = ids;
    rewrite(living, { pid: process.ppid });
    rewrite(ended, { pid: 2 ** 22 + 1 });
    rewrite(damaged, { owner: 7 });
    const faults: unknown[] = [];
    const second = handlerFor({
      run: wiping(),
      records: folderRecords(folder, { onFault: (error) => faults.push(error) }),
    });
    const listed = (await second.ask("/runs")).json.runs.map((run: { run_id: string }) => run.run_id);
    expect(listed).toEqual([ended]);
    expect(faults).toHaveLength(1);
    expect(String(faults[0])).toContain(join(folder.pathOf(damaged), "server.json"));
    // As many as are wanted, the ones that were written last.
    const few = handlerFor({ run: wiping(), records: folderRecords(folder, { most: 0 }) });
    expect((await few.ask("/runs")).json.runs).toEqual([]);
  });
});
