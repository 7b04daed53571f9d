import type { PendingRequest, RunEvent } from "@pelorus/core";
import type { EventBatch } from "./read-events.js";
import type { RunProgress, RunResult, RunState } from "./run-documents.js";
import type { RunOrigin } from "./run-records.js";

/** A run of the registry: live in this process, or read from the store. */
export interface ManagedRun {
  readonly runId: string;
  readonly sessionId: string;
  readonly owner: string;
  readonly request: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  /** Present where an earlier process began the run, and its record was found. */
  readonly recoveredFrom?: RunOrigin | undefined;
  /** How the run stands now: `running` until it waits or is over. */
  status(): RunState;
  /** Everything folded from the events so far. */
  progress(): RunProgress;
  /** Open approvals, clarifications and external tool calls. */
  pending(): readonly PendingRequest[];
  /**
   * Every event after the one numbered `seq`, each exactly once, in order and as they come, through pauses, until the run
   * is over. The last event of a run is `run_finished`; where the iteration ends without it, the signal was aborted, the
   * server is stopping, or the run was forgotten. Throws `ServerError` (`events_gone`) when events after `seq` are not
   * kept any more. Leaving early does not stop the run.
   */
  eventsAfter(seq: number, options?: { readonly signal?: AbortSignal }): AsyncIterable<RunEvent>;
  /** The same in batches of what is there at once; tells how many events are gone instead of throwing. */
  batchesAfter(seq: number, options?: { readonly signal?: AbortSignal }): AsyncIterable<EventBatch>;
  /** The outcome, once the run is over; pauses do not settle it. Never rejects once the run has begun. */
  readonly result: Promise<RunResult>;
  /**
   * Answers an open approval, clarification or external tool call by its id; resolves when the answer is durable. Rejects
   * with the core's `UnknownRequestError` and `AnswerNotUnderstoodError`, or `ServerError` (`run_over`, `run_elsewhere`,
   * `run_not_resumable`, `too_many_runs`); then nothing changed.
   */
  answer(id: string, value: unknown, reviewer?: string): Promise<void>;
  /**
   * Goes on with a run that was interrupted; one that goes on already, or waits, is left as it is. Resolves when it has
   * begun. Rejects with `ServerError` (`run_over`, `run_elsewhere`, `run_not_resumable`, `too_many_runs`).
   */
  resume(): Promise<void>;
  /**
   * Ends the run, down to the model's and the tools' signals; what was done is kept. No effect on a run that is over.
   * Resolves when the run is told to end, which `result` then tells. Rejects with `ServerError` (`run_elsewhere`,
   * `run_not_resumable`).
   */
  cancel(reason?: string): Promise<void>;
}
