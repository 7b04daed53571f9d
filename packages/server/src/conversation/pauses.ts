import type { RunEvent } from "@pelorus/core";
import { pendingId } from "../runs/fold-progress.js";
import type { ManagedRun } from "../runs/index.js";

/**
 * True where a run stops for people: it waits for something other than what the stretch under way has answered already.
 * A run may wait once more while several answers arrive one after the other; that is no stop.
 */
export function isPause(event: RunEvent, answered: readonly string[]): boolean {
  return event.kind === "run_waiting" && event.data.pending.some((request) => !answered.includes(pendingId(request)));
}

/** Where the last stretch of a run ended, when it ended with a pause. */
export interface Pause {
  /** The number of the event the stretch ended with. */
  readonly seq: number;
  /** Everything that was asked since, answered or not. */
  readonly asked: ReadonlySet<string>;
}

/** The pause after which nothing has been told yet, or null while the stretch after `after` is still under way. */
export async function findPause(run: ManagedRun, after: number, answered: readonly string[]): Promise<Pause | null> {
  const { lastSeq } = run.progress();
  if (lastSeq <= after) return null;
  let seq: number | null = null;
  const asked = new Set<string>();
  for await (const event of run.eventsAfter(after)) {
    if (event.kind === "run_waiting") {
      for (const request of event.data.pending) asked.add(pendingId(request));
      if (seq === null && isPause(event, answered)) seq = event.seq;
    }
    if (event.seq >= lastSeq) break;
  }
  return seq === null ? null : { seq, asked };
}
