import { type EventsOptions, RunEvents } from "./run-events.js";
import { documentOf, type Transport } from "./transport.js";
import type { PreventiveHalt, RunOutcome, RunResultDocument, RunStatus } from "./wire-documents.js";

const WAIT_SECONDS = 30;

/** A run on a server. Every method rejects with `ClientError`. */
export class RemoteRun {
  readonly runId: string;
  readonly #transport: Transport;
  readonly #path: string;

  constructor(transport: Transport, runId: string) {
    this.#transport = transport;
    this.runId = runId;
    this.#path = `/runs/${encodeURIComponent(runId)}`;
  }

  /** How the run stands now, and what it waits for. */
  async status(): Promise<RunStatus> {
    return documentOf(await this.#transport(this.#path));
  }

  /** Events as they come, each once, over broken connections. Leaving the loop does not stop the run. */
  events(options?: EventsOptions): RunEvents {
    return new RunEvents(this.#transport, this.runId, options);
  }

  /** Waits for the end of the run and resolves with what came of it. */
  async result(options: { readonly signal?: AbortSignal } = {}): Promise<RunOutcome> {
    for (;;) {
      const response = await this.#transport(`${this.#path}/result`, {
        headers: { Prefer: `wait=${WAIT_SECONDS}` },
        signal: options.signal,
      });
      if (response.status === 451)
        return { status: "halted", halt: await documentOf<PreventiveHalt["halt"]>(response) };
      if (response.status === 200) return documentOf<RunResultDocument>(response);
      await response.body?.cancel();
    }
  }

  /** The STTP nodes so far. */
  async record(): Promise<string> {
    return (await this.#transport(`${this.#path}/record`)).text();
  }

  /** Answers one of the run's pending requests; `false`, `0`, `""` and `null` are answers. */
  async answer(requestId: string, value: unknown, options: { readonly reviewer?: string } = {}): Promise<void> {
    const body = { value: value ?? null, ...(options.reviewer === undefined ? {} : { reviewer: options.reviewer }) };
    await this.#transport(`${this.#path}/answers/${encodeURIComponent(requestId)}`, { method: "POST", body });
  }

  /** Goes on with a run that an earlier process of the server left interrupted. */
  async resume(): Promise<void> {
    await this.#transport(`${this.#path}/resume`, { method: "POST", isRepeatable: true });
  }

  /** Ends the run, down to the call under way; what was done is kept. */
  async cancel(reason?: string): Promise<void> {
    const body = reason === undefined ? {} : { reason };
    await this.#transport(`${this.#path}/cancel`, { method: "POST", body, isRepeatable: true });
  }
}
