import type { RunEvent } from "@pelorus/core";
import type { RunProgress, RunResult } from "./run-documents.js";
import type { RunOrigin } from "./run-records.js";

/** A run as a store keeps it. */
export interface StoredRun {
  readonly runId: string;
  readonly sessionId: string;
  /** Who started the run, and alone may see it. */
  readonly owner: string;
  readonly request: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  /** Present where the run was found in the record of an earlier process. */
  readonly recoveredFrom?: RunOrigin;
  readonly progress: RunProgress;
  /** Null until the run is over. */
  readonly result: RunResult | null;
}

/** Events of a run in order. */
export interface EventPage {
  readonly events: readonly RunEvent[];
  /** True when the run is over and nothing comes after these events. */
  readonly ended: boolean;
}

/**
 * Keeps runs and their events. Appends of one run come in order, from the process that drives it. A store may be shared:
 * every process reads what one of them drives.
 */
export interface RunStore {
  /** Rejects with the core's `JournalError` (`run_exists`) for a known id. */
  create(run: StoredRun): Promise<void>;
  /** Null when there is no such run. */
  get(runId: string): Promise<StoredRun | null>;
  /** Runs of an owner, newest first; `before` is the run after which the page begins. */
  list(owner: string, page: { readonly limit: number; readonly before?: string }): Promise<readonly StoredRun[]>;
  /** Adds events and says what they come to, both or neither. Events that are there already, by `seq`, are left. */
  append(runId: string, events: readonly RunEvent[], progress: RunProgress): Promise<void>;
  /** Says what came of a run, once its last event is appended. */
  finish(runId: string, result: RunResult): Promise<void>;
  /**
   * At most `limit` events with a `seq` above `after`. A store that keeps only the latest events begins with the first it
   * has, so a reader sees by its `seq` that others are gone. Null when there is no such run.
   */
  read(runId: string, after: number, limit: number): Promise<EventPage | null>;
  /** Calls `listener` after each change of the run, its removal included. Returns what ends that. */
  watch(runId: string, listener: () => void): () => void;
  /** Forgets a run; unknown ids are no error. */
  remove(runId: string): Promise<void>;
}
