import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CapabilityCallContext } from "@pelorus/core";
import { connectMcp, type McpConnection } from "@pelorus/mcp";
import { afterAll, describe, expect, it } from "vitest";
import { splitCommand } from "../src/split-command.js";
import { bin, runCli } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "pelorus mcp-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const documents = fileURLToPath(new URL("../../../examples/demo-documents", import.meta.url));
const fixture = fileURLToPath(new URL("../../mcp/test/fixtures/odd-server.mjs", import.meta.url));
const server = (...args: string[]) => ["--mcp", [`"${process.execPath}"`, `"${fixture}"`, ...args].join(" ")];
const QUESTION = "How many berths does the harbour of Lerwick have according to the handbook?";

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const startsIn = (log: string) =>
  existsSync(log) ? [...readFileSync(log, "utf8").matchAll(/^start (\d+)$/gm)].map((match) => Number(match[1])) : [];

function runRequest(connection: McpConnection, request: string): Promise<unknown> {
  const tool = connection.tools().find(({ descriptor }) => descriptor.capabilityId === "run_positioned");
  const context = { signal: new AbortController().signal, callId: "c", reportProgress: () => {} };
  return Promise.resolve(tool?.execute({ request }, context as unknown as CapabilityCallContext));
}

describe("a command after --mcp", () => {
  it.each([
    ["node server.js --port 1", ["node", "server.js", "--port", "1"]],
    ["  node\tserver.js\n", ["node", "server.js"]],
    [`"/opt/my tools/run" 'a b' --name="c d"e`, ["/opt/my tools/run", "a b", "--name=c de"]],
    [String.raw`run a\ b \"c\" \\ 'd\e'`, ["run", "a b", '"c"', "\\", "d\\e"]],
    [String.raw`C:\tools\run.exe C:\data`, ["C:\\tools\\run.exe", "C:\\data"]],
    ["run \"\" '' x", ["run", "", "", "x"]],
    ['run "a \\" b" "it\'s"', ["run", 'a " b', "it's"]],
    ["run $HOME *.md a|b;c && d `e`", ["run", "$HOME", "*.md", "a|b;c", "&&", "d", "`e`"]],
    ["run ends\\", ["run", "ends\\"]],
  ])("%s", (line, parts) => {
    expect(splitCommand(line)).toEqual(parts);
  });

  it.each(["", "   ", "'open", 'run "open', '""'])("refuses %j", (line) => {
    expect(() => splitCommand(line)).toThrow(expect.objectContaining({ code: "command_invalid" }));
  });

  it("is read in linear time", () => {
    expect(splitCommand(`run ${"'a' ".repeat(50_000)}`)).toHaveLength(50_001);
  });
});

describe("pelorus run --mcp", () => {
  it("uses the server's tools, keeps how to start it without secrets, and leaves no process", async () => {
    const record = join(folder, "run");
    const log = join(folder, "run.log");
    const env = { API_TOKEN: "tok-4711-secret" };
    const args = [...server(`"--log=${log}"`), "--mcp-env", "API_TOKEN", "--record", record];
    const run = await runCli(["run", QUESTION, ...args], { env });
    expect(run.code, run.err).toBe(0);
    expect(run.out).toContain("14 berths");
    expect(run.err).toContain("search_handbook");
    const path = join(record, readdirSync(record).find((name) => name !== "blobs") as string);
    const setup = JSON.parse(readFileSync(join(path, "setup.json"), "utf8")) as { mcpServers: object };
    expect(setup.mcpServers).toMatchObject({
      servers: [expect.stringContaining("odd-server")],
      environment: ["API_TOKEN"],
    });
    expect(JSON.stringify(setup)).not.toContain("4711");
    expect(startsIn(log)).toHaveLength(1);
    expect(startsIn(log).filter(isAlive)).toEqual([]);

    // A finished run is told from its record, without the server.
    const again = await runCli(["resume", path]);
    expect(again.code, again.err).toBe(0);
    expect(again.out).toContain("14 berths");
    expect(startsIn(log)).toHaveLength(1);
  }, 60_000);

  it("says what is wrong with a server before anything runs", async () => {
    const record = join(folder, "none");
    const cases: [string[], number, string][] = [
      [["--mcp", "'node"], 2, "does not end"],
      [["--mcp", "http://user:hunter22@127.0.0.1/"], 2, "mcp_target_invalid"],
      [[...server(), "--mcp-env", "NO_SUCH_VARIABLE"], 2, "NO_SUCH_VARIABLE"],
      [["--mcp", "http://127.0.0.1:9/mcp"], 1, "mcp_connect_failed"],
      [["--mcp", `"${process.execPath}" -e 0`, ...server()], 1, "mcp_connect_failed"],
    ];
    for (const [args, code, words] of cases) {
      const run = await runCli(["run", "x", ...args, "--record", record]);
      expect([run.code, run.err.includes(words)], run.err).toEqual([code, true]);
      expect(run.err).not.toContain("hunter22");
    }
    expect(existsSync(record)).toBe(false);
  }, 60_000);
});

describe("pelorus mcp tools", () => {
  it("tells per step what would be offered, with scores, and why the rest would not", async () => {
    const run = await runCli(["mcp", "tools", QUESTION, ...server(), "--json"]);
    expect(run.code, run.err).toBe(0);
    const { servers, steps } = JSON.parse(run.out) as {
      servers: unknown[];
      steps: {
        presented: { capability_id: string; score: number; needs_approval: boolean }[];
        rejected: { capability_id: string; reason: string }[];
        not_of_this_operation: string[];
      }[];
    };
    expect(servers).toMatchObject([{ name: "odd", version: "1.2.3", transport: "stdio" }]);
    const [step] = steps;
    expect(step?.presented[0]).toMatchObject({
      capability_id: "search_handbook",
      needs_approval: false,
      safety_class: "read-only",
    });
    expect(step?.rejected).toContainEqual({ capability_id: "hang", reason: "below-relevance" });
    const named = [step?.presented, step?.rejected].flatMap((list) => (list ?? []).map((tool) => tool.capability_id));
    expect([...named, ...(step?.not_of_this_operation ?? [])].sort()).toEqual(
      [...new Set(named), ...(step?.not_of_this_operation ?? [])].sort(),
    );

    const text = await runCli(["mcp", "tools", QUESTION, ...server("--malformed"), ...server("--name=odd")]);
    expect(text.code, text.err).toBe(0);
    expect(text.out).toContain("left out huge: a schema is longer");
    expect(text.out).toMatch(/offered {3}odd-2\.search_handbook {2}0\.\d{3} = relevance/);
    expect((await runCli(["mcp", "tools", "x"])).code).toBe(2);
  }, 60_000);
});

describe("pelorus mcp serve", () => {
  it("answers over standard input and output, and ends with them", async () => {
    const record = join(folder, "served");
    const connection = await connectMcp({
      command: process.execPath,
      args: [bin, "mcp", "serve", "--docs", documents, "--record", record],
    });
    const { pid } = connection;
    try {
      const result = (await runRequest(connection, "Who approves a trip abroad?")) as { status: string; text: string };
      expect(result).toMatchObject({ status: "complete", text: expect.stringContaining("Petronella Ashgrove") });
      expect(readdirSync(record).length).toBeGreaterThan(0);
    } finally {
      await connection.close();
    }
    expect(isAlive(pid as number)).toBe(false);
  }, 60_000);

  it("answers over HTTP to who has the token, with tools of another server, and ends with SIGTERM", async () => {
    const log = join(folder, "served.log");
    const child = spawn(
      process.execPath,
      [
        bin,
        "mcp",
        "serve",
        "--http",
        "0",
        "--token-env",
        "TOKEN",
        ...server(`"--log=${log}"`),
        "--record",
        join(folder, "http"),
      ],
      { env: { PATH: process.env.PATH, TOKEN: "tok-4711-secret" }, stdio: ["ignore", "pipe", "pipe"] },
    );
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let err = "";
        child.once("exit", () => reject(new Error(err)));
        child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
          err += chunk;
          const found = /MCP server at (\S+)/.exec(err)?.[1];
          if (found !== undefined) resolve(found);
        });
      });
      await expect(connectMcp({ url })).rejects.toMatchObject({ code: "mcp_connect_failed" });
      const connection = await connectMcp({ url, headers: { authorization: "Bearer tok-4711-secret" } });
      expect(await runRequest(connection, QUESTION)).toMatchObject({ text: expect.stringContaining("14 berths") });
      await connection.close();
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      expect(await gone).toBe(0);
      expect(startsIn(log).filter(isAlive)).toEqual([]);
      const missing = await runCli(["mcp", "serve", "--http", "0", "--token-env", "NO_SUCH_VARIABLE"]);
      expect([missing.code, missing.err.includes("NO_SUCH_VARIABLE")]).toEqual([2, true]);
    } finally {
      child.kill("SIGKILL");
    }
  }, 60_000);
});
