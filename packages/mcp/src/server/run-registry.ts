import {
  answerPositioned,
  type Journal,
  memoryJournal,
  type PositionedResult,
  pendingRequests,
  type RunOptions,
  replayRun,
  resumePositioned,
  streamPositioned,
} from "@pelorus/core";
import { McpError } from "../mcp-error.js";
import { KnownRun } from "./known-run.js";
import { pendingView, type RunView, resultView } from "./run-view.js";
import type { ServerSettings } from "./server-options.js";

/** What a client may choose of a run. */
export interface StartRequest {
  readonly request: string;
  readonly contextFacts?: readonly string[];
  readonly previousRunId?: string;
  readonly depth?: NonNullable<RunOptions["depth"]>;
  readonly maxOperations?: number;
  readonly timeoutMs?: number;
}

/** A run's id as the core makes and takes it: nothing else is looked for in a store. */
const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** The runs of a server: those under way, the last that ended, and what its store has of the rest. */
export class RunRegistry {
  readonly #settings: ServerSettings;
  readonly #runs = new Map<string, KnownRun>();
  readonly #listeners = new Set<() => void>();
  #closed = false;

  constructor(settings: ServerSettings) {
    this.#settings = settings;
  }

  /** The remembered runs, the newest first. */
  list(): KnownRun[] {
    return [...this.#runs.values()].reverse();
  }

  /** Told when a run is added or forgotten, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts a run. Throws McpError `mcp_runs_exhausted` or `mcp_run_unknown`, and what the core throws of options. */
  async start(asked: StartRequest): Promise<KnownRun> {
    this.#makeRoom();
    const { run: options, store } = this.#settings;
    const prior = asked.previousRunId === undefined ? null : await this.#resultOf(asked.previousRunId);
    let known: KnownRun | null = null;
    const journal = store ?? memoryJournal();
    const handle = streamPositioned(asked.request, {
      ...options,
      journal,
      contextFacts: [...(options.contextFacts ?? []), ...(asked.contextFacts ?? [])],
      onEvent: (event) => known?.note(event),
      ...(prior === null ? {} : { priorCso: prior.cso }),
      ...(asked.depth === undefined ? {} : { depth: asked.depth }),
      // A client lowers what the server allows, and never raises it.
      ...least("maxOperations", options.maxOperations, asked.maxOperations),
      ...least("timeoutMs", options.timeoutMs, asked.timeoutMs),
    });
    known = new KnownRun(handle.runId, asked.request, journal);
    known.begin(handle);
    this.#remember(known);
    return known;
  }

  /** Goes on with a run that failed, was interrupted, or was answered while no process had it. */
  async resume(runId: string): Promise<KnownRun> {
    const live = this.#runs.get(runId);
    if (live?.isOpen === true) return live;
    const journal = live?.journal ?? this.#storeFor(runId);
    this.#makeRoom();
    await this.#entriesOf(runId, journal);
    let known: KnownRun | null = null;
    const handle = await resumePositioned(runId, {
      ...this.#settings.run,
      journal,
      onEvent: (event) => known?.note(event),
    });
    known = new KnownRun(runId, await this.#requestOf(runId, journal), journal);
    known.begin(handle);
    this.#remember(known);
    return known;
  }

  /** A run this process has, or null. */
  live(runId: string): KnownRun | null {
    return this.#runs.get(runId) ?? null;
  }

  /** Answers a request of a run; a run no process has is resumed with the answer. */
  async answer(runId: string, id: string, value: unknown, reviewer: string): Promise<KnownRun> {
    const live = this.#runs.get(runId);
    if (live !== undefined) {
      await live.answer(id, value, reviewer);
      return live;
    }
    const journal = this.#storeFor(runId);
    await this.#entriesOf(runId, journal);
    const { secrets } = this.#settings.run;
    await answerPositioned(runId, id, value, { journal, reviewer, ...(secrets === undefined ? {} : { secrets }) });
    return this.resume(runId);
  }

  /** Ends a run that runs or waits, wherever it is; what was done is kept. An interrupted one has ended by itself. */
  async cancel(runId: string, reason: string): Promise<RunView> {
    let run = this.#runs.get(runId) ?? null;
    if (run === null) {
      const { status } = await this.view(runId);
      // A run that is only in the store is taken up to be ended, once it waits again: an end in the middle of what is
      // repeated from the journal could not be recorded.
      if (status === "waiting") {
        run = await this.resume(runId);
        await run.handle.result;
      }
    }
    if (run === null) return this.view(runId);
    if (run.isOpen) await run.abort(reason);
    return run.view();
  }

  async view(runId: string): Promise<RunView> {
    const live = this.#runs.get(runId);
    if (live !== undefined) return live.view();
    const journal = this.#storeFor(runId);
    const entries = await this.#entriesOf(runId, journal);
    const request = await this.#requestOf(runId, journal);
    if (isClosed(entries)) return { request, ...resultView(await replayRun({ journal, runId }, this.#replay())) };
    const pending = await pendingRequests(runId, { journal });
    const status = pending.length > 0 ? "waiting" : "interrupted";
    return { run_id: runId, status, request, pending: pending.map(pendingView) };
  }

  /** The result of a run whose leg has ended, from memory or replayed from the store; null while there is none. */
  async result(runId: string): Promise<PositionedResult | null> {
    const live = this.#runs.get(runId);
    if (live !== undefined) return live.result;
    const journal = this.#storeFor(runId);
    if (!isClosed(await this.#entriesOf(runId, journal))) return null;
    return replayRun({ journal, runId }, this.#replay());
  }

  /** Ends what is under way, and waits for it. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#runs.values()].filter((run) => run.result === null);
    await Promise.allSettled(open.map((run) => run.abort("the server was closed")));
  }

  async #resultOf(runId: string): Promise<PositionedResult> {
    const result = await this.result(runId);
    if (result === null || result.status === "waiting") {
      throw new McpError("mcp_run_unknown", `Run ${runId} has not ended: there is nothing to go on from.`);
    }
    return result;
  }

  #remember(run: KnownRun): void {
    this.#runs.delete(run.runId);
    this.#runs.set(run.runId, run);
    const ended = [...this.#runs.values()].filter(({ isOpen }) => !isOpen);
    for (const { runId } of ended.slice(0, -this.#settings.rememberedRuns)) this.#runs.delete(runId);
    for (const listener of this.#listeners) listener();
  }

  #makeRoom(): void {
    if (this.#closed) throw new McpError("mcp_closed", "The server is being closed.");
    const open = [...this.#runs.values()].filter((run) => run.isOpen).length;
    if (open >= this.#settings.maximumRuns) {
      throw new McpError(
        "mcp_runs_exhausted",
        `${open} runs are under way or wait for an answer; the server allows ${this.#settings.maximumRuns}.`,
        { isRetryable: true },
      );
    }
  }

  #storeFor(runId: string): Journal {
    const { store } = this.#settings;
    if (store === null || !RUN_ID.test(runId)) throw unknownRun(runId);
    return store;
  }

  async #entriesOf(runId: string, journal: Journal): ReturnType<Journal["read"]> {
    const entries = await journal.read(runId);
    if (entries.length === 0) throw unknownRun(runId);
    return entries;
  }

  async #requestOf(runId: string, journal: Journal): Promise<string> {
    const [first] = await journal.read(runId);
    return first?.kind === "run_opened" ? first.data.request : "";
  }

  /** Options of a replay that are code. */
  #replay() {
    const { policy, classifier, cueTables, governor, hmacKey, tokenCounter } = this.#settings.run;
    return Object.fromEntries(
      Object.entries({ policy, classifier, cueTables, governor, hmacKey, tokenCounter }).filter(
        ([, value]) => value !== undefined,
      ),
    );
  }
}

function unknownRun(runId: string): McpError {
  return new McpError("mcp_run_unknown", `There is no run ${JSON.stringify(runId.slice(0, 128))}.`);
}

function isClosed(entries: Awaited<ReturnType<Journal["read"]>>): boolean {
  const last = entries.findLast((entry) => entry.kind === "run_closed" || entry.kind === "leg_resumed");
  return last?.kind === "run_closed";
}

function least(name: string, allowed: number | undefined, asked: number | undefined): Record<string, number> {
  if (asked === undefined) return {};
  return { [name]: Math.min(asked, allowed ?? Number.POSITIVE_INFINITY) };
}
