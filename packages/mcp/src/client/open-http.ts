import { limitedFetch } from "./limited-fetch.js";
import type { McpAddress } from "./mcp-target.js";
import type { OpenedTransport } from "./opened-transport.js";

/** Milliseconds the server has to end the session when we leave. */
const GOODBYE_MS = 1_000;

/** A transport over HTTP; nothing is sent before it is connected. `onOverflow` is told of a message over the limit. */
export async function openHttp(
  kind: "streamable-http" | "sse",
  target: McpAddress,
  maximumMessageBytes: number,
  onOverflow: () => Error,
): Promise<OpenedTransport> {
  const url = new URL(target.url);
  const options = {
    requestInit: { headers: { ...target.headers } },
    fetch: limitedFetch(target.fetch, maximumMessageBytes, onOverflow),
  };
  const common = { kind, pid: () => null, stderr: () => "" } as const;
  if (kind === "sse") {
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    const transport = new SSEClientTransport(url, options);
    return { ...common, transport, close: () => transport.close().catch(() => {}) };
  }
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const transport = new StreamableHTTPClientTransport(url, options);
  return {
    ...common,
    transport,
    async close() {
      if (transport.sessionId !== undefined) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const goodbye = transport.terminateSession().catch(() => {});
        await Promise.race([
          goodbye,
          new Promise<void>((resolve) => {
            timer = setTimeout(resolve, GOODBYE_MS);
          }),
        ]);
        clearTimeout(timer);
      }
      await transport.close().catch(() => {});
    },
  };
}
