import { parseHeaders } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { agUi } from "../../src/ag-ui/index.js";
import { aiSdk } from "../../src/ai-sdk/index.js";
import { handlerFor } from "../support/ask.js";
import { answering, held, oneStep, TEA_TEXT, wiping } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

const wait = { Prefer: "wait=20" };

describe("the routes", () => {
  it("start a run, tell how it stands, and give its result and record", async () => {
    const { ask } = handlerFor({ run: answering });
    const started = await ask("/runs", { body: { request: "Compare tea and coffee." } });
    expect(started.status).toBe(201);
    expect(started.headers.get("location")).toBe(`/runs/${started.json.run_id}`);
    const path = `/runs/${started.json.run_id}`;

    const result = await ask(`${path}/result`, { headers: wait });
    expect(result.status).toBe(200);
    expect(result.json).toMatchObject({ run_id: started.json.run_id, status: "complete", text: TEA_TEXT });
    expect(result.json).not.toHaveProperty("state");

    const status = await ask(path);
    expect(status.json).toMatchObject({
      status: "complete",
      text: TEA_TEXT,
      pending: [],
      request: "Compare tea and coffee.",
    });
    expect(status.json.steps.map((step: { state: string }) => step.state)).toEqual(
      result.json.steps.map((step: { outcome: string }) => step.outcome),
    );

    const record = await ask(`${path}/record`);
    expect(record.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(record.text).toMatch(/^⊕⟨/);
    const whole = await ask(`${path}/record`, { headers: { Accept: "application/json" } });
    expect(`${whole.json.nodes.map(({ text }: { text: string }) => text).join("\n\n")}\n`).toBe(record.text);
    expect(whole.json.state.goal_state.objective).not.toBe("");
  });

  it("list the caller's runs page by page, newest first", async () => {
    const { ask } = handlerFor({ run: answering });
    const ids: string[] = [];
    for (const word of ["one", "two", "three"]) {
      ids.unshift((await ask("/runs", { body: { request: `Count ${word}.` } })).json.run_id);
    }
    const first = await ask("/runs?limit=2");
    expect(first.json.runs.map(({ run_id }: { run_id: string }) => run_id)).toEqual(ids.slice(0, 2));
    const second = await ask(`/runs?limit=2&before=${first.json.next}`);
    expect(second.json.runs.map(({ run_id }: { run_id: string }) => run_id)).toEqual(ids.slice(2));
    expect(second.json).not.toHaveProperty("next");
    expect((await ask("/runs?limit=0")).json).toMatchObject({
      code: "parameter_invalid",
      errors: [{ pointer: "/limit" }],
    });
    for (const before of ["zzz", "", "../x"]) {
      const refused = await ask(`/runs?before=${encodeURIComponent(before)}`);
      expect(refused.status).toBe(400);
      expect(refused.json).toMatchObject({ code: "parameter_invalid", errors: [{ pointer: "/before" }] });
    }
  });

  it("leave a run that is over as it is when it is cancelled, again and again", async () => {
    const { ask } = handlerFor({ run: answering });
    const { run_id } = (await ask("/runs", { body: { request: "Compare tea and coffee." } })).json;
    const result = await ask(`/runs/${run_id}/result`, { headers: { Prefer: "wait=20" } });
    for (let time = 0; time < 2; time++) {
      const cancelled = await ask(`/runs/${run_id}/cancel`, { method: "POST" });
      expect(cancelled.status).toBe(202);
      expect(cancelled.json.status).toBe("complete");
    }
    expect((await ask(`/runs/${run_id}/result`)).json).toEqual(result.json);
  });

  it("answer 202 until there is a result, with headers of what is known", async () => {
    const model = held();
    const { ask } = handlerFor({ run: model.options });
    const { run_id } = (await ask("/runs", { body: { request: "Compare tea and coffee." } })).json;
    await until(() => model.signals[0]);
    const early = await ask(`/runs/${run_id}/result`);
    expect(early.status).toBe(202);
    expect(early.json.status).toBe("running");
    expect(early.headers.get("crp-stl-operation-current")).toBe("RETRIEVE 1/1");
    model.release();
    const late = await ask(`/runs/${run_id}/result`, { headers: wait });
    expect(late.status).toBe(200);
    const headers = parseHeaders(Object.fromEntries(late.headers));
    expect(headers.problems).toEqual([]);
    expect(headers.values).toMatchObject({ operationState: "COMPLETE", stlOperations: ["RETRIEVE"] });
    expect(late.json.headers["CRP-Agent-Operation-State"]).toBe(late.headers.get("crp-agent-operation-state"));
  });

  it(`${verifies("POS-POL-08", "POS-POL-06")}take answers by id once, and say what is none`, async () => {
    const wiped = { count: 0 };
    const { ask } = handlerFor({ run: wiping(wiped) });
    const { run_id } = (await ask("/runs", { body: { request: "Remove the old index." } })).json;
    const status = await until(async () => {
      const answer = await ask(`/runs/${run_id}`);
      return answer.json.status === "waiting" && answer;
    });
    const [pending] = status.json.pending;
    expect(pending).toMatchObject({ kind: "approval", data: { call: { arguments: { index: "old" } } } });
    const answers = `/runs/${run_id}/answers`;
    expect((await ask(`${answers}/appr_unknown`, { body: { value: true } })).json).toMatchObject({
      status: 404,
      code: "unknown_request",
    });
    expect((await ask(`${answers}/${pending.data.id}`, { body: { value: "perhaps" } })).json).toMatchObject({
      status: 422,
      code: "answer_not_understood",
    });
    expect((await ask(`${answers}/${pending.data.id}`, { body: {} })).json).toMatchObject({
      code: "body_invalid",
      errors: [{ pointer: "/value" }],
    });
    expect(wiped.count).toBe(0);
    const answered = await ask(`${answers}/${pending.data.id}`, { body: { value: "yes", reviewer: "ann" } });
    expect(answered.json).toEqual({ run_id, answered: pending.data.id });
    expect((await ask(`/runs/${run_id}/result`, { headers: wait })).status).toBe(200);
    expect(wiped.count).toBe(1);
    expect((await ask(`${answers}/${pending.data.id}`, { body: { value: true } })).json.code).toBe("run_over");
  });

  it(`${verifies("POS-POL-04")}serve the halt frame of a preventive halt with 451`, async () => {
    const { ask } = handlerFor({
      run: { ...wiping(), policy: { blockParameters: ["index"] } },
    });
    const { run_id } = (await ask("/runs", { body: { request: "Remove the old index." } })).json;
    const result = await ask(`/runs/${run_id}/result`, { headers: wait });
    expect(result.status).toBe(451);
    expect(result.json).toMatchObject({
      crp_halt_reason: "PREVENTIVE_SAFETY_VIOLATION",
      problematic_frame: { capability_id: "wipe_index", blocked_parameter: "index" },
    });
    expect(result.headers.get("crp-safety-preventive-halt")).toMatch(/^frame:[0-9a-f]+$/);
    expect(result.headers.get("crp-agent-operation-state")).toBe("HALTED");
    expect((await ask(`/runs/${run_id}`)).json).toMatchObject({ status: "halted" });
  });

  it(`${verifies("POS-POL-01")}let CRP headers narrow what may be called, and refuse those that cannot be read`, async () => {
    const wiped = { count: 0 };
    const { ask } = handlerFor({ run: { ...wiping(wiped), oversightRequired: [] } });
    const start = (headers: Record<string, string>) =>
      ask("/runs", { body: { request: "Remove the old index." }, headers });
    const { run_id } = (await start({ "CRP-Tool-Blocklist": "wipe_index" })).json;
    await ask(`/runs/${run_id}/result`, { headers: wait });
    expect(wiped.count).toBe(0);
    const wrong = await start({ "CRP-Agent-Loop-Guard": "often" });
    expect(wrong.json).toMatchObject({ status: 400, code: "parameter_invalid" });
    expect((await start({ "CRP-Something-New": "1" })).status).toBe(201);
  });

  it(`${verifies("POS-CSO-05")}go on from a finished run`, async () => {
    const { ask } = handlerFor({ run: answering });
    const first = (await ask("/runs", { body: { request: "Compare tea and coffee." } })).json;
    await ask(`/runs/${first.run_id}/result`, { headers: wait });
    const second = await ask("/runs", { body: { request: "And for the evening?", continues: first.run_id } });
    expect(second.json.session_id).toBe(first.session_id);
    await ask(`/runs/${second.json.run_id}/result`, { headers: wait });
    const record = await ask(`/runs/${second.json.run_id}/record`, { headers: { Accept: "application/json" } });
    expect(record.json.state.window_number).toBe(2);
    expect((await ask("/runs", { body: { request: "x", continues: "run_none" } })).json.code).toBe("run_unknown");
    const model = held();
    const other = handlerFor({ run: model.options });
    const open = (await other.ask("/runs", { body: { request: "Compare." } })).json.run_id;
    expect((await other.ask("/runs", { body: { request: "x", continues: open } })).json.code).toBe("run_not_over");
    await other.handler.close();
  });

  it("let a caller lower limits and never raise them", async () => {
    const { ask } = handlerFor({ run: { ...answering, maxOperations: 2 }, limits: { runMs: 60_000 } });
    const { run_id } = (
      await ask("/runs", {
        body: { request: "List the risks, then compare them, then write a memo.", max_operations: 9, timeout_ms: 9e9 },
      })
    ).json;
    const result = await ask(`/runs/${run_id}/result`, { headers: wait });
    expect(result.json.operations.length).toBeLessThanOrEqual(2);
    const lower = (await ask("/runs", { body: { request: "List the risks, then compare them.", max_operations: 1 } }))
      .json;
    expect((await ask(`/runs/${lower.run_id}/result`, { headers: wait })).json.operations).toHaveLength(1);
  });

  it("name every wrong member of a body", async () => {
    const { ask } = handlerFor({ run: answering });
    const answer = await ask("/runs", { body: { request: "", depth: "D9", colour: "red" } });
    expect(answer.status).toBe(422);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.json).toMatchObject({ code: "body_invalid", type: "urn:pelorus:error:body_invalid", status: 422 });
    expect(answer.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["/request", "/depth", ""]);
  });

  it("say what they do not know, and which methods they take", async () => {
    const { ask } = handlerFor({ run: answering });
    expect((await ask("/nothing")).json).toMatchObject({ status: 404, code: "route_unknown" });
    expect((await ask("/runs/run_none")).json).toMatchObject({ status: 404, code: "run_unknown" });
    const deleted = await ask("/runs/run_none", { method: "DELETE" });
    expect(deleted.json).toMatchObject({ status: 405, code: "method_not_allowed" });
    expect(deleted.headers.get("allow")).toBe("GET, HEAD");
    expect((await ask("/health")).json).toEqual({ status: "ok" });
  });

  it("say so of endpoints and the page, too", async () => {
    const page = { contentSecurityPolicy: "default-src 'none'", read: async () => null };
    const { ask } = handlerFor({ run: answering, endpoints: [agUi(), aiSdk({ path: "/chat.v1" })], page });
    for (const [method, path, allow] of [
      ["GET", "/ag-ui", "POST"],
      ["GET", "/chat.v1", "POST"],
      ["DELETE", "/ag-ui/threads/t/events", "GET, HEAD"],
      ["PUT", "/runs", "POST, GET, HEAD"],
      ["POST", "/openapi.json", "GET, HEAD"],
      ["POST", "/assets/page.css", "GET, HEAD"],
      ["POST", "/", "GET, HEAD"],
    ] as const) {
      const answer = await ask(path, { method });
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, allow]);
    }
    for (const path of ["/chat-v1", "/ag-ui/threads", "/runs/", "/assets/none.js"]) {
      expect([path, (await ask(path)).json.code]).toEqual([path, "route_unknown"]);
    }
  });

  it("start nothing for a request that asks nothing", async () => {
    const { ask } = handlerFor({ run: answering });
    for (const request of ["", " ", "\n\t\u00a0"]) {
      const answer = await ask("/runs", { body: { request } });
      expect([answer.status, answer.json.errors[0].pointer]).toEqual([422, "/request"]);
    }
    expect((await ask("/runs")).json.runs).toEqual([]);
  });

  it("tell a fault to whom it concerns, and nothing of it to the caller", async () => {
    const faults: unknown[] = [];
    const { ask } = handlerFor({
      run: () => {
        throw new Error("the key sk-secret-123 is wrong");
      },
      onFault: (error) => faults.push(error),
    });
    const answer = await ask("/runs", { body: { request: "Compare." } });
    expect(answer.json).toMatchObject({ status: 500, code: "server_fault" });
    expect(answer.text).not.toContain("sk-secret");
    expect(faults).toHaveLength(1);
  });

  it("blame nobody but the server for options of its own that no run takes", async () => {
    const faults: unknown[] = [];
    const { ask } = handlerFor({
      run: () => ({ model: answering.model, colour: "red" }) as never,
      onFault: (error) => faults.push(error),
    });
    const answer = await ask("/runs", { body: { request: "Compare." } });
    expect(answer.json).toMatchObject({ status: 500, code: "server_fault" });
    expect(faults).toMatchObject([{ message: expect.stringMatching(/`run` gives: colour: is no option of a run/) }]);
    expect((await ask("/runs")).json.runs).toEqual([]);
  });
});

describe("limits", () => {
  it("hold the open runs of a key, and let go when one is over", async () => {
    const model = held();
    const { ask, handler } = handlerFor({ run: model.options, limits: { openRunsPerOwner: 2 } });
    const start = () => ask("/runs", { body: { request: "Compare tea and coffee." } });
    const burst = await Promise.all([start(), start(), start(), start()]);
    expect(burst.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
    const refused = burst.find(({ status }) => status === 429);
    expect(refused?.json.code).toBe("too_many_runs");
    expect(refused?.headers.get("retry-after")).toBe("5");
    model.release();
    const run_id = burst.find(({ status }) => status === 201)?.json.run_id;
    await ask(`/runs/${run_id}/result`, { headers: wait });
    expect((await start()).status).toBe(201);
    await handler.close();
  });

  it("forget finished runs that are too many or too old", async () => {
    const { ask } = handlerFor({ run: answering, limits: { finishedRunsPerOwner: 2 } });
    const ids: string[] = [];
    for (let index = 0; index < 4; index++) {
      const { run_id } = (await ask("/runs", { body: { request: "Compare tea and coffee." } })).json;
      await ask(`/runs/${run_id}/result`, { headers: wait });
      ids.push(run_id);
    }
    const statuses = await Promise.all(ids.map(async (id) => (await ask(`/runs/${id}`)).status));
    expect(statuses).toEqual([404, 404, 200, 200]);
    const brief = handlerFor({ run: answering, limits: { finishedRunMs: 0 } });
    const { run_id } = (await brief.ask("/runs", { body: { request: "Compare tea and coffee." } })).json;
    await until(async () => (await brief.ask(`/runs/${run_id}`)).status === 404);
  });

  it("B048: end a run that waits for an answer nobody gives", async () => {
    const { ask, raw } = handlerFor({ run: wiping(), limits: { runMs: 300 } });
    const { run_id } = (await ask("/runs", { body: { request: "Remove the old index." } })).json;
    const stream = await (await raw(`/runs/${run_id}/events`)).text();
    expect(stream).toContain('"kind":"run_waiting"');
    expect(stream.match(/"kind":"run_finished"/g)).toHaveLength(1);
    expect(stream).toContain('"decision":"cancelled"');
    const status = await ask(`/runs/${run_id}`);
    expect(status.json).toMatchObject({ status: "halted", halt_reason: "deadline", pending: [] });
  });

  it("start nothing once the server stops, and cancel what is open", async () => {
    const model = held();
    const { ask, handler } = handlerFor({ run: { ...model.options, classifier: oneStep as never } });
    const { run_id } = (await ask("/runs", { body: { request: "Compare tea and coffee." } })).json;
    await handler.close();
    expect((await ask(`/runs/${run_id}`)).json).toMatchObject({ status: "halted", halt_reason: "aborted" });
    expect((await ask("/runs", { body: { request: "Compare." } })).json).toMatchObject({
      status: 503,
      code: "server_stopping",
    });
  });
});
