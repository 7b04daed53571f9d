import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CapabilityExecutor } from "@pelorus/core";
import { type McpMedia, uniteTools } from "@pelorus/mcp";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { callTool } from "../support/call.js";
import { connect, leaveNoProcess, until } from "../support/connections.js";
import { isAlive, oddServer, realHttpServer, realServer } from "../support/servers.js";

const folder = mkdtempSync(join(tmpdir(), "mcp-real-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
leaveNoProcess();

const classes = (tools: readonly { descriptor: { capabilityId: string; costProfile: { safetyClass: string } } }[]) =>
  Object.fromEntries(tools.map(({ descriptor }) => [descriptor.capabilityId, descriptor.costProfile.safetyClass]));

describe("server-everything over stdio", () => {
  it("gives text, numbers, structured content, images, links and embedded resources", async () => {
    const media: McpMedia[] = [];
    const { connection } = await connect(realServer("everything"), { onMedia: (one) => media.push(one) });
    expect(connection.transport).toBe("stdio");
    expect(connection.server).toMatchObject({ name: "mcp-servers/everything" });
    expect(connection.server.instructions).toContain("Everything");
    expect(await callTool(connection, "echo", { message: "hello" })).toBe("Echo: hello");
    expect(await callTool(connection, "get-sum", { a: 2, b: 40 })).toContain("42");
    expect(await callTool(connection, "get-structured-content", { location: "Chicago" })).toMatchObject({
      temperature: expect.any(Number),
      conditions: expect.any(String),
      humidity: expect.any(Number),
    });
    const image = (await callTool(connection, "get-tiny-image")) as { content: Record<string, unknown>[] };
    expect(image.content).toContainEqual({
      type: "image",
      mime_type: "image/png",
      bytes: media[0]?.bytes.length,
      digest: media[0]?.digest,
    });
    expect([...(media[0]?.bytes.slice(1, 4) ?? [])]).toEqual([0x50, 0x4e, 0x47]);
    const links = (await callTool(connection, "get-resource-links", { count: 2 })) as { content: { type: string }[] };
    expect(links.content.filter(({ type }) => type === "resource_link")).toHaveLength(2);
    const embedded = (await callTool(connection, "get-resource-reference", {
      resourceType: "Text",
      resourceId: 1,
    })) as { content: Record<string, unknown>[] };
    expect(embedded.content).toContainEqual(expect.objectContaining({ type: "resource", uri: expect.any(String) }));
  });

  it(`${verifies("POS-EXE-01", "POS-EXE-08")}runs under the executor: arguments and results against its schemas, progress past the time limit`, async () => {
    const { connection } = await connect(realServer("everything"));
    const executor = new CapabilityExecutor();
    for (const tool of connection.tools()) executor.register(tool);
    const progress: unknown[] = [];
    const run = (capabilityId: string, args: Record<string, unknown>, timeoutMs = 10_000) =>
      executor.execute(
        { capabilityId, arguments: args },
        {
          signal: new AbortController().signal,
          idempotencyKey: "r/s/1/tool",
          runId: "r",
          stepId: "s1",
          callId: "c",
          operation: "RETRIEVE",
          timeoutMs,
          onProgress: (one) => progress.push(one),
        },
      );
    expect(await run("get-sum", { a: "two", b: 1 })).toMatchObject({
      status: "validation_failed",
      errors: ["/a must be number"],
    });
    expect(await run("get-structured-content", { location: "New York" })).toMatchObject({
      status: "ok",
      outputValid: true,
    });
    // Two seconds of work in ten steps, with one second between signs of life at most.
    const long = await run("trigger-long-running-operation", { duration: 2, steps: 10 }, 1_000);
    expect(long.status).toBe("ok");
    expect(long.durationMs).toBeGreaterThan(1_500);
    expect(progress.length).toBeGreaterThanOrEqual(8);
    expect(await run("trigger-long-running-operation", { duration: 60, steps: 2 }, 500)).toMatchObject({
      status: "timeout",
    });
  });

  it(`${verifies("POS-POL-10")}asks through the clarification handler, and not without one`, async () => {
    const asked: string[] = [];
    const { connection } = await connect(realServer("everything"), {
      clarifyHandler: (request) => {
        if (request.kind === "clarification") asked.push(request.data.question);
        return asked.length === 1 ? "Ada Lovelace" : "skip";
      },
    });
    const result = JSON.stringify(await callTool(connection, "trigger-elicitation-request"));
    expect(result).toContain("Ada Lovelace");
    expect(asked.length).toBeGreaterThan(3);
    const alone = await connect(realServer("everything"));
    const offered = alone.connection.tools().map(({ descriptor }) => descriptor.capabilityId);
    expect(offered).not.toContain("trigger-elicitation-request");
  });
});

describe("server-filesystem", () => {
  it("reads and writes below its folder, and says what it refuses", async () => {
    writeFileSync(join(folder, "notes.md"), "The bridge opens in May.\n");
    const { connection } = await connect(realServer("filesystem", folder));
    expect(classes(connection.tools())).toMatchObject({
      read_text_file: "read-only",
      write_file: "destructive",
      create_directory: "mutating",
      move_file: "destructive",
    });
    expect(await callTool(connection, "read_text_file", { path: join(folder, "notes.md") })).toEqual({
      content: "The bridge opens in May.\n",
    });
    await callTool(connection, "write_file", { path: join(folder, "new.md"), content: "New." });
    expect(readFileSync(join(folder, "new.md"), "utf8")).toBe("New.");
    await expect(callTool(connection, "read_text_file", { path: "/etc/hostname" })).rejects.toMatchObject({
      code: "mcp_tool_failed",
      message: expect.stringContaining("Access denied"),
    });
  });
});

describe("server-memory", () => {
  it("keeps what it is told where the environment says", async () => {
    const file = join(folder, "memory.jsonl");
    const { connection } = await connect({ ...realServer("memory"), env: { MEMORY_FILE_PATH: file } });
    expect(classes(connection.tools())).toMatchObject({
      read_graph: "read-only",
      create_entities: "mutating",
      delete_entities: "destructive",
    });
    const entities = [{ name: "Anna", entityType: "person", observations: ["works at the harbour"] }];
    await callTool(connection, "create_entities", { entities });
    expect(await callTool(connection, "search_nodes", { query: "harbour" })).toMatchObject({ entities });
    expect(readFileSync(file, "utf8")).toContain("harbour");
  });
});

describe("several servers", () => {
  it("have ids of their own, whatever their tools are called", async () => {
    const [one, two, odd] = await Promise.all([
      connect(realServer("filesystem", folder)),
      connect(realServer("filesystem", folder)),
      connect(oddServer("--name=odd / one")),
    ]);
    const connections = [one.connection, two.connection, odd.connection];
    const ids = uniteTools(connections).map(({ descriptor }) => descriptor.capabilityId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("secure-filesystem-server.read_file");
    expect(ids).toContain("secure-filesystem-server-2.read_file");
    expect(ids).toContain("odd-one.echo_args");
    const alone = (taken: string[]) =>
      uniteTools([odd.connection], { taken }).map((tool) => tool.descriptor.capabilityId);
    expect(alone([])).toContain("echo_args");
    expect(alone(["other"])).toContain("echo_args");
    expect(alone(["echo_args"])).toContain("odd-one.echo_args");
    expect(alone(["echo_args", "odd-one.hang"])).toContain("odd-one-2.echo_args");
    expect(uniteTools([])).toEqual([]);
  });
});

describe("server-everything over HTTP", () => {
  it("is reached over Streamable HTTP, with progress, cancellation and headers", async () => {
    const server = await realHttpServer("streamableHttp");
    try {
      const sent: Headers[] = [];
      const { connection } = await connect({
        url: server.url,
        headers: { authorization: "Bearer tok-4711" },
        fetch: (url, init) => {
          sent.push(new Headers(init?.headers));
          return fetch(url, init);
        },
      });
      expect(connection.transport).toBe("streamable-http");
      expect(connection.pid).toBeNull();
      expect(await callTool(connection, "echo", { message: "over http" })).toBe("Echo: over http");
      const progress: unknown[] = [];
      const args = { duration: 0.5, steps: 5 };
      await callTool(connection, "trigger-long-running-operation", args, { onProgress: (one) => progress.push(one) });
      expect(progress.length).toBeGreaterThanOrEqual(4);
      const abort = new AbortController();
      setTimeout(() => abort.abort(new Error("enough")), 50);
      const long = callTool(connection, "trigger-long-running-operation", { duration: 60, steps: 2 }, abort);
      await expect(long).rejects.toThrow("enough");
      expect(sent.every((headers) => headers.get("authorization") === "Bearer tok-4711")).toBe(true);
    } finally {
      await server.stop();
    }
  });

  it("falls back to the older transport", async () => {
    const server = await realHttpServer("sse");
    try {
      const { connection } = await connect({ url: server.url });
      expect(connection.transport).toBe("sse");
      expect(await callTool(connection, "echo", { message: "over sse" })).toBe("Echo: over sse");
      await connection.close();
    } finally {
      await server.stop();
    }
  });

  it("that dies takes its tools with it and is given up, without an error nobody catches", async () => {
    const server = await realHttpServer("streamableHttp");
    const { connection, events } = await connect({ url: server.url }, { restart: { attempts: 2, firstDelayMs: 10 } });
    const call = callTool(connection, "trigger-long-running-operation", { duration: 60, steps: 2 });
    setTimeout(() => void server.stop(), 100);
    await expect(call).rejects.toMatchObject({ code: "mcp_server_unavailable" });
    expect(connection.tools()).toEqual([]);
    await until(() => connection.status === "given_up");
    expect(events.at(-1)).toMatchObject({ kind: "given_up", reason: expect.stringContaining("ECONNREFUSED") });
    expect(isAlive(server.child.pid ?? null)).toBe(false);
  });
});
