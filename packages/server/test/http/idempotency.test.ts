import { describe, expect, it } from "vitest";
import { bearerTokens } from "../../src/index.js";
import { handlerFor } from "../support/ask.js";
import { answering, held } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

const KEY = '"8e03978e-40d5-43dd-bc93-6894a57f9324"';
const body = { request: "Compare tea and coffee.", depth: "D2" };

/** A model that says how often it was asked to begin. */
function counting() {
  const model = held();
  let begun = 0;
  const run = async () => {
    begun++;
    return model.options;
  };
  return { model, run, begun: () => begun };
}

describe("an idempotency key", () => {
  it("makes of a repeated request the run it began, at once, later, and when the run is over", async () => {
    const { model, run, begun } = counting();
    const { ask, handler } = handlerFor({ run });
    const start = (key = KEY) => ask("/runs", { body, headers: { "Idempotency-Key": key } });
    const burst = await Promise.all([start(), start(), start()]);
    expect(burst.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = new Set(burst.map(({ json }) => json.run_id));
    expect(ids.size).toBe(1);
    const [runId] = ids;
    // Members in another order, and a key without its quotation marks, are the same.
    const reordered = await ask("/runs", {
      body: { depth: body.depth, request: body.request },
      headers: { "Idempotency-Key": KEY.slice(1, -1) },
    });
    expect(reordered.json.run_id).toBe(runId);
    expect(reordered.headers.get("location")).toBe(`/runs/${runId}`);
    model.release();
    await ask(`/runs/${runId}/result`, { headers: { Prefer: "wait=20" } });
    expect((await start()).json).toMatchObject({ run_id: runId, status: "complete" });
    expect(begun()).toBe(1);
    expect((await start('"another"')).json.run_id).not.toBe(runId);
    expect((await ask("/runs")).json.runs).toHaveLength(2);
    await handler.close();
  });

  it("is refused with another request, body or header, and the run of the first is untouched", async () => {
    const { ask } = handlerFor({ run: answering });
    const headers = { "Idempotency-Key": KEY };
    const { run_id } = (await ask("/runs", { body, headers })).json;
    for (const other of [
      { body: { ...body, depth: "D3" }, headers },
      { body: { request: body.request }, headers },
      { body, headers: { ...headers, "CRP-Tool-Blocklist": "wipe_index" } },
    ]) {
      const answer = await ask("/runs", other);
      expect(answer.json).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    }
    expect((await ask("/runs")).json.runs.map((run: { run_id: string }) => run.run_id)).toEqual([run_id]);
  });

  it("is one caller's own", async () => {
    const tokens = { ann: "ann-0123456789abcdef", bob: "bob-0123456789abcdef" };
    const { ask } = handlerFor({
      run: answering,
      authorize: bearerTokens(Object.entries(tokens).map(([owner, token]) => ({ owner, token }))),
    });
    const start = (token: string, request: string) =>
      ask("/runs", { body: { request }, headers: { "Idempotency-Key": KEY, Authorization: `Bearer ${token}` } });
    const ann = await start(tokens.ann, "Compare tea and coffee.");
    const bob = await start(tokens.bob, "Compare ships and trains.");
    expect([ann.status, bob.status]).toEqual([201, 201]);
    expect(bob.json.run_id).not.toBe(ann.json.run_id);
  });

  it("of a start that failed is free again", async () => {
    const model = held();
    const { ask, handler } = handlerFor({ run: model.options, limits: { openRunsPerOwner: 1 } });
    const headers = { "Idempotency-Key": KEY };
    const first = (await ask("/runs", { body })).json.run_id;
    expect((await ask("/runs", { body, headers })).json.code).toBe("too_many_runs");
    expect((await ask("/runs", { body: { request: 1 }, headers })).json.code).toBe("body_invalid");
    model.release();
    await until(async () => (await ask(`/runs/${first}`)).json.status === "complete");
    const again = await ask("/runs", { body, headers });
    expect(again.status).toBe(201);
    expect(again.json.run_id).not.toBe(first);
    await handler.close();
  });

  it("begins nothing a second time, also when its run was forgotten", async () => {
    const { ask } = handlerFor({ run: answering, limits: { finishedRunMs: 0 } });
    const headers = { "Idempotency-Key": KEY };
    const { run_id } = (await ask("/runs", { body, headers })).json;
    await until(async () => (await ask(`/runs/${run_id}`)).status === 404);
    const again = await ask("/runs", { body, headers });
    expect(again.json).toMatchObject({ status: 404, code: "run_unknown", detail: expect.stringContaining(run_id) });
  });

  it.each(['""', '"open', "two words", "a,b", "é", `"${"x".repeat(256)}"`, "x".repeat(256), '"a"; b=1', '"a\\b"'])(
    "is told that it is none: %s",
    async (key) => {
      const { ask } = handlerFor({ run: answering });
      const answer = await ask("/runs", { body, headers: { "Idempotency-Key": key } });
      expect(answer.json).toMatchObject({
        status: 400,
        code: "parameter_invalid",
        errors: [{ pointer: "/Idempotency-Key" }],
      });
      expect((await ask("/runs")).json.runs).toEqual([]);
    },
  );
});
