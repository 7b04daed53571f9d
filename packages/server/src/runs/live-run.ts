import type { PendingRequest, PositionedResult, RunEvent, RunHandle } from "@pelorus/core";
import { ServerError } from "../problem/server-error.js";
import { flatEvents } from "./flat-events.js";
import { foldProgress } from "./fold-progress.js";
import { isFinal } from "./is-final.js";
import type { ManagedRun } from "./managed-run.js";
import { type EventBatch, readEvents } from "./read-events.js";
import type { RunProgress, RunResult, RunState } from "./run-documents.js";
import type { RunOrigin } from "./run-records.js";
import { runResultOf } from "./run-result.js";
import type { RunStore, StoredRun } from "./run-store.js";

/** What a run is driven from. */
export interface LiveRunSpec {
  /** The run as the store has it before this process drives it. */
  readonly row: StoredRun;
  /** Starts the run or goes on with it; every event is told to `onEvent`, those the store has already included. */
  readonly drive: (onEvent: (event: RunEvent) => void) => RunHandle | Promise<RunHandle>;
  /** Told of events the store does not have yet. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly store: RunStore;
  /** Ends all readers. */
  readonly stopping: AbortSignal;
  readonly onOver: () => void;
  /** Hears of what goes wrong with the store. */
  readonly onFault: (error: unknown) => void;
}

/** A run this process drives: folds its events, keeps them in the store, and lets readers follow from there. */
export class LiveRun implements ManagedRun {
  readonly runId: string;
  readonly sessionId: string;
  readonly owner: string;
  readonly request: string;
  readonly createdAt: string;
  readonly recoveredFrom: RunOrigin | undefined;
  readonly result: Promise<RunResult>;
  /** Resolves with the first new event, or when the run waits again; rejects with what kept it from beginning. */
  readonly begun: Promise<void>;
  readonly #spec: LiveRunSpec;
  /** Let go of when the run is over: it holds everything the run has worked with. */
  #handle: Promise<RunHandle> | null;
  #hasBegun = false;
  #progress: RunProgress;
  #unsaved: RunEvent[] = [];
  #saving: Promise<void> = Promise.resolve();
  #saves = false;
  readonly #settle: { begun: () => void; failed: (error: unknown) => void; over: (result: RunResult) => void };

  constructor(spec: LiveRunSpec) {
    const { row } = spec;
    this.#spec = spec;
    this.runId = row.runId;
    this.sessionId = row.sessionId;
    this.owner = row.owner;
    this.request = row.request;
    this.createdAt = row.createdAt;
    this.recoveredFrom = row.recoveredFrom;
    this.#progress = row.progress.status === "interrupted" ? { ...row.progress, status: "running" } : row.progress;
    const begun = deferred<void>();
    const over = deferred<RunResult>();
    this.begun = begun.promise;
    this.begun.catch(() => {});
    this.result = over.promise;
    this.#settle = { begun: begun.resolve, failed: begun.reject, over: over.resolve };
    const handle = this.#open();
    this.#handle = handle;
    handle
      .then(async (opened) => this.#firstLegEnded(await opened.result))
      .catch((error: unknown) => this.#fail(error));
  }

  async #open(): Promise<RunHandle> {
    return this.#spec.drive((event) => {
      if (this.#take(event)) this.#spec.onEvent?.(event);
    });
  }

  status(): RunState {
    return this.#progress.status;
  }

  progress(): RunProgress {
    return this.#progress;
  }

  pending(): readonly PendingRequest[] {
    return this.#progress.pending;
  }

  eventsAfter(seq: number, options: { readonly signal?: AbortSignal } = {}): AsyncIterable<RunEvent> {
    return flatEvents(this.batchesAfter(seq, options), this.runId);
  }

  batchesAfter(seq: number, options: { readonly signal?: AbortSignal } = {}): AsyncIterable<EventBatch> {
    const { store, stopping } = this.#spec;
    return readEvents(store, this.runId, seq, options.signal === undefined ? [stopping] : [stopping, options.signal]);
  }

  async answer(id: string, value: unknown, reviewer?: string): Promise<void> {
    if (this.#handle === null || isFinal(this.#progress.status)) {
      throw new ServerError("run_over", `The run ${this.runId} is over (${this.#progress.status}).`);
    }
    await (await this.#handle).answer(id, value, reviewer);
  }

  async resume(): Promise<void> {
    if (isFinal(this.#progress.status)) {
      throw new ServerError("run_over", `The run ${this.runId} is over (${this.#progress.status}).`);
    }
  }

  /** Never rejects. */
  async cancel(reason = "cancelled"): Promise<void> {
    await this.#handle?.then(
      (handle) => handle.abort(reason),
      () => {},
    );
  }

  /** False for an event that was taken before: a run that goes on tells all of them again. */
  #take(event: RunEvent): boolean {
    if (event.seq <= this.#progress.lastSeq) return false;
    this.#progress = foldProgress(this.#progress, event);
    this.#unsaved.push(event);
    this.#save();
    this.#begin();
    if (event.kind === "run_finished") queueMicrotask(() => void this.#finish());
    return true;
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#settle.begun();
  }

  /** A run that goes on may wait again, or be over, without an event that is new. */
  async #firstLegEnded(result: PositionedResult): Promise<void> {
    this.#begin();
    if (result.status !== "waiting") await this.#end(runResultOf(result));
  }

  /** Events are written in the order they came, those that come meanwhile together. */
  #save(): void {
    if (this.#saves) return;
    this.#saves = true;
    this.#saving = Promise.resolve().then(async () => {
      try {
        while (this.#unsaved.length > 0) {
          const events = this.#unsaved;
          this.#unsaved = [];
          try {
            await this.#spec.store.append(this.runId, events, this.#progress);
          } catch (error) {
            this.#unsaved = [...events, ...this.#unsaved];
            throw error;
          }
        }
        this.#saves = false;
      } catch (error) {
        this.#saves = false;
        // A run nobody could read on is ended; what is not written yet is tried again with the next event.
        this.#spec.onFault(error);
        void this.cancel("the store of the server failed");
      }
    });
  }

  async #finish(): Promise<void> {
    const handle = this.#handle;
    if (handle === null) return;
    try {
      await this.#end(runResultOf(await (await handle).result));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A run that never told its end still has one for its readers. */
  #fail(error: unknown): void {
    if (this.#handle === null) return;
    if (!this.#hasBegun) {
      this.#handle = null;
      this.#settle.failed(error);
      this.#spec.onOver();
      return;
    }
    const problem = { code: "internal_error", message: "A fault ended the run.", isRetryable: false };
    if (!isFinal(this.#progress.status)) {
      this.#take({
        seq: this.#progress.lastSeq + 1,
        runId: this.runId,
        at: this.#progress.updatedAt,
        lane: 0,
        kind: "run_finished",
        data: {
          status: "halted",
          haltReason: "internal_error",
          completion: 0,
          remaining: [],
          textDigest: "",
          error: problem,
        },
      });
    }
    void this.#end(failedResult(this, this.#progress, problem));
  }

  async #end(result: RunResult): Promise<void> {
    if (this.#handle === null) return;
    this.#handle = null;
    try {
      await this.#saving;
      await this.#spec.store.finish(this.runId, result);
    } catch (error) {
      this.#spec.onFault(error);
    }
    this.#settle.over(result);
    this.#spec.onOver();
  }
}

function deferred<T>() {
  let settle!: { resolve: (value: T) => void; reject: (error: unknown) => void };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

function failedResult(run: LiveRun, progress: RunProgress, error: RunResult["error"]): RunResult {
  const { inputTokens, outputTokens, modelCalls } = progress.budget;
  return {
    runId: run.runId,
    sessionId: run.sessionId,
    status: "halted",
    text: progress.text,
    operations: progress.steps.map(({ operation }) => operation),
    steps: [],
    renegotiations: 0,
    frameTokensTotal: 0,
    injectionEquivalentTokens: 0,
    observationCount: 0,
    continuationWindows: 0,
    haltReason: "internal_error",
    pending: [],
    dropped: [],
    uncertainties: [],
    usage: { inputTokens, outputTokens, cachedInputTokens: 0, estimated: true, calls: modelCalls },
    headers: {},
    ...(error === undefined ? {} : { error }),
  };
}
