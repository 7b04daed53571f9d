import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { documentTools } from "@pelorus/core/documents";
import { resolveModel } from "@pelorus/providers";
import { afterEach, describe, expect, it } from "vitest";
import { ClientError, createClient, type WireEvent } from "../../src/client/index.js";
import { bearerTokens } from "../../src/index.js";
import { type ListeningServer, type ServeOptions, serve } from "../../src/node/index.js";
import { answering, held, streaming, TEA_TEXT, wiping } from "../support/scripted-runs.js";
import { until } from "../support/until.js";

const TOKEN = "ann-0123456789abcdef";
const running: ListeningServer[] = [];

async function connected(options: Partial<ServeOptions> = {}) {
  const server = await serve({ run: answering, ...options });
  running.push(server);
  return { server, client: createClient({ baseUrl: server.url }) };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

describe("the client", () => {
  it("starts a run, follows it and reads what came of it", async () => {
    const { client } = await connected();
    const run = await client.start({ request: "Compare tea and coffee.", depth: "D2" });
    const kinds: string[] = [];
    let text = "";
    const events = run.events();
    for await (const event of events) {
      kinds.push(event.kind);
      if (event.kind === "text_delta") text += event.data.delta;
    }
    expect(kinds.at(-1)).toBe("run_finished");
    const outcome = await run.result();
    if (outcome.halt !== undefined) throw new Error("halted");
    expect(outcome.text).toBe(TEA_TEXT);
    expect(text).toBe(TEA_TEXT);
    expect(await run.record()).toMatch(/^⊕⟨/);
    expect((await run.status()).cursor).toBe(events.cursor);
    expect((await client.list({ limit: 1 })).runs.map(({ run_id }) => run_id)).toEqual([run.runId]);
  });

  it("reads documents with the model that needs no key", async () => {
    const documents = fileURLToPath(new URL("../../../../examples/demo-documents", import.meta.url));
    const { client } = await connected({
      run: { model: await resolveModel("offline", { env: {} }), tools: documentTools(documents) },
    });
    const outcome = await (await client.start("Who approves a trip abroad?")).result();
    if (outcome.halt !== undefined) throw new Error("halted");
    expect(outcome.text).toContain("Petronella Ashgrove");
    expect(outcome.observation_count).toBeGreaterThan(0);
  });

  it("sends a start whose answer was lost again, and there is one run", async () => {
    const { server } = await connected();
    let lost = 2;
    const client = createClient({
      baseUrl: server.url,
      fetch: async (...args) => {
        const response = await fetch(...args);
        if (lost-- > 0) throw new TypeError("the connection broke");
        return response;
      },
    });
    const run = await client.start("Compare tea and coffee.");
    expect(lost).toBe(-1);
    expect((await client.list()).runs.map(({ run_id }) => run_id)).toEqual([run.runId]);
    // So is one that breaks off in the middle of the answer.
    let cut = true;
    const broken = createClient({
      baseUrl: server.url,
      fetch: async (...args) => {
        const response = await fetch(...args);
        if (!cut) return response;
        cut = false;
        const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) });
        return new Response(body, response);
      },
    });
    const cups = await broken.start("Compare cups and mugs.");
    const listed = [cups.runId, run.runId];
    expect((await client.list()).runs.map(({ run_id }) => run_id)).toEqual(listed);
    // A key that is kept does the same for another call.
    const options = { idempotencyKey: 'a "quoted" \\ key' };
    lost = 3;
    await expect(client.start("Compare ships.", options)).rejects.toMatchObject({ code: "connection_failed" });
    const ships = await client.start("Compare ships.", options);
    expect((await client.list()).runs.map(({ run_id }) => run_id)).toEqual([ships.runId, ...listed]);
    await expect(client.start("Compare cups.", options)).rejects.toMatchObject({ code: "idempotency_key_reused" });
    const gone = AbortSignal.abort(new Error("given up"));
    await expect(client.start("Compare cups.", { signal: gone })).rejects.toThrow("given up");
  });

  it("sends what changes nothing again where a connection breaks, and an answer once", async () => {
    const { server } = await connected({ run: wiping() });
    const { runId } = await createClient({ baseUrl: server.url }).start("Remove the old index.");
    let sent = 0;
    let breaks = 0;
    const client = createClient({
      baseUrl: server.url,
      fetch: async (...args) => {
        sent++;
        if (breaks-- > 0) throw new TypeError("the connection broke");
        return fetch(...args);
      },
    });
    const run = client.run(runId);
    const status = await until(async () => {
      const now = await run.status();
      return now.status === "waiting" && now;
    });
    const [request] = status.pending;
    const id = request?.kind === "approval" ? request.data.id : "";
    for (const [act, attempts] of [
      [() => run.status(), 3],
      [() => run.answer(id, true), 1],
      [() => run.cancel(), 3],
    ] as const) {
      [sent, breaks] = [0, 100];
      await expect(act()).rejects.toMatchObject({ code: "connection_failed", isRetryable: true });
      expect(sent).toBe(attempts);
    }
    breaks = 0;
    expect((await run.status()).status).toBe("waiting");
    breaks = 2;
    await run.cancel();
    expect(await run.result()).toMatchObject({ status: "halted" });
  });

  it("answers, goes on after a cursor, and cancels", async () => {
    const { client } = await connected({ run: wiping() });
    const run = await client.start("Remove the old index.");
    const first = run.events();
    for await (const event of first) {
      if (event.kind === "run_waiting") break;
    }
    const [request] = (await run.status()).pending;
    if (request?.kind !== "approval") throw new Error("no approval");
    expect(request.data.call.arguments).toEqual({ index: "old" });
    await run.answer(request.data.id, true, { reviewer: "ann" });
    const rest: WireEvent["kind"][] = [];
    for await (const event of run.events({ after: first.cursor as string })) rest.push(event.kind as never);
    expect(rest[0]).not.toBe("run_waiting");
    expect(rest).toContain("tool_call_finished");
    const other = await client.start("Remove the old index.");
    await other.cancel("not today");
    expect(await other.result()).toMatchObject({ status: "halted", halt_reason: "aborted" });
  });

  it("gives the halt frame of a run that was stopped before something happened", async () => {
    const { client } = await connected({ run: { ...wiping(), policy: { blockParameters: ["index"] } } });
    const outcome = await (await client.start("Remove the old index.")).result();
    expect(outcome.halt?.problematic_frame).toMatchObject({ blocked_parameter: "index" });
  });

  it("tells problems by their code", async () => {
    const { server, client } = await connected({ authorize: bearerTokens([TOKEN]) });
    await expect(client.start("x")).rejects.toMatchObject({ code: "unauthorised", status: 401, isRetryable: false });
    const known = createClient({ baseUrl: `${server.url}/`, token: () => TOKEN });
    await expect(known.run("run_x").status()).rejects.toMatchObject({ code: "run_unknown" });
    await expect(known.start({ request: "" })).rejects.toMatchObject({ errors: [{ pointer: "/request" }] });
    const foreign = known.run("run_x").events({ after: "1.x" });
    await expect(foreign[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(ClientError);
    const nobody = createClient({ baseUrl: "http://127.0.0.1:9" });
    await expect(nobody.start("x")).rejects.toMatchObject({ code: "connection_failed", isRetryable: true });
  });

  it("says what answers are none of a Pelorus server", async () => {
    const other: Server = createServer((_request, response) => {
      response.writeHead(_request.url === "/runs" ? 200 : 502, { "content-type": "text/html" });
      response.end("<h1>Hello</h1>");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const client = createClient({ baseUrl: `http://127.0.0.1:${(other.address() as AddressInfo).port}` });
    await expect(client.start("x")).rejects.toMatchObject({ code: "response_unreadable", status: 200 });
    await expect(client.run("x").status()).rejects.toMatchObject({ code: "response_unreadable", status: 502 });
    await expect(client.run("x").events({ attempts: 2 })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "response_unreadable",
    });
    await new Promise((resolve) => other.close(resolve));
  });

  it("ends an iteration by its signal, and the run goes on", async () => {
    const model = held();
    const { client } = await connected({ run: model.options });
    const run = await client.start("Compare tea and coffee.");
    const stop = new AbortController();
    let seen = 0;
    for await (const event of run.events({ signal: stop.signal })) {
      seen++;
      if (event.kind === "model_call_started") stop.abort();
    }
    expect(seen).toBeGreaterThan(3);
    await until(() => model.signals[0]);
    expect((await run.status()).status).toBe("running");
    model.release();
    expect(await run.result()).toMatchObject({ status: "complete" });
  });

  it("comes back from a connection that died without saying so", async () => {
    const { client } = await connected({ run: streaming(TEA_TEXT, 30, 20), limits: { heartbeatMs: 60_000 } });
    const states: string[] = [];
    const run = await client.start("Compare tea and coffee.");
    // The pause between two events is longer than the silence that is borne, so every connection counts as dead.
    const seqs: number[] = [];
    for await (const event of run.events({ idleMs: 12, onConnection: (state) => states.push(state) }))
      seqs.push(event.seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(states.filter((state) => state === "lost").length).toBeGreaterThan(0);
  });

  it("takes a gap for what it is", async () => {
    const { client } = await connected({ run: streaming(TEA_TEXT, 60), limits: { eventsPerRun: 8 } });
    const run = await client.start("Compare tea and coffee.");
    await run.result();
    const items = [];
    for await (const item of run.events()) items.push(item);
    expect(items).toMatchObject([{ kind: "gap", data: { run: { text: TEA_TEXT, status: "complete" } } }]);
  });
});
