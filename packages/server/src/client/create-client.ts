import { ClientError } from "./client-error.js";
import { RemoteRun } from "./remote-run.js";
import { documentOf, type TransportOptions, transport } from "./transport.js";
import type { RunList, RunStatus, StartRun } from "./wire-documents.js";

/** How a start is sent. */
export interface StartOptions {
  /**
   * 1 to 255 printable ASCII characters, such as a UUID; default a random one for each call. Whoever keeps it can start
   * again what may have been started, and gets the same run.
   */
  readonly idempotencyKey?: string;
  /** Gives the attempt up; a run that has begun meanwhile goes on. */
  readonly signal?: AbortSignal;
}

/** A server's runs, from a browser or from Node. */
export interface Client {
  /**
   * Starts a run; resolves when it has begun. A start whose answer was lost is sent again, with a key by which the server
   * knows that it is the same one.
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
    async start(request, { idempotencyKey = randomKey(), signal } = {}) {
      const body = typeof request === "string" ? { request } : request;
      const headers = { "Idempotency-Key": quoted(idempotencyKey) };
      const ask = { method: "POST", body, headers, signal, isRepeatable: true } as const;
      const begin = () => send("/runs", ask);
      const status = await documentOf<RunStatus>(await begin()).catch(async (error: unknown) => {
        // Cut off in the middle of the answer: the same start is answered once more.
        if (!(error instanceof ClientError) || error.code !== "connection_failed") throw error;
        return documentOf<RunStatus>(await begin());
      });
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

const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36)).join("-");
