import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { HttpSessions } from "./http-sessions.js";
import { type ListeningServer, type ListenOptions, listenHttp } from "./listen-http.js";
import { openServer } from "./open-server.js";
import { RunRegistry } from "./run-registry.js";
import { serveStdio } from "./serve-stdio.js";
import { type PelorusServerOptions, serverSettings } from "./server-options.js";

/** Pelorus as an MCP server: any number of clients, over any number of transports, on the same runs. */
export interface PelorusMcpServer {
  /** Serves one client over stdio; resolves when it has gone. Nothing else may write to that standard output. */
  serveStdio(options?: {
    readonly stdin?: Readable;
    readonly stdout?: Writable;
    readonly signal?: AbortSignal;
  }): Promise<void>;
  /** Serves Streamable HTTP, on this machine unless told otherwise. */
  listen(options?: ListenOptions): Promise<ListeningServer>;
  /** Serves one client over a transport of the SDK. */
  connect(transport: Transport): Promise<void>;
  /** Ends listening, sessions and runs; resolves when nothing is left. */
  close(): Promise<void>;
}

/**
 * Makes a server whose tools start, follow, answer, resume and cancel runs, and whose resources are the runs' results,
 * events and records. Every client of the server sees all its runs. Nothing is loaded, opened or listened to before it is
 * asked for. Throws McpError `mcp_option_invalid`.
 */
export function createMcpServer(options: PelorusServerOptions): PelorusMcpServer {
  const settings = serverSettings(options);
  const registry = new RunRegistry(settings);
  const closers = new Set<() => Promise<void>>();
  const open = () => openServer(registry, settings);
  return {
    async serveStdio(streams = {}) {
      const server = await open();
      const close = () => server.close();
      closers.add(close);
      try {
        await serveStdio(server, streams);
      } finally {
        closers.delete(close);
      }
    },
    async listen(listenOptions = {}) {
      const listening = await listenHttp(new HttpSessions(open), listenOptions);
      closers.add(listening.close);
      return {
        ...listening,
        async close() {
          closers.delete(listening.close);
          await listening.close();
        },
      };
    },
    async connect(transport) {
      const server = await open();
      const close = () => server.close();
      const unlisten = server.onclose;
      closers.add(close);
      server.onclose = () => {
        closers.delete(close);
        unlisten?.();
      };
      await server.connect(transport);
    },
    async close() {
      await registry.close();
      await Promise.allSettled([...closers].map((close) => close()));
      closers.clear();
    },
  };
}
