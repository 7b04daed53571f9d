import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectMcp, createMcpServer, type McpConnection } from "@pelorus/mcp";
import { afterAll, describe, expect, it } from "vitest";
import { execute, toolOf } from "./support/call.js";
import { functionModel } from "./support/function-model.js";

const require = createRequire(import.meta.url);
const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the protocol's conformance suite, as installed. */
function conformance(...args: string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const suite = join(dirname(require.resolve("@modelcontextprotocol/conformance/package.json")), "dist/index.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", fixture("glob-sync.mjs"), suite, ...args, "-o", folder], {
      cwd: folder,
      env: { PATH: process.env.PATH, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

describe("the conformance suite of the protocol", () => {
  it("passes the server in all that it claims", async () => {
    const server = createMcpServer({ model: functionModel(() => "bonjour") });
    const { url } = await server.listen();
    try {
      const baseline = fixture("conformance-baseline.yml");
      const { code, output } = await conformance(
        "server",
        "--url",
        url,
        "--suite",
        "all",
        "--expected-failures",
        baseline,
      );
      expect(code, output).toBe(0);
      for (const scenario of [
        "server-initialize",
        "ping",
        "tools-list",
        "resources-list",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
      ]) {
        expect(output).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
      }
    } finally {
      await server.close();
    }
  }, 120_000);

  /** What a client has to do in each scenario. */
  const CLIENT: Readonly<Record<string, (connection: McpConnection) => Promise<unknown>>> = {
    initialize: async (connection) => connection.tools(),
    tools_call: (connection) => execute(toolOf(connection, "add_numbers"), { a: 5, b: 3 }),
    "elicitation-sep1034-client-defaults": (connection) =>
      execute(toolOf(connection, "test_client_elicitation_defaults")),
    "sse-retry": (connection) => execute(toolOf(connection, "test_reconnection")),
  };

  it.each(Object.keys(CLIENT))(
    "passes the client in %s",
    async (scenario) => {
      const verdicts: string[] = [];
      const notify = createServer((request, response) => {
        let url = "";
        request.setEncoding("utf8").on("data", (chunk: string) => {
          url += chunk;
        });
        request.on("end", () => {
          const work = async () => {
            const connection = await connectMcp({ url }, { clarifyHandler: () => "skip" });
            try {
              await CLIENT[scenario]?.(connection);
            } finally {
              await connection.close();
            }
            return "ok";
          };
          work()
            .catch((error: unknown) => String(error))
            .then((verdict) => {
              verdicts.push(verdict);
              response.end(verdict);
            });
        });
      });
      await new Promise<void>((resolve) => notify.listen(0, "127.0.0.1", resolve));
      const { port } = notify.address() as AddressInfo;
      try {
        const command = `${process.execPath} ${fixture("tell-url.mjs")} http://127.0.0.1:${port}`;
        const { code, output } = await conformance("client", "--command", command, "--scenario", scenario);
        expect(verdicts).toEqual(["ok"]);
        expect(code, output).toBe(0);
      } finally {
        notify.closeAllConnections();
        await new Promise((resolve) => notify.close(resolve));
      }
    },
    60_000,
  );
});
