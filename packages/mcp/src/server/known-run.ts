import type { Journal, PositionedResult, RunEvent, RunHandle } from "@pelorus/core";
import { progressMessage } from "./progress-message.js";
import { type RunView, resultView } from "./run-view.js";

/** A run this process drives or has driven. */
export class KnownRun {
  readonly runId: string;
  readonly request: string;
  readonly journal: Journal;
  readonly #watchers = new Set<(seq: number, message: string) => void>();
  #handle: RunHandle | null = null;
  /** The result of the last leg that ended; null while a leg is under way. */
  #result: PositionedResult | null = null;
  #leg: Promise<PositionedResult> | null = null;
  /** Resolves when the leg has ended and its result stands in `#result`. */
  #settled: Promise<void> = Promise.resolve();
  /** Why the run could not begin, such as a policy that does not check. */
  #fault: { readonly code: string; readonly message: string } | null = null;
  #lastSeq = 0;
  #message = "";

  constructor(runId: string, request: string, journal: Journal) {
    this.runId = runId;
    this.request = request;
    this.journal = journal;
  }

  get handle(): RunHandle {
    if (this.#handle === null) throw new TypeError("the run has not begun");
    return this.#handle;
  }

  get result(): PositionedResult | null {
    this.#follow();
    return this.#result;
  }

  /** True while a leg runs or waits for somebody. */
  get isOpen(): boolean {
    return this.#fault === null && (this.result === null || this.#result?.status === "waiting");
  }

  begin(handle: RunHandle): void {
    this.#handle = handle;
    this.#follow();
  }

  /** Ends the run; resolves when it has ended. */
  async abort(reason: string): Promise<void> {
    this.handle.abort(reason);
    this.#follow();
    await this.#settled;
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
    this.#follow();
  }

  /** The events so far. */
  async events(): Promise<RunEvent[]> {
    if (this.result !== null) return [...this.result.events];
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
    if (this.result !== null) return { request: this.request, ...resultView(this.result) };
    const view = { run_id: this.runId, request: this.request, pending: [] };
    if (this.#fault !== null) return { ...view, status: "halted", error: { ...this.#fault, is_retryable: false } };
    return {
      ...view,
      status: "running",
      ...(this.#message === "" ? {} : { progress: this.#message }),
    };
  }

  /** Takes up the leg under way: an answer, an abort and a deadline that passes each begin another one. */
  #follow(): void {
    const leg = this.handle.result;
    if (leg === this.#leg) return;
    this.#leg = leg;
    this.#result = null;
    this.#settled = leg.then(
      (result) => {
        if (this.#leg === leg) this.#result = result;
      },
      (error: unknown) => {
        const { code } = error as { code?: unknown };
        const message = error instanceof Error ? error.message : String(error);
        this.#fault = { code: typeof code === "string" ? code : "internal_error", message };
      },
    );
  }
}
