import type { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";

/** Serves one client over a pair of streams, until its input ends, the signal fires or the server is closed. */
export async function serveStdio(
  server: Server,
  options: { readonly stdin?: Readable; readonly stdout?: Writable; readonly signal?: AbortSignal },
): Promise<void> {
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const { stdin = process.stdin, stdout = process.stdout, signal } = options;
  const transport = new StdioServerTransport(stdin, stdout);
  const unlisten = server.onclose;
  await new Promise<void>((resolve, reject) => {
    const close = (): void => void server.close();
    server.onclose = () => {
      stdin.off("end", close);
      stdin.off("close", close);
      stdout.off("error", close);
      signal?.removeEventListener("abort", close);
      unlisten?.();
      resolve();
    };
    // The SDK notices neither the end of its input nor a reader that has gone.
    stdin.once("end", close);
    stdin.once("close", close);
    stdout.on("error", close);
    signal?.addEventListener("abort", close, { once: true });
    server.connect(transport).then(() => {
      if (signal?.aborted === true) close();
    }, reject);
  });
}
