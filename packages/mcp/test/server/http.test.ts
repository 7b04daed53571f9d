import { request as httpRequest } from "node:http";
import { PassThrough } from "node:stream";
import { defineCapability, STL_OPERATIONS } from "@pelorus/core";
import { connectMcp, createMcpServer, type PelorusMcpServer } from "@pelorus/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { callTool } from "../support/call.js";
import { until } from "../support/connections.js";
import { answerOf, callOf, functionModel } from "../support/function-model.js";
import { call, httpClientOf, read } from "../support/sdk-client.js";

const servers: PelorusMcpServer[] = [];
function serve(options: Parameters<typeof createMcpServer>[0] = { model: functionModel(() => "bonjour") }) {
  const server = createMcpServer(options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, unknown>;
}

/** A request with headers as given, `Host` included, which `fetch` does not let through. */
function send(
  url: string,
  options: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: unknown },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method: options.method ?? "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...options.headers,
        },
      },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          body += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
      },
    );
    request.once("error", reject);
    request.end(options.body === undefined ? undefined : JSON.stringify(options.body));
  });
}

describe("the server over HTTP", () => {
  it("runs, reports, asks and is read", async () => {
    let runs = 0;
    const tool = defineCapability({
      capabilityId: "send_letter",
      description: "Send the letter",
      operationTypes: [...STL_OPERATIONS],
      inputSchema: { type: "object" },
      safetyClass: "destructive",
      execute: () => {
        runs++;
        return "sent";
      },
    });
    const model = functionModel((request) => {
      if (request.schema === null) return "Sent.";
      return request.tools.length > 0 && runs === 0 ? callOf("send_letter") : answerOf("The letter is sent.");
    });
    const server = serve({ model, tools: [tool], onFailedChecks: "record" });
    const { url } = await server.listen();
    const asked: string[] = [];
    const client = await httpClientOf(url, {}, ({ message }) => {
      asked.push(message);
      return { action: "accept", content: { approve: true } };
    });
    const told: string[] = [];
    const { view } = await call(
      client,
      "run_positioned",
      { request: "Send the letter." },
      {
        onprogress: ({ message }) => told.push(message ?? ""),
      },
    );
    expect(view.status).not.toBe("waiting");
    expect([runs, asked.length]).toEqual([1, 1]);
    expect(told).toContain("Calling send_letter");
    expect(await read(client, `pelorus://runs/${view.run_id}/record`)).toContain("send_letter");
    // Another client sees the same runs.
    const other = await httpClientOf(url);
    expect((await call(other, "get_run_status", { run_id: view.run_id })).view).toEqual(view);
    await client.close();
    await other.close();
  });

  it("is a server to our own client, too", async () => {
    const { url } = await serve().listen();
    const connection = await connectMcp({ url });
    expect(connection.transport).toBe("streamable-http");
    expect(
      await callTool(connection, "run_positioned", { request: "Translate to French: good morning" }),
    ).toMatchObject({
      status: "complete",
      text: "bonjour",
    });
    await connection.close();
  });

  it(`${verifies("POS-MCP-07")}answers only for this machine's names, and no page from elsewhere`, async () => {
    const { url, port } = await serve().listen();
    const status = async (headers: Record<string, string>) => (await send(url, { headers, body: INITIALIZE })).status;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
      expect(await status({ host })).toBe(200);
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1:1", "localhost.evil.example"]) {
      expect(await status({ host }), host).toBe(403);
    }
    expect(await status({ origin: "http://localhost:5173" })).toBe(200);
    for (const origin of ["https://evil.example", "http://127.0.0.1.evil.example", "null", "file://"]) {
      expect(await status({ origin }), origin).toBe(403);
    }
    const open = await serve().listen({ allowedHosts: ["box.local"], allowedOrigins: ["https://app.example"] });
    const allowed = { host: "box.local", origin: "https://app.example" };
    expect((await send(open.url, { headers: allowed, body: INITIALIZE })).status).toBe(200);
  });

  it(`${verifies("POS-MCP-07")}wants its token where it has one, and will not be reached from elsewhere without`, async () => {
    const { url } = await serve().listen({ token: "tok-4711-secret" });
    const bare = await send(url, { body: INITIALIZE });
    expect([bare.status, bare.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    for (const authorization of ["Bearer tok-4711", "Basic tok-4711-secret", "Bearer "]) {
      const answer = await send(url, { headers: { authorization }, body: INITIALIZE });
      expect(answer.status).toBe(401);
      expect(answer.body).not.toContain("4711");
    }
    const client = await httpClientOf(url, { authorization: "Bearer tok-4711-secret" });
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    await client.close();
    await expect(serve().listen({ host: "0.0.0.0" })).rejects.toMatchObject({ code: "mcp_listen_refused" });
    await expect(serve().listen({ host: "0.0.0.0", token: "" })).rejects.toMatchObject({ code: "mcp_listen_refused" });
  });

  it("keeps sessions apart, and knows none it did not begin", async () => {
    const { url } = await serve().listen();
    const begun = await send(url, { body: INITIALIZE });
    const session = String(begun.headers["mcp-session-id"]);
    expect(session).toMatch(/^[0-9a-f-]{36}$/);
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const version = { "mcp-protocol-version": "2025-06-18" };
    const listed = await send(url, { headers: { "mcp-session-id": session, ...version }, body: list });
    expect(listed.body).toContain("run_positioned");
    expect((await send(url, { headers: { "mcp-session-id": "made-up" }, body: list })).status).toBe(404);
    expect((await send(url, { body: list })).status).toBe(400);
    expect((await send(url, { method: "GET" })).status).toBe(400);
    expect((await send(url.replace("/mcp", "/other"), { body: INITIALIZE })).status).toBe(404);
    const ended = await send(url, { method: "DELETE", headers: { "mcp-session-id": session, ...version } });
    expect(ended.status).toBe(200);
    expect((await send(url, { headers: { "mcp-session-id": session }, body: list })).status).toBe(404);
  });

  it("refuses what is no message, and what is too large", async () => {
    const { url } = await serve().listen();
    const raw = async (body: string) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body,
      });
      await response.text();
      return response.status;
    };
    expect(await raw("{oh no")).toBe(400);
    expect(await raw("[]")).toBeGreaterThanOrEqual(400);
    expect(await raw(JSON.stringify({ ...INITIALIZE, padding: "x".repeat(5_000_000) }))).toBe(413);
    const client = await httpClientOf(url);
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    await client.close();
  });

  it("says that its port is taken, and closes with streams open", async () => {
    const server = serve();
    const { port, url } = await server.listen();
    await expect(serve().listen({ port })).rejects.toMatchObject({
      code: "mcp_listen_refused",
      message: expect.stringContaining("taken"),
    });
    const client = await httpClientOf(url);
    await client.listTools();
    await server.close();
    await expect(client.listTools()).rejects.toThrow();
    await client.close();
  });
});

describe("the server over stdio", () => {
  it("speaks the protocol on its output only, and ends with its input", async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const lines: string[] = [];
    stdout.setEncoding("utf8").on("data", (chunk: string) => lines.push(...chunk.split("\n").filter(Boolean)));
    const served = serve().serveStdio({ stdin, stdout });
    stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\nno json\n');
    const params = { name: "run_positioned", arguments: { request: "Translate to French: good morning" } };
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params })}\n`);
    await until(() => lines.some((line) => (JSON.parse(line) as { id?: number }).id === 2));
    const answers = lines.map((line) => JSON.parse(line) as { jsonrpc: string; id?: number; result?: unknown });
    expect(answers.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(answers.find(({ id }) => id === 2)?.result).toMatchObject({ structuredContent: { text: "bonjour" } });
    stdin.end();
    await served;
    expect(stdin.listenerCount("data") + stdout.listenerCount("error")).toBe(0);
  });

  it("ends with its signal, and when its reader goes", async () => {
    const abort = new AbortController();
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const served = serve().serveStdio({ stdin, stdout, signal: abort.signal });
    abort.abort();
    await served;
    const second = new PassThrough();
    const gone = serve().serveStdio({ stdin: new PassThrough(), stdout: second });
    setImmediate(() => second.destroy(new Error("EPIPE")));
    await gone;
    const already = new AbortController();
    already.abort();
    await serve().serveStdio({ stdin: new PassThrough(), stdout: new PassThrough(), signal: already.signal });
  });
});
