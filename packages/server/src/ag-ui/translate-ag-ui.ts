import type { RunEvent } from "@pelorus/core";
import fastJsonPatch from "fast-json-patch";
import { isPause } from "../conversation/pauses.js";
import { foldShownCalls, shownRequestId } from "../conversation/shown-calls.js";
import { sameState, stateDocument } from "../conversation/state-document.js";
import { foldProgress } from "../runs/fold-progress.js";
import type { AgUiEvent, AgUiMessage } from "./ag-ui-event.js";
import type { AgUiState } from "./ag-ui-state.js";
import { closeGroups, finishRun } from "./close-run.js";

type Translation = [state: AgUiState, events: AgUiEvent[]];

/**
 * Begins an AG-UI run: the first of a Pelorus run, or one that goes on after a pause, which repeats what is still open.
 * `messages` are those the client brings and this conversation does not have yet.
 */
export function openAgUiRun(
  before: AgUiState,
  opening: {
    readonly runId: string;
    readonly messages?: readonly AgUiMessage[];
    readonly answered?: readonly string[];
  },
): Translation {
  const known = new Set(before.messages.map((message) => message.id));
  const added = (opening.messages ?? []).filter(({ id, role }) => !known.has(id) && role !== "reasoning");
  const { threadId } = before;
  const { runId } = opening;
  const state: AgUiState = {
    ...before,
    runId,
    messages: [...before.messages, ...added],
    answered: opening.answered ?? [],
    usage: {},
  };
  const events: AgUiEvent[] = [
    {
      type: "RUN_STARTED",
      threadId,
      runId,
      protocolVersion: "1.0",
      input: { threadId, runId, messages: added, tools: [], context: [] },
    },
  ];
  if (before.document !== null) events.push({ type: "STATE_SNAPSHOT", snapshot: before.document });
  for (const { name } of before.steps) events.push({ type: "STEP_STARTED", stepName: name });
  if (before.reasoning !== null) events.push(...reasoningStart(before.reasoning));
  if (before.text !== null) events.push(textStart(before.text.id));
  return [state, events];
}

/**
 * What one event of a Pelorus run is to an AG-UI client. Pure. Between AG-UI runs it is taken note of and told nowhere;
 * stretches follow one another without a gap, so nothing is lost by that.
 */
export function translateToAgUi(before: AgUiState, event: RunEvent): Translation {
  const state: AgUiState = {
    ...before,
    progress: foldProgress(before.progress, event),
    calls: foldShownCalls(before.calls, event),
  };
  const [told, events] =
    event.kind === "run_finished" && event.data.status !== "halted" ? takeBack(state) : tell(state, event);
  const [updated, changes] = tellState(before, told, event);
  if (state.runId === null) return [updated, []];
  const at = { timestamp: Date.parse(event.at) };
  if (event.kind === "run_finished" || isPause(event, state.answered)) {
    const closed = closeGroups(updated);
    const end = { ...finishRun(updated, event), ...at };
    return [{ ...updated, runId: null }, [...events, ...closed, ...changes, end]];
  }
  return [updated, [...events, ...changes]];
}

/** The state goes first as a whole, then as patches; an event that changes nothing of it costs no comparison. */
function tellState(before: AgUiState, state: AgUiState, event: RunEvent): Translation {
  if (before.document !== null && sameState(before.progress, state.progress)) return [state, []];
  const document = stateDocument(event.runId, state.progress);
  if (before.document === null) return [{ ...state, document }, [{ type: "STATE_SNAPSHOT", snapshot: document }]];
  const delta = fastJsonPatch.compare(before.document, document);
  return delta.length === 0 ? [state, []] : [{ ...state, document }, [{ type: "STATE_DELTA", delta }]];
}

function tell(state: AgUiState, event: RunEvent): Translation {
  switch (event.kind) {
    case "lifecycle_transitioned": {
      const { stepId, operation, state: reached } = event.data;
      if (reached !== "OPERATION_POSITIONED" || stepId === undefined) return [state, []];
      if (state.steps.some(({ id }) => id === stepId)) return [state, []];
      const name = `${operation ?? "OPERATION"} ${stepId}`;
      const started: AgUiEvent = { type: "STEP_STARTED", stepName: name, timestamp: Date.parse(event.at) };
      return [{ ...state, steps: [...state.steps, { id: stepId, name }] }, [started]];
    }
    case "step_integrated": {
      const step = state.steps.find(({ id }) => id === event.data.stepId);
      if (step === undefined) return [state, []];
      const finished: AgUiEvent = { type: "STEP_FINISHED", stepName: step.name, timestamp: Date.parse(event.at) };
      return [{ ...state, steps: state.steps.filter((other) => other !== step) }, [finished]];
    }
    case "text_started": {
      const { messageId } = event.data;
      const [kept, takenBack] = takeBack(state);
      return [{ ...kept, text: { id: messageId, text: "" } }, [...takenBack, textStart(messageId)]];
    }
    case "text_delta": {
      const { messageId, delta } = event.data;
      if (state.text?.id !== messageId || delta === "") return [state, []];
      const text = { id: messageId, text: state.text.text + delta };
      return [{ ...state, text }, [{ type: "TEXT_MESSAGE_CONTENT", messageId, delta }]];
    }
    case "text_ended": {
      const { messageId, complete } = event.data;
      if (state.text?.id !== messageId) return [state, []];
      const { text } = state.text;
      const message: AgUiMessage = { id: messageId, role: "assistant", content: text };
      const ended: AgUiEvent = {
        type: "TEXT_MESSAGE_END",
        messageId,
        ...(complete ? {} : { metadata: { pelorus: { complete: false } } }),
      };
      return [
        {
          ...state,
          text: null,
          messages: [...state.messages, message],
          answer: complete ? text : state.answer,
          givenUp: complete ? state.givenUp : messageId,
        },
        [ended],
      ];
    }
    case "reasoning_started": {
      const { messageId } = event.data;
      return [{ ...state, reasoning: messageId, reasoned: [...state.reasoned, messageId] }, reasoningStart(messageId)];
    }
    case "reasoning_delta": {
      const { messageId, delta } = event.data;
      if (state.reasoning !== messageId || delta === "") return [state, []];
      return [state, [{ type: "REASONING_MESSAGE_CONTENT", messageId, delta }]];
    }
    case "reasoning_ended": {
      const { messageId } = event.data;
      if (state.reasoning !== messageId) return [state, []];
      return [{ ...state, reasoning: null }, reasoningEnd(messageId)];
    }
    case "approval_requested": {
      const { id, call } = event.data;
      return showCall(state, shownRequestId(event.runId, id), call.capabilityId, call.arguments);
    }
    case "tool_call_started": {
      const { callId, capabilityId, arguments: args } = event.data;
      const toolCallId = state.calls.shown[callId] ?? callId;
      // A call that was asked about has been shown with the question.
      if (hasCall(state, toolCallId)) return [state, []];
      return showCall(state, toolCallId, capabilityId, args);
    }
    case "tool_call_finished": {
      const { callId, outcome, error } = event.data;
      // What a call returned follows as an observation.
      if (outcome === "ok") return [state, []];
      return showResult(state, state.calls.shown[callId] ?? callId, `${outcome}: ${error ?? "no result"}`, { outcome });
    }
    case "observation_recorded": {
      const { callId, summary, ref, bytes } = event.data;
      return showResult(state, state.calls.shown[callId] ?? callId, summary, { outcome: "ok", ref, bytes });
    }
    case "tool_call_refused": {
      const { callId, capabilityId, reason } = event.data;
      const toolCallId = state.calls.shown[callId];
      if (toolCallId !== undefined && hasCall(state, toolCallId)) {
        return showResult(state, toolCallId, `refused: ${reason}`, { outcome: "refused" });
      }
      const value = { call_id: callId, capability_id: capabilityId, reason };
      return [state, [{ type: "CUSTOM", name: "pelorus.tool_call_refused", value }]];
    }
    case "spend_recorded": {
      const { model, inputTokens, outputTokens } = event.data;
      const sofar = state.usage[model] ?? { inputTokens: 0, outputTokens: 0 };
      const spent = {
        inputTokens: sofar.inputTokens + inputTokens,
        outputTokens: sofar.outputTokens + outputTokens,
      };
      return [{ ...state, usage: { ...state.usage, [model]: spent } }, []];
    }
    default:
      return [state, []];
  }
}

/** A message that was given up is no part of the conversation: what is left is stated as a whole. */
function takeBack(state: AgUiState): Translation {
  if (state.givenUp === null) return [state, []];
  const messages = state.messages.filter(({ id }) => id !== state.givenUp);
  const shown = messages.filter(({ role }) => role !== "activity");
  return [{ ...state, messages, givenUp: null }, [{ type: "MESSAGES_SNAPSHOT", messages: shown }]];
}

function showCall(state: AgUiState, toolCallId: string, name: string, args: unknown): Translation {
  const parentMessageId = `${toolCallId}/call`;
  const text = JSON.stringify(args);
  const message: AgUiMessage = {
    id: parentMessageId,
    role: "assistant",
    toolCalls: [{ id: toolCallId, type: "function", function: { name, arguments: text } }],
  };
  const messages = [...state.messages];
  // The result of an application's own call may be there already, told by the application.
  const result = messages.findIndex((other) => other.role === "tool" && other.toolCallId === toolCallId);
  messages.splice(result === -1 ? messages.length : result, 0, message);
  return [
    { ...state, messages },
    [
      { type: "TOOL_CALL_START", toolCallId, toolCallName: name, parentMessageId },
      { type: "TOOL_CALL_ARGS", toolCallId, delta: text },
      { type: "TOOL_CALL_END", toolCallId },
    ],
  ];
}

function showResult(
  state: AgUiState,
  toolCallId: string,
  content: string,
  pelorus: Readonly<Record<string, unknown>>,
): Translation {
  const messageId = `${toolCallId}/result`;
  if (state.messages.some((other) => other.role === "tool" && other.toolCallId === toolCallId)) return [state, []];
  const owner = state.messages.findIndex(({ id }) => id === `${toolCallId}/call`);
  const messages = [...state.messages];
  messages.splice(owner === -1 ? messages.length : owner + 1, 0, { id: messageId, role: "tool", toolCallId, content });
  const event: AgUiEvent = {
    type: "TOOL_CALL_RESULT",
    messageId,
    toolCallId,
    content,
    role: "tool",
    metadata: { pelorus },
  };
  return [{ ...state, messages }, [event]];
}

function hasCall(state: AgUiState, toolCallId: string): boolean {
  return state.messages.some(({ id }) => id === `${toolCallId}/call`);
}

function textStart(messageId: string): AgUiEvent {
  return { type: "TEXT_MESSAGE_START", messageId, role: "assistant" };
}

function reasoningStart(messageId: string): AgUiEvent[] {
  return [
    { type: "REASONING_START", messageId },
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
  ];
}

function reasoningEnd(messageId: string): AgUiEvent[] {
  return [
    { type: "REASONING_MESSAGE_END", messageId },
    { type: "REASONING_END", messageId },
  ];
}
