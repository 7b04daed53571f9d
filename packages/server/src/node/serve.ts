import type { AddressInfo, Server } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { checkServerOptions } from "../check-server-options.js";
import { createHandler, type Handler } from "../create-handler.js";
import { ServerError } from "../problem/server-error.js";
import { LOOPBACK_HOSTS } from "../security/guard-host.js";
import type { ServerOptions } from "../server-options.js";
import { isLoopback } from "./is-loopback.js";
import { livePage } from "./live-page.js";

/** Options of `serve`: where to listen, and those of the handler. */
export interface ServeOptions extends ServerOptions {
  /** Default 127.0.0.1. Another machine's way in needs `authorize`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
}

/** A server that listens. */
export interface ListeningServer {
  readonly url: string;
  readonly port: number;
  readonly handler: Handler;
  /** Takes no more requests, ends or keeps runs, ends all streams, and resolves when the last connection is closed. */
  close(options?: { readonly cancel?: boolean }): Promise<void>;
}

/** How long a head may take, and how long a kept connection may be idle, in milliseconds. */
const HEAD_MS = 15_000;
const IDLE_MS = 60_000;

/**
 * Serves runs, and the live page at `/`, from a Node process. Binds to this machine unless told otherwise; rejects with
 * `ServerError` (`bind_refused`) where everybody could reach it, with `InvalidOptionsError` for options it does not take, and
 * with the system's error where it cannot listen.
 */
export async function serve(options: ServeOptions): Promise<ListeningServer> {
  const { host = "127.0.0.1", port = 0, ...rest } = options ?? {};
  checkServerOptions(rest);
  if (!isLoopback(host) && options.authorize === undefined) {
    throw new ServerError("bind_refused", `Without a token or an authorize hook the server does not bind to ${host}.`);
  }
  // A name an attacker points at this machine is refused also where a token would be asked for.
  const hosts = isLoopback(host) ? { allowedHosts: [...LOOPBACK_HOSTS, ...(options.allowedHosts ?? [])] } : {};
  // A reader comes back to a run that goes on in another process with the id it was given.
  const cursorKey = rest.cursorKey ?? (await rest.records?.cursorKey());
  const handler = createHandler({
    page: livePage(),
    ...rest,
    ...hosts,
    ...(cursorKey === undefined ? {} : { cursorKey }),
  });
  const server = createAdaptorServer({
    fetch: handler.fetch,
    serverOptions: { headersTimeout: HEAD_MS, keepAliveTimeout: IDLE_MS, connectionsCheckingInterval: 5_000 },
  }) as Server & { closeAllConnections(): void; closeIdleConnections(): void };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    handler,
    async close(how) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await handler.close(how);
      server.closeIdleConnections();
      const impatience = setTimeout(() => server.closeAllConnections(), 1_000);
      await closed;
      clearTimeout(impatience);
    },
  };
}
