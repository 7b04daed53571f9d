import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpError } from "../mcp-error.js";
import { type RequestGuard, refusalFor } from "./guard-request.js";
import { type HttpSessions, refuse } from "./http-sessions.js";

/** Where to listen, and who may connect. */
export interface ListenOptions {
  /** Default 0: any free one. */
  readonly port?: number;
  /** Default 127.0.0.1. Anything but a loopback address needs `token`. */
  readonly host?: string;
  /** Default `/mcp`. */
  readonly path?: string;
  /** Clients send it as a bearer token; without one everybody on this machine is a client. */
  readonly token?: string;
  /** Host names the server answers for beside the loopback names, without ports. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may use the server beside those of this machine, such as `https://app.example`. */
  readonly allowedOrigins?: readonly string[];
}

/** A server that listens. `close` ends its sessions and resolves when the port is free. */
export interface ListeningServer {
  readonly url: string;
  readonly port: number;
  /** Ends the sessions; resolves when the port is free. */
  close(): Promise<void>;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Listens for clients. Rejects with McpError `mcp_listen_refused`. */
export async function listenHttp(sessions: HttpSessions, options: ListenOptions): Promise<ListeningServer> {
  const { host = "127.0.0.1", path = "/mcp", token } = options;
  if (!LOOPBACK.has(host) && (token === undefined || token === "")) {
    throw new McpError("mcp_listen_refused", `${host} can be reached from other machines: set a token.`);
  }
  let guard: RequestGuard | null = null;
  const http = createServer((request, response) => {
    const refusal = guard === null ? null : refusalFor(request, guard);
    if (refusal !== null) {
      if (refusal.status === 401) response.setHeader("www-authenticate", "Bearer");
      refuse(response, refusal.status, -32000, refusal.message);
      return;
    }
    sessions.handle(request, response).catch(() => {
      if (!response.headersSent) refuse(response, 500, -32603, "Internal error");
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === "EADDRINUSE" ? "the port is taken" : cause.message;
      reject(new McpError("mcp_listen_refused", `${host} port ${options.port ?? 0}: ${reason}.`, { cause }));
    });
    http.listen(options.port ?? 0, host, resolve);
  });
  const { port } = http.address() as AddressInfo;
  guard = {
    path,
    port,
    token: token ?? null,
    allowedHosts: options.allowedHosts ?? [],
    allowedOrigins: options.allowedOrigins ?? [],
  };
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}${path}`,
    port,
    async close() {
      await sessions.close();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        // Streams of events stay open by themselves.
        http.closeAllConnections();
      });
    },
  };
}
