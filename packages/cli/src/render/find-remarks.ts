import type { RunEvent } from "@pelorus/core";

/** What a person should know of a run beside its answer, each once, in the order it came. */
export interface Remarks {
  /** What tools and the run itself remarked, such as documents a search left out. */
  readonly notes: readonly string[];
  /** Calls that were not made, and who or what said no. */
  readonly refused: readonly string[];
}

/** Reasons that say no more than that the model repeated itself. */
const REPEATED = new Set(["loop_guard", "denied-before"]);

export function findRemarks(events: readonly RunEvent[]): Remarks {
  const notes = new Set<string>();
  const refused = new Set<string>();
  const asked = new Map<string, string>();
  for (const event of events) {
    switch (event.kind) {
      case "note_recorded":
        // A question is asked by the run; it is told with what it is open for.
        if (event.data.question !== true) notes.add(event.data.detail);
        break;
      case "approval_requested":
        asked.set(event.data.id, `${event.data.call.capabilityId} ${JSON.stringify(event.data.call.arguments)}`);
        break;
      case "approval_resolved":
        if (event.data.decision === "denied") {
          refused.add(`${asked.get(event.data.id) ?? event.data.id}: denied by ${event.data.reviewer}`);
        }
        break;
      case "tool_call_refused":
        // A person's denial is told above, with what was asked.
        if (event.data.reason !== "denied-by-person" && !REPEATED.has(event.data.reason)) {
          refused.add(`${event.data.capabilityId}: ${event.data.reason}`);
        }
        break;
      default:
    }
  }
  return { notes: [...notes], refused: [...refused] };
}
