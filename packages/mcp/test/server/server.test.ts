import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CapabilityDefinition,
  decodeEvent,
  defineCapability,
  recordFolder,
  STL_OPERATIONS,
  strataPolicy,
  verifyRecord,
} from "@pelorus/core";
import { createMcpServer, type McpError, type PelorusMcpServer, type PelorusServerOptions } from "@pelorus/mcp";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { until } from "../support/connections.js";
import { answerOf, callOf, functionModel } from "../support/function-model.js";
import { type Asked, call, clientOf, read } from "../support/sdk-client.js";

const folder = mkdtempSync(join(tmpdir(), "mcp-server-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const servers: PelorusMcpServer[] = [];
function serve(options: PelorusServerOptions): PelorusMcpServer {
  const server = createMcpServer(options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

let paid = 0;
const pay: CapabilityDefinition = defineCapability({
  capabilityId: "pay_ticket",
  description: "Pay the ticket to Oslo",
  operationTypes: [...STL_OPERATIONS],
  inputSchema: { type: "object", properties: { amount: { type: "number" } } },
  safetyClass: "destructive",
  execute: () => {
    paid++;
    return { paid: true };
  },
});
const payer = () =>
  functionModel((request) => {
    if (request.schema === null) return "The ticket is handled.";
    return request.tools.length > 0 && !request.prompt.includes("pay_ticket({")
      ? callOf("pay_ticket", { amount: 40 })
      : answerOf("The ticket is handled.");
  });
const paying = (more: Partial<PelorusServerOptions> = {}) => ({
  model: payer(),
  tools: [pay],
  onFailedChecks: "record" as const,
  depth: "D4" as const,
  ...more,
});
const REQUEST = "Pay the ticket to Oslo.";
const translator = { model: functionModel(() => "bonjour") };

describe("the tools of the server", () => {
  it("say what they do, with schemas of both sides and what they may do to the world", async () => {
    const client = await clientOf(serve(paying()));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "run_positioned",
      "get_run_status",
      "answer_run",
      "resume_run",
      "cancel_run",
      "get_run_record",
    ]);
    expect(tools.every((tool) => tool.outputSchema !== undefined && (tool.description ?? "").length > 30)).toBe(true);
    expect(tools[0]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
    expect(tools[1]?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    const harmless = await clientOf(serve(translator));
    expect((await harmless.listTools()).tools[0]?.annotations).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
    });
    expect(client.getInstructions()).toContain("run_positioned");
  });

  it("run a request and give its answer, its record and its events", async () => {
    const client = await clientOf(serve(translator));
    const { text, view } = await call(client, "run_positioned", { request: "Translate to French: good morning" });
    expect(text).toBe("bonjour");
    expect(view).toMatchObject({ status: "complete", text: "bonjour", operations: ["TRANSFORM"], pending: [] });
    const id = view.run_id;
    expect((await call(client, "get_run_status", { run_id: id })).view).toEqual(view);

    const record = await call(client, "get_run_record", { run_id: id });
    expect(record.view).toMatchObject({ run_id: id, nodes: 1 });
    expect(record.text).toContain(id);

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["pelorus://runs", `pelorus://runs/${id}/result`]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "pelorus://runs/{run_id}/result",
      "pelorus://runs/{run_id}/events",
      "pelorus://runs/{run_id}/record",
    ]);
    expect(JSON.parse(await read(client, "pelorus://runs"))).toEqual({
      runs: [{ run_id: id, status: "complete", request: "Translate to French: good morning" }],
    });
    expect(JSON.parse(await read(client, `pelorus://runs/${id}/result`))).toEqual(view);
    expect(await read(client, `pelorus://runs/${id}/record`)).toBe(record.text);
    const events = (await read(client, `pelorus://runs/${id}/events`)).trimEnd().split("\n").map(decodeEvent);
    expect(events[0]?.kind).toBe("run_started");
    expect(events.at(-1)?.kind).toBe("run_finished");
  });

  it("carry the state of an earlier run on", async () => {
    const model = functionModel((_request, number) => (number === 1 ? "The code word is heron." : "heron"));
    const client = await clientOf(serve({ model }));
    const first = await call(client, "run_positioned", {
      request: "Write down the code word.",
      context_facts: ["The code word is heron."],
    });
    await call(client, "run_positioned", { request: "Repeat the code word.", previous_run_id: first.view.run_id });
    expect(model.calls[0]?.prompt).toContain("heron");
    expect(model.calls[1]?.prompt).toContain("heron");
  });

  it("tell progress to who asks for it, in growing numbers", async () => {
    const client = await clientOf(serve(paying({ oversightRequired: [] })));
    const told: { progress: number; message?: string | undefined }[] = [];
    await call(client, "run_positioned", { request: REQUEST }, { onprogress: (progress) => told.push(progress) });
    expect(told.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Plan: /),
        "Calling pay_ticket",
        expect.stringMatching(/: done$/),
      ]),
    );
    expect(told.map(({ progress }) => progress)).toEqual(
      [...told.map(({ progress }) => progress)].sort((a, b) => a - b),
    );
    expect(new Set(told.map(({ progress }) => progress)).size).toBe(told.length);
    expect(JSON.stringify(told)).not.toContain("40");
  });
});

describe("a run that needs a person", () => {
  it(`${verifies("POS-POL-05", "POS-MCP-07")}asks the client, shows the exact arguments, and goes on with the answer`, async () => {
    for (const [approve, times] of [
      [true, 1],
      [false, 0],
    ] as const) {
      paid = 0;
      const asked: Asked[] = [];
      const client = await clientOf(serve(paying()), (question) => {
        asked.push(question);
        return { action: "accept", content: { approve } };
      });
      const { view } = await call(client, "run_positioned", { request: REQUEST });
      expect(view.status).not.toBe("waiting");
      expect(paid).toBe(times);
      expect(asked).toHaveLength(1);
      expect(asked[0]?.message).toContain("pay_ticket (destructive)?");
      expect(asked[0]?.message).toContain('Arguments: {"amount":40}');
    }
  });

  it(`${verifies("POS-POL-07", "POS-MCP-07")}a declined form is a denial; a cancelled one leaves the run waiting`, async () => {
    paid = 0;
    const declining = await clientOf(serve(paying()), () => ({ action: "decline" }));
    expect((await call(declining, "run_positioned", { request: REQUEST })).view.status).not.toBe("waiting");
    const cancelling = await clientOf(serve(paying()), () => ({ action: "cancel" }));
    const { view, text } = await call(cancelling, "run_positioned", { request: REQUEST });
    expect(view).toMatchObject({ status: "waiting", pending: [{ kind: "approval" }] });
    expect(text).toContain("Answer with answer_run");
    expect(paid).toBe(0);
  });

  it(`${verifies("POS-POL-08", "POS-POL-06")}waits for answer_run where the client has no forms; wrong answers change nothing`, async () => {
    paid = 0;
    const client = await clientOf(serve(paying()));
    const { view } = await call(client, "run_positioned", { request: REQUEST });
    expect(view.status).toBe("waiting");
    const [pending] = view.pending as { id: string; call: Record<string, unknown> }[];
    expect(pending?.call).toMatchObject({ capability_id: "pay_ticket", arguments: { amount: 40 } });
    const run = { run_id: view.run_id };
    const wrong = await call(client, "answer_run", { ...run, request_id: "appr_000000000000", value: true });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining("unknown_request") });
    const vague = await call(client, "answer_run", { ...run, request_id: pending?.id, value: "perhaps" });
    expect(vague).toMatchObject({ isError: true, text: expect.stringContaining("answer_not_understood") });
    expect((await call(client, "get_run_status", run)).view.status).toBe("waiting");
    const record = await call(client, "get_run_record", run);
    expect(record.isError).toBe(false);
    const done = await call(client, "answer_run", { ...run, request_id: pending?.id, value: true, reviewer: "Ada" });
    expect(done.view.status).not.toBe("waiting");
    expect(paid).toBe(1);
    const events = await read(client, `pelorus://runs/${view.run_id}/events`);
    expect(events).toContain('"reviewer":"Ada"');
    const other = (await call(client, "run_positioned", { request: REQUEST })).view;
    const ended = await call(client, "cancel_run", { run_id: other.run_id });
    expect(ended.view).toMatchObject({ status: "halted", halt_reason: "aborted", pending: [] });
    const twice = await call(client, "answer_run", { ...run, request_id: pending?.id, value: true });
    expect(twice.isError).toBe(true);
  });

  it(`${verifies("POS-POL-10")}a clarification is asked as text or choice`, async () => {
    const asked: Asked[] = [];
    const client = await clientOf(serve({ model: functionModel(() => "Fine.") }), (question) => {
      asked.push(question);
      return { action: "accept", content: { answer: "the blue one" } };
    });
    const { view } = await call(client, "run_positioned", { request: "Fix it." });
    expect(view.status).not.toBe("waiting");
    expect(asked.length).toBeGreaterThan(0);
    const events = await read(client, `pelorus://runs/${view.run_id}/events`);
    expect(events).toContain("the blue one");
  });
});

describe("a run under way", () => {
  const blocked = () => {
    const begun: AbortSignal[] = [];
    const model = functionModel(
      (request) =>
        new Promise((_, reject) => {
          begun.push(request.signal);
          request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
        }),
    );
    return { model, begun };
  };

  it("is followed by its status, and cancelled", async () => {
    const { model, begun } = blocked();
    const client = await clientOf(serve({ model, retries: 0 }));
    const { view } = await call(client, "run_positioned", { request: "Count to ten.", wait: false });
    expect(view).toMatchObject({ status: "running", request: "Count to ten." });
    await until(() => begun.length > 0);
    const run = { run_id: view.run_id };
    expect((await call(client, "get_run_status", run)).view).toMatchObject({
      status: "running",
      progress: expect.any(String),
    });
    const events = (await read(client, `pelorus://runs/${view.run_id}/events`)).trimEnd().split("\n");
    expect(events.length).toBeGreaterThan(2);
    const early = await call(client, "get_run_record", run);
    expect(early).toMatchObject({ isError: true, text: expect.stringContaining("running") });
    const cancelled = await call(client, "cancel_run", { ...run, reason: "no longer needed" });
    expect(cancelled.view).toMatchObject({ status: "halted", halt_reason: "aborted" });
    expect((await call(client, "cancel_run", run)).view.status).toBe("halted");
  });

  it("ends when its client cancels the request, and when the server is closed", async () => {
    const { model, begun } = blocked();
    const server = serve({ model, retries: 0 });
    const client = await clientOf(server);
    const abort = new AbortController();
    const pending = call(client, "run_positioned", { request: "Count to ten." }, { signal: abort.signal });
    await until(() => begun.length > 0);
    abort.abort();
    await expect(pending).rejects.toThrow();
    await until(() => begun[0]?.aborted === true);
    const second = call(client, "run_positioned", { request: "Count to ten." });
    second.catch(() => {});
    await until(() => begun.length === 2);
    await server.close();
    expect(begun[1]?.aborted).toBe(true);
  });

  it("is one of a bounded number", async () => {
    const { model } = blocked();
    const client = await clientOf(serve({ model, maximumRuns: 2 }));
    for (let run = 0; run < 2; run++) await call(client, "run_positioned", { request: "Count.", wait: false });
    const third = await call(client, "run_positioned", { request: "Count.", wait: false });
    expect(third).toMatchObject({ isError: true, text: expect.stringContaining("mcp_runs_exhausted") });
  });

  it("is forgotten after others, the oldest first", async () => {
    const client = await clientOf(serve({ ...translator, rememberedRuns: 2, maximumRuns: 1 }));
    const ids: string[] = [];
    for (let run = 0; run < 5; run++) {
      ids.push((await call(client, "run_positioned", { request: "Translate to French: good morning" })).view.run_id);
    }
    const { runs } = JSON.parse(await read(client, "pelorus://runs")) as { runs: { run_id: string }[] };
    expect(runs.map(({ run_id }) => run_id)).toEqual(ids.slice(2).reverse());
    const gone = await call(client, "get_run_status", { run_id: ids[0] });
    expect(gone).toMatchObject({ isError: true, text: expect.stringContaining("mcp_run_unknown") });
  });
});

describe("a run that cannot begin", () => {
  it(`${verifies("POS-POL-03")}is told as such, and takes no place`, async () => {
    const policy = { programs: [strataPolicy("this is no program (", { id: "broken" })] };
    const client = await clientOf(serve({ ...translator, policy, maximumRuns: 1 }));
    for (let attempt = 0; attempt < 2; attempt++) {
      const failed = await call(client, "run_positioned", { request: "Translate to French: good morning" });
      expect(failed).toMatchObject({ isError: true, text: expect.stringContaining("policy_error") });
    }
    const started = await call(client, "run_positioned", { request: "Translate to French: good day", wait: false });
    const status = async () => (await call(client, "get_run_status", { run_id: started.view.run_id })).view;
    let view = await status();
    while (view.status === "running") view = await status();
    expect(view).toMatchObject({ status: "halted", error: { code: "policy_error" } });
  });
});

describe("a store", () => {
  it(`${verifies("POS-EFF-04", "POS-REC-04")}keeps runs over a restart: status, record, answer, and nothing runs twice`, async () => {
    paid = 0;
    const store = recordFolder(join(folder, "runs"));
    const hmacKey = "sixteen bytes and more";
    const first = serve(paying({ store, hmacKey }));
    const client = await clientOf(first);
    const waiting = (await call(client, "run_positioned", { request: REQUEST })).view;
    const [pending] = waiting.pending as { id: string }[];
    await first.close();

    const again = await clientOf(serve(paying({ store: recordFolder(join(folder, "runs")), hmacKey })));
    const run = { run_id: waiting.run_id };
    expect((await call(again, "get_run_status", run)).view).toMatchObject({ status: "waiting", request: REQUEST });
    const done = await call(again, "answer_run", { ...run, request_id: pending?.id, value: true });
    expect(done.view.status).not.toBe("waiting");
    expect(paid).toBe(1);
    expect(await verifyRecord(store.pathOf(waiting.run_id), hmacKey)).toMatchObject({ intact: true, sealed: true });

    const third = await clientOf(serve(paying({ store: recordFolder(join(folder, "runs")), hmacKey })));
    const status = await call(third, "get_run_status", run);
    expect(status.view).toEqual(done.view);
    const record = await call(third, "get_run_record", run);
    expect(record.view).toMatchObject({ nodes: 1 });
    expect(await read(third, `pelorus://runs/${waiting.run_id}/events`)).toContain("approval_resolved");
    expect((await call(third, "resume_run", run)).view).toEqual({ ...done.view });
    expect(paid).toBe(1);
  });

  it("lets a waiting run be cancelled that no process has", async () => {
    const store = recordFolder(join(folder, "cancelled"));
    const first = serve(paying({ store }));
    const waiting = (await call(await clientOf(first), "run_positioned", { request: REQUEST })).view;
    await first.close();
    const again = await clientOf(serve(paying({ store: recordFolder(join(folder, "cancelled")) })));
    const run = { run_id: waiting.run_id };
    expect((await call(again, "cancel_run", run)).view).toMatchObject({ status: "halted", halt_reason: "aborted" });
    const third = await clientOf(serve(paying({ store: recordFolder(join(folder, "cancelled")) })));
    expect((await call(third, "get_run_status", run)).view).toMatchObject({ status: "halted", halt_reason: "aborted" });
  });

  it.each([true, false])("lets a failed run go on, kept in a folder: %s", async (kept) => {
    const store = kept ? { store: recordFolder(join(folder, "interrupted")) } : {};
    let broken = true;
    const model = functionModel(() => {
      if (broken) throw new Error("the provider is down");
      return "bonjour";
    });
    const client = await clientOf(serve({ model, ...store, retries: 0 }));
    const failed = await call(client, "run_positioned", { request: "Translate to French: good morning" });
    expect(failed).toMatchObject({ isError: true, view: { status: "halted", halt_reason: "provider_call_failed" } });
    broken = false;
    const resumed = await call(client, "resume_run", { run_id: failed.view.run_id });
    expect(resumed.view).toMatchObject({ status: "complete", text: "bonjour" });
  });
});

describe("what the server is asked wrongly", () => {
  it.each([
    ["run_positioned", {}, "request"],
    ["run_positioned", { request: "" }, "request"],
    ["run_positioned", { request: 7 }, "request"],
    ["run_positioned", { request: "x", model: "openai:gpt" }, "additional"],
    ["run_positioned", { request: "x", depth: "D9" }, "depth"],
    ["get_run_status", {}, "run_id"],
    ["answer_run", { run_id: "a", request_id: "b" }, "value"],
  ])("%s %j", async (name, args, words) => {
    const client = await clientOf(serve(translator));
    const { isError, text } = await call(client, name, args);
    expect(isError).toBe(true);
    expect(text).toContain("mcp_arguments_invalid");
    expect(text).toContain(words);
  });

  it("unknown tools and resources are errors of the protocol, unknown runs of the tool", async () => {
    const client = await clientOf(serve({ ...translator, store: recordFolder(join(folder, "none")) }));
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    for (const uri of ["pelorus://runs/x", "file:///etc/passwd", "pelorus://runs/x/secrets"]) {
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32002 });
    }
    await expect(client.readResource({ uri: "pelorus://runs/run_none/result" })).rejects.toMatchObject({
      code: -32002,
    });
    for (const id of ["run_none", "../../etc/passwd", "..", "a/b"]) {
      for (const name of ["get_run_status", "get_run_record", "cancel_run", "resume_run"]) {
        const { isError, text } = await call(client, name, { run_id: id });
        expect([isError, text.startsWith("mcp_run_unknown")], `${name} ${id}: ${text}`).toEqual([true, true]);
      }
    }
    const chained = await call(client, "run_positioned", { request: "x", previous_run_id: "run_none" });
    expect(chained).toMatchObject({ isError: true, text: expect.stringContaining("mcp_run_unknown") });
  });

  it("options of the server are named all at once", () => {
    const wrong = { maximumRuns: 0, store: {}, name: "", runId: "x", journal: {} } as unknown as PelorusServerOptions;
    let error: McpError | null = null;
    try {
      createMcpServer(wrong);
    } catch (caught) {
      error = caught as McpError;
    }
    expect(error?.code).toBe("mcp_option_invalid");
    for (const name of ["maximumRuns", "store", "name", "runId", "journal", "model"]) {
      expect(error?.message).toContain(name);
    }
  });
});
