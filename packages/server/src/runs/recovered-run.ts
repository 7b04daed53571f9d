import { KeptRun } from "./kept-run.js";
import type { LiveRun } from "./live-run.js";
import type { RunStore, StoredRun } from "./run-store.js";

/** What wakes a run of a record, so that this process drives it. */
export interface Waking {
  /** Gives an answer first, where there is one; nothing has changed when that is refused. */
  answer(id: string, value: unknown, reviewer: string | undefined): Promise<void>;
  resume(): Promise<LiveRun>;
  /** Goes on only to end. */
  cancel(reason: string): Promise<void>;
}

/** A run that an earlier process left unfinished: read from the store, and driven again when somebody acts on it. */
export class RecoveredRun extends KeptRun {
  readonly #waking: Waking;

  constructor(row: StoredRun, store: RunStore, stopping: AbortSignal, waking: Waking) {
    super(row, store, stopping);
    this.#waking = waking;
  }

  override answer(id: string, value: unknown, reviewer?: string): Promise<void> {
    return this.#waking.answer(id, value, reviewer);
  }

  override async resume(): Promise<void> {
    await this.#waking.resume();
  }

  override cancel(reason = "cancelled"): Promise<void> {
    return this.#waking.cancel(reason);
  }
}
