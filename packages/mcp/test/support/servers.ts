import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpCommand } from "@pelorus/mcp";

const require = createRequire(import.meta.url);
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** Our own server that misbehaves on request. */
export function oddServer(...args: string[]): McpCommand {
  return { command: process.execPath, args: [fixture("odd-server.mjs"), ...args] };
}

/** One of the protocol's reference servers, as installed. */
export function realServer(name: "everything" | "filesystem" | "memory", ...args: string[]): McpCommand {
  return { command: process.execPath, args: [realServerFile(name), ...args] };
}

/** Written out, so that a checker of dependencies sees them. */
const MANIFESTS = {
  everything: () => require.resolve("@modelcontextprotocol/server-everything/package.json"),
  filesystem: () => require.resolve("@modelcontextprotocol/server-filesystem/package.json"),
  memory: () => require.resolve("@modelcontextprotocol/server-memory/package.json"),
} as const;

function realServerFile(name: keyof typeof MANIFESTS): string {
  return join(dirname(MANIFESTS[name]()), "dist/index.js");
}

/** The reference server over HTTP, on loopback. */
export async function realHttpServer(
  mode: "streamableHttp" | "sse",
): Promise<{ readonly url: string; readonly child: ChildProcess; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ["--import", fixture("loopback.mjs"), realServerFile("everything"), mode], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`the server ended: ${text}`)));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const found = /LISTENING (\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url: `http://127.0.0.1:${port}/${mode === "sse" ? "sse" : "mcp"}`,
    child,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

/** Whether a process is there. */
export function isAlive(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
