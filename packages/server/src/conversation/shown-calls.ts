import type { RunEvent } from "@pelorus/core";

interface AskedCall {
  readonly requestId: string;
  readonly shownId: string;
  readonly capabilityId: string;
  readonly argumentsDigest: string;
  readonly resolved: boolean;
}

/** Under which ids calls are shown: a call that was asked about keeps the id it was asked about under. */
export interface ShownCalls {
  /** The call a person is asked about, or was just asked about, in each lane. */
  readonly asked: { readonly [lane: number]: AskedCall };
  readonly shown: { readonly [callId: string]: string };
}

export const NO_CALLS: ShownCalls = { asked: {}, shown: {} };

/** What an event says about the ids; the same object where it says nothing. */
export function foldShownCalls(calls: ShownCalls, event: RunEvent): ShownCalls {
  switch (event.kind) {
    case "approval_requested": {
      const { id, call } = event.data;
      const asked: AskedCall = {
        requestId: id,
        shownId: shownRequestId(event.runId, id),
        capabilityId: call.capabilityId,
        argumentsDigest: call.argumentsDigest,
        resolved: false,
      };
      return { ...calls, asked: { ...calls.asked, [event.lane]: asked } };
    }
    case "approval_resolved": {
      const lanes = Object.entries(calls.asked).map(([lane, asked]) => [
        lane,
        asked.requestId === event.data.id ? { ...asked, resolved: true } : asked,
      ]);
      return { ...calls, asked: Object.fromEntries(lanes) };
    }
    case "tool_call_started": {
      const { callId, capabilityId, argumentsDigest } = event.data;
      const asked = calls.asked[event.lane];
      const same = asked?.resolved && asked.capabilityId === capabilityId && asked.argumentsDigest === argumentsDigest;
      return {
        asked: same ? without(calls.asked, event.lane) : calls.asked,
        shown: { ...calls.shown, [callId]: same ? asked.shownId : `${event.runId}/${callId}` },
      };
    }
    case "tool_call_refused": {
      const asked = calls.asked[event.lane];
      if (!asked?.resolved || asked.capabilityId !== event.data.capabilityId) return calls;
      return {
        asked: without(calls.asked, event.lane),
        shown: { ...calls.shown, [event.data.callId]: asked.shownId },
      };
    }
    default:
      return calls;
  }
}

/** The id under which the call an approval is about is shown; unique over all runs. */
export function shownRequestId(runId: string, requestId: string): string {
  return `${runId}/${requestId}`;
}

function without(asked: ShownCalls["asked"], lane: number): ShownCalls["asked"] {
  const { [lane]: _gone, ...rest } = asked;
  return rest;
}
