import type { RunEvent } from "@pelorus/core";
import { shownRequestId } from "../conversation/shown-calls.js";
import { nextStep } from "./next-step.js";
import type { UiMessageChunk } from "./ui-message-chunk.js";
import type { UiMessageState } from "./ui-message-state.js";

type Translation = [UiMessageState, UiMessageChunk[]];

/** What an event says about tool calls. */
export function tellTool(state: UiMessageState, event: RunEvent): Translation {
  switch (event.kind) {
    case "approval_requested": {
      const { id, call } = event.data;
      const toolCallId = shownRequestId(event.runId, id);
      const [shown, chunks] = showTool(state, toolCallId, call.capabilityId, call.arguments);
      return [shown, [...chunks, { type: "tool-approval-request", approvalId: id, toolCallId }]];
    }
    case "approval_resolved": {
      const toolCallId = shownRequestId(event.runId, event.data.id);
      const tool = state.tools[toolCallId];
      if (tool === undefined) return [state, []];
      if (event.data.decision !== "approved") {
        const [shown, chunks] = inThisMessage(state, toolCallId);
        return [settled(shown, toolCallId), [...chunks, { type: "tool-output-denied", toolCallId }]];
      }
      // The call goes on. A part of an earlier step would not be found but doubled, and waits for its result.
      if (tool.step !== state.step) return [state, []];
      return [state, [inputAvailable(toolCallId, tool.name, tool.input, true)]];
    }
    case "tool_call_started": {
      const { callId, capabilityId, arguments: args } = event.data;
      const toolCallId = state.calls.shown[callId] ?? callId;
      if (state.tools[toolCallId] !== undefined) return [state, []];
      return showTool(state, toolCallId, capabilityId, args);
    }
    case "run_waiting": {
      // Calls the client is to make are handed over only now: until here nobody knew that they are its own.
      let waiting = state;
      const chunks: UiMessageChunk[] = [];
      for (const request of event.data.pending) {
        if (request.kind !== "tool_call") continue;
        const toolCallId = `${event.runId}/${request.data.id}`;
        const tool = waiting.tools[toolCallId];
        if (tool === undefined || tool.external) continue;
        waiting = { ...waiting, tools: { ...waiting.tools, [toolCallId]: { ...tool, external: true } } };
        if (!state.handled.includes(request.data.id)) {
          chunks.push(inputAvailable(toolCallId, tool.name, tool.input, false));
        }
      }
      return [waiting, chunks];
    }
    case "tool_call_finished": {
      const { callId, outcome, error } = event.data;
      // What a call returned follows as an observation.
      if (outcome === "ok") return [state, []];
      const errorText = `${outcome}: ${error ?? "no result"}`;
      return settle(state, state.calls.shown[callId] ?? callId, (toolCallId) => ({
        type: "tool-output-error",
        toolCallId,
        errorText,
        providerMetadata: { pelorus: { outcome } },
      }));
    }
    case "observation_recorded": {
      const { callId, summary, ref, bytes } = event.data;
      return settle(state, state.calls.shown[callId] ?? callId, (toolCallId) => ({
        type: "tool-output-available",
        toolCallId,
        output: summary,
        providerMetadata: { pelorus: { outcome: "ok", ref, bytes } },
      }));
    }
    case "tool_call_refused": {
      const { callId, capabilityId, reason } = event.data;
      const toolCallId = state.calls.shown[callId];
      if (toolCallId !== undefined && state.tools[toolCallId] !== undefined) {
        return settle(state, toolCallId, () => ({
          type: "tool-output-error",
          toolCallId,
          errorText: `refused: ${reason}`,
          providerMetadata: { pelorus: { outcome: "refused" } },
        }));
      }
      return [{ ...state, refused: [...state.refused, { call_id: callId, capability_id: capabilityId, reason }] }, []];
    }
    default:
      return [state, []];
  }
}

function showTool(before: UiMessageState, toolCallId: string, name: string, input: unknown): Translation {
  const [state, chunks] = nextStep(before);
  const tool = { name, input, step: state.step, settled: false, external: before.tools[toolCallId]?.external ?? false };
  return [
    { ...state, tools: { ...state.tools, [toolCallId]: tool } },
    [
      ...chunks,
      { type: "tool-input-start", toolCallId, toolName: name, providerExecuted: true },
      { type: "tool-input-delta", toolCallId, inputTextDelta: JSON.stringify(input) },
      inputAvailable(toolCallId, name, input, true),
    ],
  ];
}

function inputAvailable(
  toolCallId: string,
  toolName: string,
  input: unknown,
  providerExecuted: boolean,
): UiMessageChunk {
  return { type: "tool-input-available", toolCallId, toolName, input, providerExecuted };
}

/** A call that stands in an earlier message is shown in this one before it gets its result. */
function inThisMessage(state: UiMessageState, toolCallId: string): Translation {
  const tool = state.tools[toolCallId];
  return tool === undefined || tool.step !== -1 ? [state, []] : showTool(state, toolCallId, tool.name, tool.input);
}

function settle(state: UiMessageState, toolCallId: string, end: (toolCallId: string) => UiMessageChunk): Translation {
  const tool = state.tools[toolCallId];
  if (tool === undefined || tool.settled) return [state, []];
  // What the client has called itself it has the result of, unless it is told everything again.
  if (tool.external && !state.again) return [settled(state, toolCallId), []];
  const [shown, chunks] = inThisMessage(state, toolCallId);
  return [settled(shown, toolCallId), [...chunks, end(toolCallId)]];
}

function settled(state: UiMessageState, toolCallId: string): UiMessageState {
  const tool = state.tools[toolCallId];
  if (tool === undefined) return state;
  return { ...state, tools: { ...state.tools, [toolCallId]: { ...tool, settled: true } } };
}
