import type { RunEvent } from "@pelorus/core";
import type { ManagedRun } from "../runs/index.js";
import { isFinal } from "../runs/is-final.js";
import { interrupted } from "./interrupted.js";
import { isPause } from "./pauses.js";

/**
 * The events of one stretch, as they come: up to the pause or the end of the run it ends with. Throws `ServerError`
 * (`run_interrupted`) after the last event of a run that an earlier process left unfinished.
 */
export async function* stretchEvents(
  run: ManagedRun,
  stretch: { readonly after: number; readonly answered: readonly string[] },
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void, undefined> {
  const isCutShort = run.status() === "interrupted";
  const { lastSeq } = run.progress();
  if (isCutShort && lastSeq <= stretch.after) throw interrupted(run);
  for await (const event of eventsOfRun(run, stretch.after, signal)) {
    yield event;
    if (event.kind === "run_finished" || isPause(event, stretch.answered)) return;
    if (isCutShort && event.seq >= lastSeq) throw interrupted(run);
  }
  if (isCutShort && !signal.aborted) throw interrupted(run);
}

/** The events of a run without the ends at which an earlier process was cut short: the run went on from there. */
export async function* eventsOfRun(
  run: ManagedRun,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void, undefined> {
  const { lastSeq } = run.progress();
  const isOver = isFinal(run.status());
  for await (const event of run.eventsAfter(after, { signal })) {
    if (event.kind === "run_finished" && (event.seq < lastSeq || (event.seq === lastSeq && !isOver))) {
      if (run.status() === "interrupted" && event.seq === lastSeq) return;
      continue;
    }
    yield event;
  }
}
