import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectMcp, McpError } from "@pelorus/mcp";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { callTool, execute, toolOf } from "../support/call.js";
import { connect, leaveNoProcess, until } from "../support/connections.js";
import { isAlive, oddServer } from "../support/servers.js";

const folder = mkdtempSync(join(tmpdir(), "mcp-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
leaveNoProcess();

let files = 0;
const logFile = () => join(folder, `log-${files++}`);
const logOf = (file: string) => readFileSync(file, "utf8").split("\n");
const pidIn = (file: string) => Number(/start (\d+)/.exec(readFileSync(file, "utf8"))?.[1]);
const rejected = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as McpError,
  );

describe("connecting", () => {
  it("speaks the older versions of the protocol, and refuses one that does not exist", async () => {
    for (const version of ["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      const { connection } = await connect(oddServer(`--version=${version}`));
      expect(await callTool(connection, "echo_args", { text: version })).toEqual({ text: version });
      await connection.close();
    }
    const error = await rejected(connectMcp(oddServer("--version=1999-01-01")));
    expect(error).toMatchObject({ code: "mcp_connect_failed", isRetryable: true });
    expect(error?.message).toContain("1999-01-01");
  });

  it("names what is wrong when the program does not exist, ends, or does not answer, and leaves no process", async () => {
    const missing = await rejected(connectMcp({ command: join(folder, "no-such-program") }));
    expect(missing).toMatchObject({ code: "mcp_connect_failed" });
    expect(missing?.message).toMatch(/no-such-program.*ENOENT/);

    const silent = logFile();
    const late = await rejected(connectMcp(oddServer("--no-handshake", `--log=${silent}`), { connectTimeoutMs: 700 }));
    expect(late).toMatchObject({ code: "mcp_connect_failed" });
    expect(late?.message).toContain("no answer within 700 ms");
    expect(isAlive(pidIn(silent))).toBe(false);

    const dying = await rejected(connectMcp(oddServer("--die-listing")));
    expect(dying).toMatchObject({ code: "mcp_connect_failed" });
    const endless = await rejected(connectMcp(oddServer("--endless")));
    expect(endless?.message).toContain("does not end");
  });

  it(`${verifies("POS-MCP-05")}tells the end of what the server wrote to stderr, bounded and without the values of its environment`, async () => {
    const env = { API_TOKEN: "tok-4711-secret" };
    const error = await rejected(connectMcp({ ...oddServer("--exit"), env }));
    expect(error?.message).toContain("cannot start: [redacted] is refused");
    expect(JSON.stringify([error?.message, error?.stack, String(error?.cause)])).not.toContain("4711");

    const { connection } = await connect({ ...oddServer("--stderr-flood"), env });
    await until(() => connection.stderr.includes("the end"));
    expect(connection.stderr.length).toBeLessThanOrEqual(4_096);
    expect(connection.stderr).not.toContain("4711");
  });

  it("ends when its signal fires, before and after the handshake", async () => {
    const gone = new AbortController();
    gone.abort(new Error("never mind"));
    expect((await rejected(connectMcp(oddServer(), { signal: gone.signal })))?.message).toBe("never mind");

    const log = logFile();
    const early = new AbortController();
    const pending = rejected(connectMcp(oddServer("--no-handshake", `--log=${log}`), { signal: early.signal }));
    await until(() => {
      try {
        return logOf(log).includes("initialize");
      } catch {
        return false;
      }
    });
    early.abort(new Error("changed my mind"));
    expect((await pending)?.message).toBe("changed my mind");
    expect(isAlive(pidIn(log))).toBe(false);

    const late = new AbortController();
    const { connection } = await connect(oddServer(), { signal: late.signal });
    const { pid } = connection;
    const call = rejected(callTool(connection, "hang"));
    late.abort();
    expect(await call).toMatchObject({ code: "mcp_closed" });
    await connection.close();
    expect(isAlive(pid)).toBe(false);
  });

  it(`${verifies("POS-MCP-05")}starts exactly the command, without a shell, with a minimal environment`, async () => {
    process.env.PELORUS_TEST_SECRET = "not for children";
    const argument = "$(touch oops); `id` && echo 'two words' | cat > x";
    const { connection } = await connect({ ...oddServer(argument), env: { FROM_OPTIONS: "yes" } });
    const seen = (await callTool(connection, "show_environment")) as { names: string[]; argv: string[] };
    delete process.env.PELORUS_TEST_SECRET;
    expect(seen.argv).toEqual([argument]);
    expect(seen.names).toContain("FROM_OPTIONS");
    expect(seen.names.filter((name) => name.startsWith("PELORUS") || name.startsWith("VITEST"))).toEqual([]);
  });

  it(`${verifies("POS-MCP-04")}kills a server that heeds neither the end of its input nor SIGTERM`, async () => {
    const log = logFile();
    const { connection } = await connect(oddServer("--stubborn", `--log=${log}`));
    const { pid } = connection;
    expect(isAlive(pid)).toBe(true);
    await connection.close();
    expect(isAlive(pid)).toBe(false);
    expect(logOf(log)).toEqual(expect.arrayContaining(["end of input", "term"]));
  });
});

describe("the list of tools", () => {
  it("is read page by page", async () => {
    const whole = await connect(oddServer());
    const paged = await connect(oddServer("--pages"));
    const ids = (connection: typeof whole.connection) => connection.tools().map((tool) => tool.descriptor.capabilityId);
    expect(ids(paged.connection)).toEqual(ids(whole.connection));
    expect(ids(paged.connection).length).toBeGreaterThan(6);
  });

  it(`${verifies("POS-FAB-14")}skips what cannot be offered, with the reason, and offers the rest`, async () => {
    const { connection, events } = await connect(oddServer("--malformed"));
    expect(connection.tools().map((tool) => tool.descriptor.capabilityId)).toEqual(["good"]);
    const reasons = connection.skipped.map(({ name, reason }) => `${name.slice(0, 12)}: ${reason}`);
    expect(reasons).toEqual([
      "(unnamed): a tool's name has 1 to 128 characters",
      "(unnamed): a tool's name has 1 to 128 characters",
      "(unnamed): a tool's name has 1 to 128 characters",
      "(unnamed): a tool's name has 1 to 128 characters",
      "no_schema: it has no schema of its arguments",
      "xxxxxxxxxxxx: a tool's name has 1 to 128 characters",
      "good: the server lists this name twice",
      "huge: a schema is longer than 65536 characters",
      "task: it runs only as a task, which is not supported",
      'list: The capability "list": /inputSchema/type: arguments are an object: expected "object", got "array"',
      'nowhere: The capability "nowhere": /inputSchema/$ref: "#/nowhere" leads nowhere in the schema',
      'pattern: The capability "pattern": /inputSchema/properties/a/pattern: "((" is no regular expression',
      expect.stringMatching(/^foreign: The capability "foreign": \/inputSchema: .*x\.example/),
      expect.stringMatching(/^two\nlines: /),
    ]);
    expect(events.filter(({ kind }) => kind === "tool_skipped")).toHaveLength(reasons.length);
  });

  it("is empty for a server without tools, and holds the included ones only", async () => {
    const none = await connect(oddServer("--no-tools"));
    expect(none.connection.tools()).toEqual([]);
    const some = await connect(oddServer(), { include: ["fail", "echo_args"] });
    expect(some.connection.tools().map((tool) => tool.descriptor.capabilityId)).toEqual(["echo_args", "fail"]);
  });

  it(`${verifies("POS-MCP-03")}follows changes; a tool that is gone says so when it is called`, async () => {
    const { connection, events } = await connect(oddServer());
    const before = toolOf(connection, "echo_args");
    await callTool(connection, "change_list");
    await until(() => events.some(({ kind }) => kind === "tools_changed"));
    expect(events.find(({ kind }) => kind === "tools_changed")).toMatchObject({
      added: ["late_tool"],
      removed: ["echo_args"],
    });
    expect(await callTool(connection, "late_tool")).toBe("late");
    expect(await rejected(execute(before))).toMatchObject({ code: "mcp_tool_gone", isRetryable: false });
  });
});

describe("calls", () => {
  it(`${verifies("POS-MCP-06")}pass progress, and a cancelled one is cancelled at the server`, async () => {
    const log = logFile();
    const { connection } = await connect(oddServer(`--log=${log}`));
    const progress: unknown[] = [];
    const args = { times: 4, every_ms: 5 };
    expect(await callTool(connection, "slow", args, { onProgress: (one) => progress.push(one) })).toBe("done");
    expect(progress).toEqual([1, 2, 3, 4].map((step) => ({ fraction: step / 4, message: `step ${step}` })));

    const abort = new AbortController();
    const hanging = rejected(callTool(connection, "hang", {}, { signal: abort.signal }));
    await until(() => logOf(log).filter((line) => line === "tools/call").length === 2);
    abort.abort(new Error("enough"));
    expect((await hanging)?.message).toBe("enough");
    expect(await callTool(connection, "count_cancelled")).toEqual({ cancelled: 1 });
  });

  it(`${verifies("POS-MCP-06")}B100 live as long as there is progress, end without it, and end in any case`, async () => {
    const limits = { callTimeoutMs: 1_000, totalTimeoutMs: 3_000 };
    const { connection } = await connect(oddServer(), limits);
    expect(await callTool(connection, "slow", { times: 15, every_ms: 100 })).toBe("done");
    expect(await rejected(callTool(connection, "hang"))).toMatchObject({ code: "mcp_call_timeout" });
    expect(await rejected(callTool(connection, "slow", { times: 1_000, every_ms: 20 }))).toMatchObject({
      code: "mcp_call_timeout",
    });
    // The server works on, and so does the connection.
    expect(await callTool(connection, "echo_args", { text: "still here" })).toEqual({ text: "still here" });
  });

  it("leave no listener on the signal they were given", async () => {
    const { connection } = await connect(oddServer());
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, args);
    };
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    for (let call = 0; call < 200; call++) await callTool(connection, "echo_args", { call }, { signal });
    await Promise.allSettled(Array.from({ length: 50 }, () => callTool(connection, "fail", {}, { signal })));
    expect(listeners).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before + 1);
  });

  it("say what went wrong: the tool's words, the server's words, no result", async () => {
    const env = { API_TOKEN: "tok-4711-secret" };
    const { connection } = await connect({ ...oddServer(), env });
    expect(await rejected(callTool(connection, "fail"))).toMatchObject({
      code: "mcp_tool_failed",
      message: "the printer is on fire",
      isRetryable: false,
    });
    const refused = await rejected(callTool(connection, "refuse"));
    expect(refused).toMatchObject({ code: "mcp_call_failed" });
    expect(refused?.message).toContain("token [redacted] is not accepted");
    expect(await rejected(callTool(connection, "nonsense"))).toMatchObject({ code: "mcp_result_invalid" });
    expect(await callTool(connection, "legacy")).toEqual({ rows: [1, 2] });
  });

  it("survive garbage on standard output", async () => {
    const { connection, events } = await connect(oddServer());
    for (let call = 0; call < 5; call++) expect(await callTool(connection, "garbage")).toBe("after the garbage");
    const noise = events.filter(({ kind }) => kind === "noise");
    expect(noise.length).toBeGreaterThan(0);
    expect(noise.length).toBeLessThanOrEqual(10);
    expect(connection.status).toBe("connected");
  });

  it(`${verifies("POS-MCP-05")}end with an error for a message over the limit, and the server is started again`, async () => {
    const { connection, events } = await connect(oddServer(), { restart: { firstDelayMs: 1 } });
    const { pid } = connection;
    expect(await callTool(connection, "big", { bytes: 2_000_000 })).toHaveLength(2_000_000);
    expect(await rejected(callTool(connection, "big", { bytes: 30_000_000 }))).toMatchObject({
      code: "mcp_result_too_large",
    });
    await connection.ready();
    expect(await rejected(callTool(connection, "flood"))).toMatchObject({ code: "mcp_result_too_large" });
    await connection.ready();
    expect(await callTool(connection, "echo_args", { text: "again" })).toEqual({ text: "again" });
    expect(connection.pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    expect(events.filter(({ kind }) => kind === "unavailable")).toHaveLength(2);
  });
});

describe("a server that ends", () => {
  it(`${verifies("POS-MCP-04")}takes its tools with it, fails the call under way, and comes back`, async () => {
    const { connection, events } = await connect(oddServer(), { restart: { firstDelayMs: 20 } });
    const tool = toolOf(connection, "echo_args");
    const hanging = rejected(callTool(connection, "hang"));
    const crash = await rejected(callTool(connection, "crash"));
    expect(crash).toMatchObject({ code: "mcp_server_unavailable", isRetryable: true });
    expect(await hanging).toMatchObject({ code: "mcp_server_unavailable" });
    expect(connection.status).toBe("restarting");
    expect(connection.tools()).toEqual([]);
    // A call between two lives of the server waits for the next one.
    expect(await execute(tool, { text: "waited" })).toEqual({ text: "waited" });
    expect(connection.status).toBe("connected");
    expect(connection.tools().length).toBeGreaterThan(0);
    expect(events.map(({ kind }) => kind)).toEqual(["connected", "unavailable", "restarting", "connected"]);
  });

  it(`${verifies("POS-MCP-04")}is given up after its restarts, with waits that grow`, async () => {
    const { connection, events } = await connect(oddServer(), { restart: { attempts: 3, firstDelayMs: 8 } });
    const tool = toolOf(connection, "crash");
    for (let life = 1; life <= 4; life++) {
      await connection.ready();
      await rejected(execute(tool));
    }
    await until(() => connection.status === "given_up");
    const delays = events.flatMap((event) => (event.kind === "restarting" ? [event.delayMs] : []));
    expect(delays).toHaveLength(3);
    expect(delays[0]).toBeLessThanOrEqual(8);
    expect(delays[2]).toBeGreaterThanOrEqual(24);
    expect(events.at(-1)).toMatchObject({ kind: "given_up" });
    expect(await rejected(execute(tool))).toMatchObject({ code: "mcp_server_unavailable", isRetryable: false });
    expect(await rejected(connection.ready())).toMatchObject({ code: "mcp_server_unavailable" });
    expect(connection.pid).toBeNull();
  });

  it("is not restarted when restarts are off, or after close; close may be called twice", async () => {
    const { connection } = await connect(oddServer(), { restart: false });
    await rejected(callTool(connection, "crash"));
    await until(() => connection.status === "given_up");

    const other = await connect(oddServer(), { restart: { firstDelayMs: 50 } });
    const tool = toolOf(other.connection, "echo_args");
    await rejected(callTool(other.connection, "crash"));
    const waiting = rejected(execute(tool));
    await Promise.all([other.connection.close(), other.connection.close()]);
    expect(await waiting).toMatchObject({ code: "mcp_closed" });
    expect(await rejected(execute(tool))).toMatchObject({ code: "mcp_closed" });
    expect(other.events.at(-1)).toMatchObject({ kind: "closed" });
  });

  it("does not outlive a host that exits without closing", async () => {
    const log = logFile();
    const { args = [] } = oddServer("--stubborn", `--log=${log}`);
    const { killAtExit } = await import("../../src/client/kill-at-exit.js");
    const { spawn } = await import("node:child_process");
    const child = spawn(process.execPath, [...args], { stdio: ["pipe", "ignore", "ignore"] });
    const before = process.listenerCount("exit");
    const forget = killAtExit(child.pid as number);
    expect(process.listenerCount("exit")).toBe(before + 1);
    const [listener] = process.listeners("exit").slice(-1);
    const gone = new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
    (listener as (code: number) => void)(0);
    expect(await gone).toBe("SIGKILL");
    forget();
    expect(process.listenerCount("exit")).toBe(before);
  });
});

describe("questions of a server", () => {
  it("go to the clarification handler, and the answers back to the tool", async () => {
    const asked: unknown[] = [];
    const { connection } = await connect(oddServer(), {
      clarifyHandler: (request) => {
        asked.push(request);
        return request.data && "question" in request.data && request.data.question.includes("City") ? "Oslo" : "3";
      },
    });
    expect(await callTool(connection, "ask")).toEqual({ action: "accept", content: { city: "Oslo", nights: 3 } });
    expect(asked).toMatchObject([
      {
        kind: "clarification",
        data: {
          question: "Where to?\nCity",
          operationType: "CLARIFY",
          reason: "missing_information",
          context: "The MCP server odd asks this while it runs ask.",
        },
      },
      { data: { question: "Where to?\nnights" } },
    ]);
  });
});

it("events and errors are told in English, and what an observer throws changes nothing", async () => {
  const { connection } = await connect(oddServer(), {
    onEvent: () => {
      throw new Error("observer");
    },
  }).catch(() => ({ connection: null }));
  expect(connection?.status).toBe("connected");
  expect(McpError.isInstance(new McpError("mcp_closed", "x"))).toBe(true);
  expect(McpError.isInstance(new Error("x"))).toBe(false);
});
