import type { PositionedResult, RunEvent, RunHandle } from "@pelorus/core";
import { progressMessage } from "./progress-message.js";
import { type RunView, resultView } from "./run-view.js";

/** A run this process drives or has driven. */
export class KnownRun {
  readonly runId: string;
  readonly request: string;
  readonly #watchers = new Set<(seq: number, message: string) => void>();
  #handle: RunHandle | null = null;
  /** The result of the last leg that ended; null while a leg is under way. */
  #result: PositionedResult | null = null;
  #lastSeq = 0;
  #message = "";

  constructor(runId: string, request: string) {
    this.runId = runId;
    this.request = request;
  }

  get handle(): RunHandle {
    if (this.#handle === null) throw new TypeError("the run has not begun");
    return this.#handle;
  }

  get result(): PositionedResult | null {
    return this.#result;
  }

  /** True while a leg runs or waits for somebody. */
  get isOpen(): boolean {
    return this.#result === null || this.#result.status === "waiting";
  }

  begin(handle: RunHandle): void {
    this.#handle = handle;
    this.#follow(handle);
  }

  /** For `onEvent` of the run. */
  note(event: RunEvent): void {
    this.#lastSeq = Math.max(this.#lastSeq, event.seq);
    const message = progressMessage(event);
    if (message === null) return;
    this.#message = message;
    for (const watcher of this.#watchers) watcher(event.seq, message);
  }

  /** Tells of news until the returned function is called. */
  watch(watcher: (seq: number, message: string) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Answers a request; the next leg begins. */
  async answer(id: string, value: unknown, reviewer: string): Promise<void> {
    await this.handle.answer(id, value, reviewer);
    this.#result = null;
    this.#follow(this.handle);
  }

  /** The events so far. */
  async events(): Promise<RunEvent[]> {
    if (this.#result !== null) return [...this.#result.events];
    const events: RunEvent[] = [];
    const last = this.#lastSeq;
    if (last === 0) return events;
    for await (const event of this.handle.events) {
      events.push(event);
      if (event.seq >= last) break;
    }
    return events;
  }

  view(): RunView {
    if (this.#result !== null) return { request: this.request, ...resultView(this.#result) };
    return {
      run_id: this.runId,
      status: "running",
      request: this.request,
      pending: [],
      ...(this.#message === "" ? {} : { progress: this.#message }),
    };
  }

  #follow(handle: RunHandle): void {
    const leg = handle.result;
    leg.then(
      (result) => {
        if (handle.result === leg) this.#result = result;
      },
      // A run that could not begin is told to whoever started it.
      () => {},
    );
  }
}
