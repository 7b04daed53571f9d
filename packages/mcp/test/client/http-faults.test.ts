import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { connectMcp, type McpError } from "@pelorus/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { callTool } from "../support/call.js";
import { connect, leaveNoProcess, until } from "../support/connections.js";

leaveNoProcess();

type Handler = (message: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;
const servers: Server[] = [];

/** A server over HTTP that answers with plain JSON; `handle` may answer otherwise. */
async function serve(handle: Handler = () => {}): Promise<string> {
  const http = createServer((request, response) => {
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const message = JSON.parse(body) as Record<string, unknown>;
      handle(message, response, request);
      if (!response.writableEnded && !response.headersSent) respond(message, response);
    });
  });
  servers.push(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

function respond(message: Record<string, unknown>, response: ServerResponse): void {
  if (message.id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: "2025-03-26",
      capabilities: { tools: {} },
      serverInfo: { name: "plain", version: "1" },
    },
    "tools/list": { tools: [{ name: "get_it", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "here" }] },
  };
  answer(response, { jsonrpc: "2.0", id: message.id, result: results[String(message.method)] ?? {} });
}

function answer(response: ServerResponse, message: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(message));
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const rejected = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as McpError,
  );

describe("a server over HTTP", () => {
  it.each([401, 403, 429, 500, 502])("that answers %i is not taken for an older one", async (status) => {
    let requests = 0;
    const url = await serve((_message, response) => {
      requests++;
      response.writeHead(status, { "content-type": "text/html" }).end("<h1>no</h1>");
    });
    const error = await rejected(connectMcp({ url }));
    expect(error).toMatchObject({ code: "mcp_connect_failed" });
    expect(error?.message).toContain("<h1>no</h1>");
    expect(requests).toBe(1);
  });

  it(`${verifies("POS-MCP-05")}never has its headers or query told, whatever it echoes`, async () => {
    const headers = { authorization: "Bearer tok-4711-secret" };
    const url = await serve((_message, response, request) => {
      response.writeHead(403).end(`no entry for ${request.headers.authorization} at ${request.url}`);
    });
    const error = await rejected(connectMcp({ url: `${url}?key=query-4711`, headers }));
    expect(error?.message).toContain("no entry for [redacted] at /mcp?key=[redacted]");
    expect(JSON.stringify([error?.message, error?.stack, error?.cause])).not.toContain("4711");
  });

  it("that has forgotten the session gets a new one", async () => {
    let sessions = 0;
    let forget = false;
    const url = await serve((message, response, request) => {
      if (message.method === "initialize") {
        sessions++;
        const result = {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "s", version: "1" },
        };
        answer(response, { jsonrpc: "2.0", id: message.id, result }, { "mcp-session-id": `session-${sessions}` });
      } else if (forget && request.headers["mcp-session-id"] === "session-1") response.writeHead(404).end();
    });
    const { connection } = await connect({ url }, { restart: { firstDelayMs: 5 } });
    expect(await callTool(connection, "get_it")).toBe("here");
    forget = true;
    expect(await rejected(callTool(connection, "get_it"))).toMatchObject({
      code: "mcp_server_unavailable",
      isRetryable: true,
    });
    await connection.ready();
    expect(sessions).toBe(2);
    expect(await callTool(connection, "get_it")).toBe("here");
  });

  it("may answer 30 MB: the call fails, the connection goes on", async () => {
    let large = true;
    const url = await serve((message, response) => {
      if (message.method !== "tools/call" || !large) return;
      answer(response, {
        jsonrpc: "2.0",
        id: message.id,
        result: { content: [{ type: "text", text: "x".repeat(30_000_000) }] },
      });
    });
    const { connection, events } = await connect({ url });
    expect(await rejected(callTool(connection, "get_it"))).toMatchObject({ code: "mcp_result_too_large" });
    large = false;
    expect(await callTool(connection, "get_it")).toBe("here");
    expect(events.filter(({ kind }) => kind === "unavailable")).toEqual([]);
  });

  it("may send a line of an event stream without end", async () => {
    const url = await serve((message, response) => {
      if (message.method !== "tools/call") return;
      response.writeHead(200, { "content-type": "text/event-stream" });
      const chunk = "data: ".padEnd(65_536, "x");
      const write = (): void => {
        if (!response.destroyed) response.write(chunk, () => setImmediate(write));
      };
      write();
    });
    const { connection } = await connect({ url }, { maximumMessageBytes: 1_000_000 });
    expect(await rejected(callTool(connection, "get_it"))).toMatchObject({ code: "mcp_result_too_large" });
  });

  it("may answer what is no JSON", async () => {
    const url = await serve((message, response) => {
      if (message.method !== "tools/call") return;
      response.writeHead(200, { "content-type": "application/json" }).end("{oh no");
    });
    const { connection } = await connect({ url });
    const error = await rejected(callTool(connection, "get_it"));
    expect(["mcp_result_invalid", "mcp_call_failed"]).toContain(error?.code);
    expect(connection.status).toBe("connected");
  });

  it("may hang: connecting ends in time, and nothing is left open", async () => {
    let open = 0;
    const url = await serve((_message, response) => {
      open++;
      response.writeHead(200, { "content-type": "application/json" });
      response.once("close", () => {
        open--;
      });
      response.write(" ");
    });
    const error = await rejected(connectMcp({ url }, { connectTimeoutMs: 200 }));
    expect(error?.message).toContain("no answer within 200 ms");
    await until(() => open === 0);
  });
});
