import type { PendingRequest, RunEvent } from "@pelorus/core";
import { ServerError } from "../problem/server-error.js";
import { flatEvents } from "./flat-events.js";
import { isFinal } from "./is-final.js";
import type { ManagedRun } from "./managed-run.js";
import { type EventBatch, readEvents } from "./read-events.js";
import type { RunProgress, RunResult, RunState } from "./run-documents.js";
import type { RunOrigin } from "./run-records.js";
import type { RunStore, StoredRun } from "./run-store.js";

/** A run as the store has it: over, or driven by another process. */
export class KeptRun implements ManagedRun {
  readonly #row: StoredRun;
  readonly #store: RunStore;
  readonly #stopping: AbortSignal;

  constructor(row: StoredRun, store: RunStore, stopping: AbortSignal) {
    this.#row = row;
    this.#store = store;
    this.#stopping = stopping;
  }

  get runId(): string {
    return this.#row.runId;
  }
  get sessionId(): string {
    return this.#row.sessionId;
  }
  get owner(): string {
    return this.#row.owner;
  }
  get request(): string {
    return this.#row.request;
  }
  get createdAt(): string {
    return this.#row.createdAt;
  }

  status(): RunState {
    return this.#row.progress.status;
  }

  progress(): RunProgress {
    return this.#row.progress;
  }

  pending(): readonly PendingRequest[] {
    return this.#row.progress.pending;
  }

  eventsAfter(seq: number, options: { readonly signal?: AbortSignal } = {}): AsyncIterable<RunEvent> {
    return flatEvents(this.batchesAfter(seq, options), this.runId);
  }

  batchesAfter(seq: number, options: { readonly signal?: AbortSignal } = {}): AsyncIterable<EventBatch> {
    const signals = options.signal === undefined ? [this.#stopping] : [this.#stopping, options.signal];
    return readEvents(this.#store, this.runId, seq, signals);
  }

  get result(): Promise<RunResult> {
    return this.#awaitResult();
  }

  get recoveredFrom(): RunOrigin | undefined {
    return this.#row.recoveredFrom;
  }

  async answer(_id: string, _value: unknown, _reviewer?: string): Promise<void> {
    throw this.#untouchable();
  }

  async resume(): Promise<void> {
    throw this.#untouchable();
  }

  async cancel(_reason?: string): Promise<void> {
    if (!isFinal(this.status())) throw this.#untouchable();
  }

  #untouchable(): ServerError {
    return isFinal(this.status())
      ? new ServerError("run_over", `The run ${this.runId} is over (${this.status()}).`)
      : new ServerError("run_elsewhere", `The run ${this.runId} is driven by another process.`);
  }

  #awaitResult(): Promise<RunResult> {
    return new Promise((resolve, reject) => {
      let unwatch = () => {};
      const look = () =>
        void this.#store.get(this.runId).then((row) => {
          if (row !== null && row.result === null) return;
          unwatch();
          if (row?.result != null) resolve(row.result);
          else reject(new ServerError("run_unknown", `The run ${this.runId} was forgotten.`));
        }, reject);
      unwatch = this.#store.watch(this.runId, look);
      look();
    });
  }
}
