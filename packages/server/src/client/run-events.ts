import { ClientError } from "./client-error.js";
import { delay } from "./delay.js";
import { readFrames } from "./read-frames.js";
import type { Transport } from "./transport.js";
import type { Gap, RunStatus, WireEvent } from "./wire-documents.js";

/** Where an iteration of events begins, and what ends it. */
export interface EventsOptions {
  /** Begin after this cursor; default at the first event. */
  readonly after?: string;
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
  /** Attempts in a row that bring nothing before it gives up; default 12, about half a minute. */
  readonly attempts?: number;
  /** Milliseconds of silence after which a connection counts as dead; default 45,000, three heartbeats. */
  readonly idleMs?: number;
  /** Milliseconds before the first new attempt; default 100. Each one in vain doubles it, to five seconds at most. */
  readonly delayMs?: number;
  /** Told when a connection is there, and when one is lost and tried again. */
  readonly onConnection?: (state: "open" | "lost") => void;
}

const LONGEST_DELAY_MS = 5_000;

/** The events of a run, each once, over as many connections as it takes. */
export class RunEvents implements AsyncIterable<WireEvent | Gap> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #options: EventsOptions;
  #cursor: string | undefined;
  #seq = 0;

  constructor(transport: Transport, runId: string, options: EventsOptions = {}) {
    this.#transport = transport;
    this.#path = `/runs/${encodeURIComponent(runId)}/events`;
    this.#options = options;
    this.#cursor = options.after;
    this.#seq = numberOf(options.after);
  }

  /** Id of the last event that was handed out: keep it to go on later. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WireEvent | Gap, void, undefined> {
    const { signal, attempts = 12, onConnection } = this.#options;
    let failures = 0;
    const left = () => signal?.aborted === true;
    while (!left()) {
      const before = this.#seq;
      try {
        const response = await this.#connect();
        if (response.status === 204 || response.body === null) return;
        onConnection?.("open");
        let isOver = false;
        for await (const item of this.#items(response.body)) {
          yield item;
          // A run that goes on after it was cut short has more to tell; the server ends the stream of one that is over.
          isOver = item.kind === "run_finished";
        }
        if (isOver) return;
      } catch (error) {
        if (left()) return;
        if (error instanceof ClientError && !error.isRetryable) throw error;
        if (failures + 1 >= attempts && this.#seq === before) throw error;
      }
      if (left()) return;
      // Ended or broken before the run was over: come back with the last id.
      onConnection?.("lost");
      failures = this.#seq === before ? failures + 1 : 0;
      if (failures >= attempts) {
        throw new ClientError({ code: "connection_failed", message: "The stream broke again and again." });
      }
      await delay(
        Math.min(LONGEST_DELAY_MS, (this.#options.delayMs ?? 100) * 2 ** failures) * (0.5 + Math.random() / 2),
        signal,
      );
    }
  }

  #connect(): Promise<Response> {
    return this.#transport(this.#path, {
      headers: {
        Accept: "text/event-stream",
        ...(this.#cursor === undefined ? {} : { "Last-Event-ID": this.#cursor }),
      },
      signal: this.#options.signal,
      // Lost connections are counted, told and waited for here.
      isRepeatable: false,
    });
  }

  async *#items(body: ReadableStream<Uint8Array>): AsyncGenerator<WireEvent | Gap, void, undefined> {
    for await (const frame of readFrames(body, this.#options.idleMs ?? 45_000)) {
      if (frame.id === undefined) continue;
      const seq = numberOf(frame.id);
      if (seq <= this.#seq) continue;
      const data = parsed(frame.data);
      this.#seq = seq;
      this.#cursor = frame.id;
      if (frame.event === "gap") yield { kind: "gap", seq, data: data as { missed: number; run: RunStatus } };
      else yield data as WireEvent;
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ClientError({ code: "response_unreadable", message: "A frame holds no JSON.", status: 200 }, { cause });
  }
}

/** The number of the event a cursor stands for. */
function numberOf(cursor: string | undefined): number {
  return Number.parseInt(cursor ?? "0", 10) || 0;
}
