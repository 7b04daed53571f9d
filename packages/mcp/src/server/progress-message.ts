import type { RunEvent } from "@pelorus/core";

/** What an event says to somebody who waits, or null where it says nothing new. Arguments and texts stay out of it. */
export function progressMessage(event: RunEvent): string | null {
  switch (event.kind) {
    case "intent_classified":
      return `Plan: ${event.data.steps.map((step) => step.operation).join(" → ")}`;
    case "lifecycle_transitioned": {
      const { state, from, operation, stepId } = event.data;
      if (state === from || stepId === undefined || operation === undefined) return null;
      if (state === "OPERATION_POSITIONED") return `${stepId} ${operation}: begun`;
      return state === "INTEGRATED" ? `${stepId} ${operation}: done` : null;
    }
    case "tool_call_started":
      return `Calling ${event.data.capabilityId}`;
    case "tool_call_finished":
      return event.data.outcome === "ok" ? null : `A tool call ended with ${event.data.outcome}`;
    case "approval_requested":
      return `Waiting for an approval of ${event.data.call.capabilityId}`;
    case "clarification_requested":
      return `Waiting for an answer: ${event.data.question}`;
    case "retry_scheduled":
      return `Trying again in ${Math.round(event.data.delayMs)} ms`;
    case "depth_renegotiated":
      return `Depth ${event.data.from} → ${event.data.to}`;
    default:
      return null;
  }
}
