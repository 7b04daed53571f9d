import { JournalError, type RunEvent } from "@pelorus/core";
import { isFinal } from "./is-final.js";
import type { RunProgress, RunResult } from "./run-documents.js";
import type { EventPage, RunStore, StoredRun } from "./run-store.js";

interface KeptRun {
  row: StoredRun;
  events: RunEvent[];
  readonly listeners: Set<() => void>;
}

/** A store that lives as long as its object. Of each run it keeps the last `eventsPerRun` events. */
export function memoryRunStore(options: { readonly eventsPerRun?: number } = {}): RunStore {
  const eventsPerRun = options.eventsPerRun ?? 50_000;
  const runs = new Map<string, KeptRun>();
  const tell = (run: KeptRun) => {
    for (const listener of [...run.listeners]) listener();
  };
  return {
    async create(row: StoredRun): Promise<void> {
      if (runs.has(row.runId)) throw new JournalError("run_exists", `There is a run ${row.runId} already.`);
      runs.set(row.runId, { row, events: [], listeners: new Set() });
    },
    async get(runId: string): Promise<StoredRun | null> {
      return runs.get(runId)?.row ?? null;
    },
    async list(owner, { limit, before }) {
      const rows = [...runs.values()].map(({ row }) => row).filter((row) => row.owner === owner);
      rows.reverse();
      const start = before === undefined ? 0 : rows.findIndex(({ runId }) => runId === before) + 1;
      return rows.slice(start, start + limit);
    },
    async append(runId: string, events: readonly RunEvent[], progress: RunProgress): Promise<void> {
      const run = runs.get(runId);
      if (run === undefined) return;
      const last = run.events.at(-1)?.seq ?? 0;
      for (const event of events) if (event.seq > last) run.events.push(event);
      // Cut in pieces, so that a long run does not move the whole list with each event.
      if (run.events.length > eventsPerRun + (eventsPerRun >> 2)) run.events = run.events.slice(-eventsPerRun);
      run.row = { ...run.row, progress };
      tell(run);
    },
    async finish(runId: string, result: RunResult): Promise<void> {
      const run = runs.get(runId);
      if (run === undefined) return;
      run.row = { ...run.row, result };
      tell(run);
    },
    async read(runId: string, after: number, limit: number): Promise<EventPage | null> {
      const run = runs.get(runId);
      if (run === undefined) return null;
      const start = Math.max(0, after + 1 - (run.events[0]?.seq ?? 1));
      const events = run.events.slice(start, start + limit);
      return { events, ended: start + events.length >= run.events.length && isFinal(run.row.progress.status) };
    },
    watch(runId: string, listener: () => void): () => void {
      const listeners = runs.get(runId)?.listeners;
      listeners?.add(listener);
      return () => {
        listeners?.delete(listener);
      };
    },
    async remove(runId: string): Promise<void> {
      const run = runs.get(runId);
      runs.delete(runId);
      if (run !== undefined) tell(run);
    },
  };
}
