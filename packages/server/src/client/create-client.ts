import { RemoteRun } from "./remote-run.js";
import { documentOf, type TransportOptions, transport } from "./transport.js";
import type { RunList, RunStatus, StartRun } from "./wire-documents.js";

/** A server's runs, from a browser or from Node. */
export interface Client {
  /** Starts a run; resolves when it has begun. */
  start(request: string | StartRun): Promise<RemoteRun>;
  /** A run by its id; nothing is sent before it is used. */
  run(runId: string): RemoteRun;
  /** The caller's runs, newest first. */
  list(page?: { readonly limit?: number; readonly before?: string }): Promise<RunList>;
}

/** Makes a client. Nothing is sent before it is used. */
export function createClient(options: TransportOptions): Client {
  const send = transport(options);
  return {
    async start(request) {
      const body = typeof request === "string" ? { request } : request;
      const status = await documentOf<RunStatus>(await send("/runs", { method: "POST", body }));
      return new RemoteRun(send, status.run_id);
    },
    run: (runId) => new RemoteRun(send, runId),
    async list(page = {}) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(page)) query.set(name, String(value));
      return documentOf(await send(`/runs?${query}`));
    },
  };
}
