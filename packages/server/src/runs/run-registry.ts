import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { type RunOptions, streamPositioned } from "@pelorus/core";
import { ServerError } from "../problem/server-error.js";
import { initialProgress } from "./fold-progress.js";
import { isFinal } from "./is-final.js";
import { KeptRun } from "./kept-run.js";
import { LiveRun } from "./live-run.js";
import type { ManagedRun } from "./managed-run.js";
import { memoryRunStore } from "./memory-run-store.js";
import type { RecordedTurn } from "./recorded-turn.js";
import { type DriveSpec, RecoveredRuns, type RecoveredTurn, type RecoverySource } from "./recovered-runs.js";
import type { RunRecords } from "./run-records.js";
import type { RunStore, StoredRun } from "./run-store.js";
import { takePlaces } from "./take-places.js";

/** Store and limits of a `RunRegistry`. */
export interface RunRegistryOptions {
  /** Default: memory. */
  readonly store?: RunStore;
  /** Runs one owner may have open at a time, waiting ones included; default 50. */
  readonly openRunsPerOwner?: number;
  /** Finished runs that are kept for an owner; default 100. The oldest are forgotten. */
  readonly finishedRunsPerOwner?: number;
  /** Milliseconds a finished run is kept; default one hour. */
  readonly finishedRunMs?: number;
  /** Records of the runs: what an earlier process left unfinished is listed and goes on here. */
  readonly recovery?: RecoverySource;
  /** Milliseconds since the epoch; default the system's clock. */
  readonly clock?: () => number;
  /** Hears of what goes wrong with the store while a run goes on; default nobody. */
  readonly onFault?: (error: unknown) => void;
}

interface Beginning {
  readonly id: string;
  readonly sessionId: string;
  readonly owner: string;
  readonly release: () => void;
  readonly turn: RecordedTurn | undefined;
}

/** All runs of a server: starts them, finds them for their owners, and forgets finished ones in time. */
export class RunRegistry {
  readonly store: RunStore;
  readonly #options: Required<Omit<RunRegistryOptions, "store" | "recovery">>;
  readonly #records: RunRecords | null;
  readonly #recovered: RecoveredRuns | null;
  readonly #live = new Map<string, LiveRun>();
  /** In the order in which they ended. */
  readonly #finished = new Map<string, { readonly owner: string; readonly at: number }>();
  readonly #stopping = new AbortController();
  /** Counts a run from its start request on, or a burst would pass; the answer takes it back. */
  readonly #take: (owner: string) => () => void;
  #closed = false;

  constructor(options: RunRegistryOptions = {}) {
    this.store = options.store ?? memoryRunStore();
    // Every reader listens, and hundreds are no leak.
    setMaxListeners(0, this.#stopping.signal);
    this.#options = {
      openRunsPerOwner: options.openRunsPerOwner ?? 50,
      finishedRunsPerOwner: options.finishedRunsPerOwner ?? 100,
      finishedRunMs: options.finishedRunMs ?? 3_600_000,
      clock: options.clock ?? Date.now,
      onFault: options.onFault ?? (() => {}),
    };
    const { openRunsPerOwner } = this.#options;
    this.#take = takePlaces(openRunsPerOwner, () => {
      return new ServerError("too_many_runs", `There are ${openRunsPerOwner} open runs of this key already.`, {
        headers: { "Retry-After": "5" },
      });
    });
    const { recovery } = options;
    this.#records = recovery?.records ?? null;
    this.#recovered =
      recovery === undefined
        ? null
        : new RecoveredRuns(recovery, {
            store: this.store,
            stopping: this.#stopping.signal,
            take: this.#take,
            drive: (spec) => this.#drive(spec),
            clock: this.#options.clock,
            onFault: this.#options.onFault,
          });
  }

  /** Runs that an earlier process left unfinished and nobody has acted on yet, of all owners. Resolves when all are found. */
  async recovered(): Promise<readonly ManagedRun[]> {
    return (await this.#recovered?.all()) ?? [];
  }

  /** The turns of conversations whose runs an earlier process left unfinished, of all owners, the oldest first. */
  async recoveredTurns(): Promise<readonly RecoveredTurn[]> {
    return (await this.#recovered?.turns()) ?? [];
  }

  /** Keeps the turn of a conversation beside the record of its run, where there are records. */
  async noteTurn(runId: string, turn: RecordedTurn): Promise<void> {
    await this.#records?.noteTurn(runId, turn);
  }

  /** Tells the one who runs the server of a fault that no caller is to blame for. */
  tellFault(error: unknown): void {
    this.#options.onFault(error);
  }

  /**
   * Starts a run for an owner; resolves when it has begun. Rejects with the core's errors for options it does not take,
   * `run_exists` among them, and `ServerError`: `too_many_runs`, `server_stopping`.
   * `turnOf` gives the turn of a conversation that the run answers; it is kept before the run begins.
   */
  async start(
    request: string,
    options: RunOptions,
    owner: string,
    turnOf?: (runId: string) => RecordedTurn,
  ): Promise<ManagedRun> {
    if (this.#closed) throw new ServerError("server_stopping", "The server is shutting down.");
    const release = this.#take(owner);
    try {
      await this.#lookAround();
      const id = options.runId ?? `run_${randomBytes(8).toString("hex")}`;
      const sessionId = options.sessionId ?? `session_${randomBytes(8).toString("hex")}`;
      return await this.#begin(request, options, { id, sessionId, owner, release, turn: turnOf?.(id) });
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The run, or null where there is none this owner may see. */
  async get(runId: string, owner: string): Promise<ManagedRun | null> {
    await this.#lookAround();
    const live = this.#live.get(runId);
    if (live !== undefined) return live.owner === owner ? live : null;
    const row = await this.store.get(runId);
    return row === null || row.owner !== owner ? null : this.#stored(row);
  }

  /** Runs of an owner, newest first; `before` is the id after which the page begins. */
  async list(owner: string, page: { readonly limit?: number; readonly before?: string } = {}): Promise<ManagedRun[]> {
    await this.#lookAround();
    const rows = await this.store.list(owner, {
      limit: page.limit ?? 50,
      ...(page.before === undefined ? {} : { before: page.before }),
    });
    return rows.map((row) => this.#live.get(row.runId) ?? this.#stored(row));
  }

  /** Runs this process drives, and whether they wait. */
  open(): readonly ManagedRun[] {
    return [...this.#live.values()].filter((run) => !isFinal(run.status()));
  }

  /**
   * Starts nothing more, and ends all readers. What is open is cancelled when `cancel` says so; with records only what is
   * running is, to go on later: what waits does not need this process. Resolves when runs have ended.
   */
  async close(options: { readonly cancel?: boolean } = {}): Promise<void> {
    this.#closed = true;
    if (options.cancel ?? true) {
      const open = this.open().filter((run) => this.#records === null || run.status() !== "waiting");
      await Promise.all(open.map((run) => this.#records?.interrupt(run.runId).catch(this.#options.onFault)));
      for (const run of open) void run.cancel("the server is shutting down");
      await Promise.all(open.map((run) => run.result));
    }
    // Readers are told the end of their runs before they are let go.
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#stopping.abort();
  }

  async #begin(
    request: string,
    options: RunOptions,
    { id, sessionId, owner, release, turn }: Beginning,
  ): Promise<ManagedRun> {
    const now = this.#options.clock();
    const createdAt = new Date(now).toISOString();
    const row = { runId: id, sessionId, owner, request, createdAt, progress: initialProgress(createdAt), result: null };
    await this.store.create(row);
    try {
      const deadline = options.timeoutMs === undefined ? {} : { deadline: now + options.timeoutMs };
      await this.#records?.begin({ runId: id, owner, createdAt, ...deadline });
      if (turn !== undefined) await this.noteTurn(id, turn);
      const journal = this.#records === null ? {} : { journal: this.#records.journal };
      const run = this.#drive({
        row,
        release,
        onEvent: options.onEvent,
        drive: (onEvent) => streamPositioned(request, { ...options, ...journal, runId: id, sessionId, onEvent }),
      });
      await run.begun;
      return run;
    } catch (error) {
      await this.store.remove(id);
      throw error;
    }
  }

  #drive({ row, drive, onEvent, release }: DriveSpec): LiveRun {
    const { runId, owner } = row;
    const run = new LiveRun({
      row,
      drive,
      onEvent,
      store: this.store,
      stopping: this.#stopping.signal,
      onFault: this.#options.onFault,
      onOver: () => {
        release();
        // One that could not begin is not over.
        if (this.#live.delete(runId) && isFinal(run.status())) this.#keep(runId, owner);
      },
    });
    this.#live.set(runId, run);
    return run;
  }

  #stored(row: StoredRun): ManagedRun {
    return this.#recovered?.find(row) ?? new KeptRun(row, this.store, this.#stopping.signal);
  }

  /** Done when somebody comes, so that no timer keeps a process alive. */
  async #lookAround(): Promise<void> {
    await this.#recovered?.endExpired();
    await this.#forgetOld();
  }

  /** Keeps a finished run, and no more of its owner than are to be kept. */
  #keep(runId: string, owner: string): void {
    this.#finished.set(runId, { owner, at: this.#options.clock() });
    const own = [...this.#finished].filter(([, entry]) => entry.owner === owner);
    for (const [id] of own.slice(0, Math.max(0, own.length - this.#options.finishedRunsPerOwner))) {
      this.#finished.delete(id);
      void this.store.remove(id);
    }
  }

  async #forgetOld(): Promise<void> {
    const oldest = this.#options.clock() - this.#options.finishedRunMs;
    for (const [runId, { at }] of this.#finished) {
      if (at > oldest) return;
      this.#finished.delete(runId);
      await this.store.remove(runId);
    }
  }
}
