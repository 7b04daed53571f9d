import type { RunEvent } from "@pelorus/core";
import type { RunStore } from "./run-store.js";

/** Events that were there together, and how many before them are not kept any more. */
export interface EventBatch {
  readonly events: readonly RunEvent[];
  readonly missed: number;
}

const BATCH = 256;

/**
 * Every event after `cursor`, each once, as they come, until the run is over, is removed, or `signal` is aborted. Reads
 * from the store at the reader's pace: a slow reader has no buffer of its own. Leaving early does not stop the run.
 */
export async function* readEvents(
  store: RunStore,
  runId: string,
  cursor: number,
  signals: readonly AbortSignal[],
): AsyncGenerator<EventBatch, void, undefined> {
  let changed = true;
  let wake = () => {};
  const unwatch = store.watch(runId, () => {
    changed = true;
    wake();
  });
  const onAbort = () => wake();
  for (const signal of signals) signal.addEventListener("abort", onAbort);
  const aborted = () => signals.some((signal) => signal.aborted);
  try {
    while (!aborted()) {
      changed = false;
      const page = await store.read(runId, cursor, BATCH);
      if (page === null) return;
      const first = page.events[0];
      const last = page.events.at(-1);
      if (first !== undefined && last !== undefined) {
        const missed = first.seq - cursor - 1;
        cursor = last.seq;
        yield { events: page.events, missed };
      }
      if (page.ended) return;
      if (first !== undefined) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        // What happened between the read and here is not slept over.
        if (changed || aborted()) resolve();
      });
    }
  } finally {
    unwatch();
    for (const signal of signals) signal.removeEventListener("abort", onAbort);
  }
}
