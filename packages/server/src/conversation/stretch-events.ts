import type { RunEvent } from "@pelorus/core";
import type { ManagedRun } from "../runs/index.js";
import { isPause } from "./pauses.js";

/** The events of one stretch, as they come: up to the pause or the end of the run it ends with. */
export async function* stretchEvents(
  run: ManagedRun,
  stretch: { readonly after: number; readonly answered: readonly string[] },
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void, undefined> {
  for await (const event of run.eventsAfter(stretch.after, { signal })) {
    yield event;
    if (event.kind === "run_finished" || isPause(event, stretch.answered)) return;
  }
}
