import { RemoteRun } from "./remote-run.js";
import { documentOf, type TransportOptions, transport } from "./transport.js";
import type { RunList, RunStatus, StartRun } from "./wire-documents.js";

/** How a start is sent. */
export interface StartOptions {
  /** 1 to 255 printable ASCII characters, such as a UUID; a new one for each run that is meant. */
  readonly idempotencyKey?: string;
  /** Gives the attempt up; a run that has begun meanwhile goes on. */
  readonly signal?: AbortSignal;
}

/** A server's runs, from a browser or from Node. */
export interface Client {
  /**
   * Starts a run; resolves when it has begun. With an idempotency key, sending the same again gives the same run: so a start
   * whose answer was lost can be repeated.
   */
  start(request: string | StartRun, options?: StartOptions): Promise<RemoteRun>;
  /** A run by its id; nothing is sent before it is used. */
  run(runId: string): RemoteRun;
  /** The caller's runs, newest first. */
  list(page?: { readonly limit?: number; readonly before?: string }): Promise<RunList>;
}

/** Makes a client. Nothing is sent before it is used. */
export function createClient(options: TransportOptions): Client {
  const send = transport(options);
  return {
    async start(request, { idempotencyKey, signal } = {}) {
      const body = typeof request === "string" ? { request } : request;
      const headers: Record<string, string> = {};
      if (idempotencyKey !== undefined) headers["Idempotency-Key"] = quoted(idempotencyKey);
      const status = await documentOf<RunStatus>(await send("/runs", { method: "POST", body, headers, signal }));
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

/** A string of structured fields (RFC 8941). */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
