import type { RunEvent } from "@pelorus/core";
import { isPause } from "../conversation/pauses.js";
import { foldShownCalls, shownRequestId } from "../conversation/shown-calls.js";
import { sameState } from "../conversation/state-document.js";
import { foldProgress } from "../runs/fold-progress.js";
import { citedSources } from "./cited-sources.js";
import { tellData } from "./data-parts.js";
import { finishMessage } from "./finish-message.js";
import { nextStep } from "./next-step.js";
import { tellTool } from "./tell-tool.js";
import type { UiMessageChunk } from "./ui-message-chunk.js";
import type { UiMessageState } from "./ui-message-state.js";

/** The state after an event, and the chunks that tell it. */
export type UiTranslation = [state: UiMessageState, chunks: UiMessageChunk[]];

/**
 * Begins a UI message, or goes on with the one before a pause (`continues`). A further message of the same run begins
 * with what is still open. `again` is for a client that begins with an empty message.
 */
export function openUiMessage(
  before: UiMessageState,
  opening: {
    readonly messageId: string;
    readonly runId: string;
    readonly continues?: boolean;
    readonly again?: boolean;
    readonly handled?: readonly string[];
    readonly answered?: readonly string[];
  },
): UiTranslation {
  const { messageId, runId, continues = false, again = false, handled = [], answered = [] } = opening;
  const chunks: UiMessageChunk[] = [{ type: "start", messageId, messageMetadata: { run_id: runId } }];
  const state: UiMessageState = { ...before, messageId, again, handled, answered };
  if (continues || state.progress.lastSeq === 0) return [state, chunks];
  // A message of its own: calls of the one before stand there, and everything else is told from the start.
  const tools = Object.fromEntries(Object.entries(state.tools).map(([id, tool]) => [id, { ...tool, step: -1 }]));
  const isStepOpen = state.operations.length > 0;
  if (isStepOpen) chunks.push({ type: "start-step" });
  const step = isStepOpen ? 1 : 0;
  const [told, parts] = tellData(runId, { ...state, tools, step, isStepOpen, toldData: new Map() });
  return [told, [...chunks, ...parts]];
}

/**
 * What one event of a run is to a client of the AI SDK. Pure. Between messages it is taken note of and told nowhere;
 * stretches follow one another without a gap, so nothing is lost by that.
 */
export function translateToUiMessage(before: UiMessageState, event: RunEvent): UiTranslation {
  const folded: UiMessageState = {
    ...before,
    progress: foldProgress(before.progress, event),
    calls: foldShownCalls(before.calls, event),
  };
  let [state, chunks] = tell(folded, event);
  if (!sameState(before.progress, state.progress) || before.refused !== state.refused) {
    const [told, parts] = tellData(event.runId, state);
    state = told;
    chunks = [...chunks, ...parts];
  }
  if (state.messageId === null) return [state, []];
  if (event.kind === "run_finished" || isPause(event, state.answered)) {
    const [ended, last] = finishMessage(state, event);
    return [{ ...ended, messageId: null }, [...chunks, ...last]];
  }
  return [state, chunks];
}

function tell(state: UiMessageState, event: RunEvent): UiTranslation {
  switch (event.kind) {
    case "lifecycle_transitioned": {
      const { stepId, state: reached } = event.data;
      if (reached !== "OPERATION_POSITIONED" || stepId === undefined || state.operations.includes(stepId)) {
        return [state, []];
      }
      const operations = [...state.operations, stepId];
      // Operations side by side share a step: clients look for what is open in the last one.
      if (state.operations.length > 0) return [{ ...state, operations }, []];
      const chunks: UiMessageChunk[] = state.isStepOpen ? [{ type: "finish-step" }] : [];
      return [{ ...state, operations, step: state.step + 1, isStepOpen: true }, [...chunks, { type: "start-step" }]];
    }
    case "step_integrated":
      // The step is finished by the next one or by the end: the answer of the last operation comes after it.
      return [{ ...state, operations: state.operations.filter((id) => id !== event.data.stepId) }, []];
    case "text_started":
      return [{ ...state, text: { id: event.data.messageId, text: "", isShown: false } }, []];
    case "text_delta":
      return tellDelta(state, event.data.messageId, event.data.delta);
    case "text_ended":
      return tellEnd(state, event.data.messageId, event.data.complete);
    case "reasoning_started": {
      const { messageId } = event.data;
      const [shown, chunks] = nextStep(state);
      return [{ ...shown, reasoning: messageId }, [...chunks, { type: "reasoning-start", id: messageId }]];
    }
    case "reasoning_delta": {
      const { messageId, delta } = event.data;
      if (state.reasoning !== messageId || delta === "") return [state, []];
      return [state, [{ type: "reasoning-delta", id: messageId, delta }]];
    }
    case "reasoning_ended": {
      const { messageId } = event.data;
      if (state.reasoning !== messageId) return [state, []];
      return [{ ...state, reasoning: null }, [{ type: "reasoning-end", id: messageId }]];
    }
    case "clarification_requested": {
      // A question is asked in the conversation, and the next message answers it.
      const { requestId: id, question, options } = event.data;
      const asked = { pelorus: { clarification: id, options } };
      const [shown, chunks] = nextStep(state);
      return [
        shown,
        [
          ...chunks,
          { type: "text-start", id: shownRequestId(event.runId, id), providerMetadata: asked },
          { type: "text-delta", id: shownRequestId(event.runId, id), delta: question },
          { type: "text-end", id: shownRequestId(event.runId, id), providerMetadata: asked },
        ],
      ];
    }
    default:
      return tellTool(state, event);
  }
}

function tellDelta(state: UiMessageState, messageId: string, delta: string): UiTranslation {
  const { text, drafts } = state;
  if (text?.id !== messageId || delta === "") return [state, []];
  const grown = text.text + delta;
  if (drafts === "none") return [{ ...state, text: { ...text, text: grown } }, []];
  const asText = drafts === "text";
  // A text that comes in one piece needs no draft.
  if (!asText && text.text === "") return [{ ...state, text: { ...text, text: grown } }, []];
  const id = asText ? messageId : `${messageId}/draft`;
  const written = { id: messageId, text: grown, isShown: true };
  if (text.isShown) {
    return [{ ...state, text: written }, [{ type: asText ? "text-delta" : "reasoning-delta", id, delta }]];
  }
  const [shown, chunks] = nextStep(state);
  const started: UiMessageChunk[] = asText
    ? [
        { type: "text-start", id },
        { type: "text-delta", id, delta: grown },
      ]
    : [
        { type: "reasoning-start", id, providerMetadata: { pelorus: { draft: true } } },
        { type: "reasoning-delta", id, delta: grown },
      ];
  return [{ ...shown, text: written }, [...chunks, ...started]];
}

function tellEnd(state: UiMessageState, messageId: string, complete: boolean): UiTranslation {
  const { text, drafts } = state;
  if (text?.id !== messageId) return [state, []];
  const ended: UiMessageState = {
    ...state,
    text: null,
    givenUp: complete ? "" : text.text,
    hasAnswer: state.hasAnswer || complete,
  };
  if (drafts === "text") {
    const chunks: UiMessageChunk[] = text.isShown
      ? [{ type: "text-end", id: messageId, providerMetadata: { pelorus: { complete } } }]
      : [];
    return [ended, complete ? [...chunks, ...citedSources(text.text)] : chunks];
  }
  const chunks: UiMessageChunk[] = text.isShown ? [{ type: "reasoning-end", id: `${messageId}/draft` }] : [];
  if (!complete) return [ended, chunks];
  const [shown, step] = nextStep(ended);
  return [shown, [...chunks, ...step, ...wholeText(messageId, text.text), ...citedSources(text.text)]];
}

/** A text that is as it will stay. */
function wholeText(id: string, text: string): UiMessageChunk[] {
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta: text },
    { type: "text-end", id },
  ];
}
