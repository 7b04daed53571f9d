import type { RunEvent } from "@pelorus/core";
import { ServerError } from "../problem/server-error.js";
import type { EventBatch } from "./read-events.js";

/** The events of batches one by one. Throws `ServerError` (`events_gone`) where some are not kept any more. */
export async function* flatEvents(
  batches: AsyncIterable<EventBatch>,
  runId: string,
): AsyncGenerator<RunEvent, void, undefined> {
  for await (const { events, missed } of batches) {
    if (missed > 0) throw new ServerError("events_gone", `${missed} events of the run ${runId} are not kept any more.`);
    yield* events;
  }
}
