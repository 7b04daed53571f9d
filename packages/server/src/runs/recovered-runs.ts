import { answerPositioned, PelorusError, type RunOptions, resumePositioned } from "@pelorus/core";
import { ServerError } from "../problem/server-error.js";
import { foldProgress, initialProgress } from "./fold-progress.js";
import type { LiveRun, LiveRunSpec } from "./live-run.js";
import type { ManagedRun } from "./managed-run.js";
import type { RecordedTurn } from "./recorded-turn.js";
import { RecoveredRun } from "./recovered-run.js";
import type { RunProgress } from "./run-documents.js";
import type { RunRecords, UnfinishedRun } from "./run-records.js";
import type { RunStore, StoredRun } from "./run-store.js";

/** Where unfinished runs are found, and what they go on with. */
export interface RecoverySource {
  readonly records: RunRecords;
  /** The code options of a run: what is data comes from its record. */
  readonly options: (run: {
    readonly runId: string;
    readonly owner: string;
    readonly request: string;
    /** The turn of a conversation that it answers, where it does. */
    readonly turn?: RecordedTurn;
  }) => RunOptions | Promise<RunOptions>;
  /** Whose the runs are that no server began; null for nobody's, so that they are not listed. */
  readonly programOwner: string | null;
}

/** A run that is to be driven, and how its place is given back. */
export type DriveSpec = Pick<LiveRunSpec, "row" | "drive" | "onEvent"> & { readonly release: () => void };

/** What recovered runs need of their registry. */
export interface RecoveryHost {
  readonly store: RunStore;
  readonly stopping: AbortSignal;
  readonly take: (owner: string) => () => void;
  readonly drive: (spec: DriveSpec) => LiveRun;
  readonly clock: () => number;
  readonly onFault: (error: unknown) => void;
}

/** A turn of a conversation whose run an earlier process left unfinished. */
export interface RecoveredTurn {
  readonly runId: string;
  readonly owner: string;
  readonly sessionId: string;
  readonly turn: RecordedTurn;
}

interface Entry {
  readonly runId: string;
  readonly turn: RecordedTurn | undefined;
  readonly deadline: number | undefined;
  /** Somebody acts on the run: it is on its way to be driven here. */
  waking: Promise<LiveRun> | null;
  hasFailed: boolean;
}

/**
 * Runs that an earlier process left unfinished. Nothing is done with them before somebody answers, resumes or cancels one,
 * or its deadline has passed: then this process drives it, and it is a run like any other.
 */
export class RecoveredRuns {
  readonly #source: RecoverySource;
  readonly #host: RecoveryHost;
  readonly #entries = new Map<string, Entry>();
  readonly #turns: RecoveredTurn[] = [];
  readonly #found: Promise<void>;

  constructor(source: RecoverySource, host: RecoveryHost) {
    this.#source = source;
    this.#host = host;
    this.#found = this.#find().catch(host.onFault);
  }

  /** Those that nobody has acted on. */
  async all(): Promise<readonly ManagedRun[]> {
    await this.#found;
    const rows = await Promise.all([...this.#entries.keys()].map((runId) => this.#host.store.get(runId)));
    return rows.flatMap((row) => (row === null ? [] : (this.find(row) ?? [])));
  }

  /** The turns of conversations among them, the oldest first; those that somebody has acted on since included. */
  async turns(): Promise<readonly RecoveredTurn[]> {
    await this.#found;
    return this.#turns;
  }

  /** The run of a row of the store, or null where it is none of these. */
  find(row: StoredRun): ManagedRun | null {
    const entry = this.#entries.get(row.runId);
    if (entry === undefined) return null;
    return new RecoveredRun(row, this.#host.store, this.#host.stopping, {
      answer: (id, value, reviewer) => this.#answer(entry, id, value, reviewer),
      resume: () => this.#wake(entry),
      cancel: async (reason) => {
        // What only ends takes no place of its owner.
        await this.#wake(entry, { cancel: reason, isCounted: false });
      },
    });
  }

  /** Every run ends: one whose deadline has passed is driven once more, to be told so. Resolves when all are found. */
  async endExpired(): Promise<void> {
    await this.#found;
    const now = this.#host.clock();
    for (const entry of this.#entries.values()) {
      if (entry.deadline === undefined || entry.deadline > now || entry.waking !== null || entry.hasFailed) continue;
      this.#wake(entry, { isCounted: false }).catch((error: unknown) => {
        entry.hasFailed = true;
        this.#host.onFault(error);
      });
    }
  }

  async #find(): Promise<void> {
    const { records, programOwner } = this.#source;
    for (const run of await records.unfinished()) {
      const owner = run.owner ?? programOwner;
      if (owner === null || (await this.#host.store.get(run.runId)) !== null) continue;
      const progress = progressOf(run);
      const { runId, sessionId, request, createdAt, deadline, turn } = run;
      const recoveredFrom = run.owner === null ? "program" : "server";
      await this.#host.store.create({
        runId,
        sessionId,
        owner,
        request,
        createdAt,
        recoveredFrom,
        progress,
        result: null,
      });
      await this.#host.store.append(runId, run.events, progress);
      this.#entries.set(runId, { runId, turn, deadline, waking: null, hasFailed: false });
      if (turn !== undefined) this.#turns.push({ runId, owner, sessionId, turn });
    }
  }

  async #answer(entry: Entry, id: string, value: unknown, reviewer: string | undefined): Promise<void> {
    // Of several answers at once one wakes the run, and the others are given to it.
    while (entry.waking !== null) {
      const run = await entry.waking.catch(() => null);
      if (run !== null) return run.answer(id, value, reviewer);
    }
    const { journal } = this.#source.records;
    await this.#wake(entry, {
      prepare: ({ secrets }) =>
        answerPositioned(entry.runId, id, value, {
          journal,
          ...(reviewer === undefined ? {} : { reviewer }),
          ...(secrets === undefined ? {} : { secrets }),
        }),
    });
  }

  #wake(entry: Entry, how: WakeOptions = {}): Promise<LiveRun> {
    if (entry.waking !== null) {
      if (how.cancel === undefined) return entry.waking;
      return entry.waking.then((run) => {
        void run.cancel(how.cancel);
        return run;
      });
    }
    const waking = this.#drive(entry, how);
    entry.waking = waking;
    waking.then(
      () => this.#entries.delete(entry.runId),
      () => {
        entry.waking = null;
      },
    );
    return waking;
  }

  async #drive(entry: Entry, { prepare, cancel, isCounted = true }: WakeOptions): Promise<LiveRun> {
    const { runId, deadline } = entry;
    const row = await this.#host.store.get(runId);
    if (row === null) throw new ServerError("run_unknown", `The run ${runId} was forgotten.`);
    const release = isCounted ? this.#host.take(row.owner) : () => {};
    try {
      const options = await this.#optionsOf(row, entry.turn);
      await prepare?.(options);
      const { records } = this.#source;
      const { owner, createdAt } = row;
      await records.begin({ runId, owner, createdAt, ...(deadline === undefined ? {} : { deadline }) });
      const run = this.#host.drive({
        row,
        release,
        onEvent: options.onEvent,
        drive: (onEvent) => resumePositioned(runId, { ...options, journal: records.journal, onEvent }),
      });
      if (cancel !== undefined) void run.cancel(cancel);
      await run.begun;
      return run;
    } catch (error) {
      release();
      throw isOfSetup(error) ? this.#notResumable(runId, error) : error;
    }
  }

  async #optionsOf({ runId, owner, request }: StoredRun, turn: RecordedTurn | undefined): Promise<RunOptions> {
    try {
      return await this.#source.options({ runId, owner, request, ...(turn === undefined ? {} : { turn }) });
    } catch (cause) {
      throw this.#notResumable(runId, cause);
    }
  }

  /** Who calls is not to blame, and is told no more than that; the one who runs the server hears of the cause. */
  #notResumable(runId: string, cause: unknown): ServerError {
    this.#host.onFault(cause);
    return new ServerError("run_not_resumable", `What the run ${runId} goes on with cannot be had here.`, { cause });
  }
}

interface WakeOptions {
  /** Done before the run goes on; nothing has changed when it fails. */
  readonly prepare?: (options: RunOptions) => Promise<void>;
  /** The run goes on only to end, for this reason. */
  readonly cancel?: string | undefined;
  /** False where it takes no place of its owner. */
  readonly isCounted?: boolean;
}

/** True where the run does not take what it is given to go on with: options that are none, or not all of its secrets. */
function isOfSetup(error: unknown): boolean {
  return PelorusError.isInstance(error) && (error.code === "secrets_missing" || error.code === "invalid_options");
}

/** How a run stands that nobody drives. */
function progressOf({ events, createdAt, isWaiting, pending }: UnfinishedRun): RunProgress {
  const {
    haltReason: _haltReason,
    error: _error,
    ...progress
  } = events.reduce(foldProgress, initialProgress(createdAt));
  return { ...progress, status: isWaiting ? "waiting" : "interrupted", pending: [...pending] };
}
