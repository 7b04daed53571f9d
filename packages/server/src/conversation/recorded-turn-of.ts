import type { RecordedTurn } from "../runs/index.js";
import type { Stretch, Thread, Turn } from "./thread-table.js";

/** A turn as it is kept beside the record of its run. */
export function recordedTurnOf<S extends Stretch>(thread: Thread<S>, turn: Turn<S>): RecordedTurn {
  const { messageId, stretches, tools } = turn;
  return {
    version: "1.0",
    endpoint: thread.endpoint,
    thread_id: thread.id,
    message_id: messageId,
    stretches: stretches.map((stretch) => Object.fromEntries(Object.entries(stretch))),
    ...(tools === undefined || tools.length === 0 ? {} : { tools: [...tools] }),
  };
}
