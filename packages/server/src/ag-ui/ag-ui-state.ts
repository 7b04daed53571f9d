import { NO_CALLS, type ShownCalls } from "../conversation/shown-calls.js";
import type { JsonObject } from "../conversation/state-document.js";
import { initialProgress } from "../runs/fold-progress.js";
import type { RunProgress } from "../runs/run-documents.js";
import type { AgUiMessage } from "./ag-ui-event.js";

/** What a translation knows between two events. Immutable. */
export interface AgUiState {
  readonly threadId: string;
  /** The AG-UI run under way; null between two, while events are only taken note of. */
  readonly runId: string | null;
  /** Requests that were answered before the AG-UI run began. */
  readonly answered: readonly string[];
  /** The conversation, for the case that a message has to be taken back. Without reasoning, which clients keep themselves. */
  readonly messages: readonly AgUiMessage[];
  readonly progress: RunProgress;
  /** The state the client has. */
  readonly document: JsonObject | null;
  /** Operations under way: id and the name of their AG-UI step. */
  readonly steps: readonly { readonly id: string; readonly name: string }[];
  readonly text: { readonly id: string; readonly text: string } | null;
  readonly reasoning: string | null;
  /** The messages of reasoning so far. */
  readonly reasoned: readonly string[];
  /** The message that was given up and is taken back as soon as another one begins. */
  readonly givenUp: string | null;
  /** The text of the last complete message. */
  readonly answer: string;
  readonly calls: ShownCalls;
  /** Tokens of this AG-UI run by model. */
  readonly usage: { readonly [model: string]: { readonly inputTokens: number; readonly outputTokens: number } };
}

/** The state before the first event of a Pelorus run, with the conversation so far. */
export function initialAgUiState(threadId: string, messages: readonly AgUiMessage[]): AgUiState {
  return {
    threadId,
    runId: null,
    answered: [],
    messages,
    progress: initialProgress(""),
    document: null,
    steps: [],
    text: null,
    reasoning: null,
    reasoned: [],
    givenUp: null,
    answer: "",
    calls: NO_CALLS,
    usage: {},
  };
}
