import { killAtExit } from "./kill-at-exit.js";
import type { McpCommand } from "./mcp-target.js";
import type { OpenedTransport } from "./opened-transport.js";
import { TextTail } from "./text-tail.js";

const STDERR_KEPT = 4_096;
/** The SDK ends a server by closing its input, then by SIGTERM, then by SIGKILL, two seconds apart. */
const LONGEST_END_MS = 6_000;

/** A transport that starts the program when it is connected. */
export async function openStdio(target: McpCommand, maximumMessageBytes: number): Promise<OpenedTransport> {
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const transport = new StdioClientTransport({
    command: target.command,
    args: [...(target.args ?? [])],
    env: { ...target.env },
    stderr: "pipe",
    maxBufferSize: maximumMessageBytes,
    ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
  });
  const tail = new TextTail(STDERR_KEPT);
  // Read on, whatever it writes: a server that cannot write to stderr stands still.
  transport.stderr?.on("data", (chunk: Buffer) => tail.add(chunk.toString("utf8")));

  let pid: number | null = null;
  let forget: () => void = () => {};
  let ended: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const start = transport.start.bind(transport);
  transport.start = async () => {
    await start();
    pid = transport.pid;
    if (pid !== null) forget = killAtExit(pid);
  };
  // The protocol chains this handler with its own; it fires when the process has ended and its pipes are closed.
  transport.onclose = () => {
    forget();
    ended();
  };
  return {
    kind: "stdio",
    transport,
    pid: () => pid,
    stderr: () => tail.text,
    async close() {
      await transport.close().catch(() => {});
      if (pid === null) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([
        gone,
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, LONGEST_END_MS);
        }),
      ]);
      clearTimeout(timer);
    },
  };
}
