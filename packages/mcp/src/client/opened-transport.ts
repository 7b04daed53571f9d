import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** How a server is spoken to; `sse` is the older HTTP transport. */
export type McpTransportKind = "stdio" | "streamable-http" | "sse";

/** A transport that is not connected yet, with what this package knows of it beside the protocol. */
export interface OpenedTransport {
  readonly kind: McpTransportKind;
  readonly transport: Transport;
  /** Process id of the server, once it is started. */
  pid(): number | null;
  /** The end of what the server wrote to stderr. */
  stderr(): string;
  /** Ends the server or the session on it; resolves when nothing of it is left. Never rejects. */
  close(): Promise<void>;
}
