import { NO_CALLS, type ShownCalls } from "../conversation/shown-calls.js";
import type { JsonObject } from "../conversation/state-document.js";
import { initialProgress } from "../runs/fold-progress.js";
import type { RunProgress } from "../runs/run-documents.js";

/**
 * Where text is shown while it may still be revised. `reasoning`: as reasoning marked as a draft, and as text once it is
 * verified, so that the text of a message is the answer. `text`: as text at once; an attempt that is given up stays, marked
 * `complete: false`. `none`: not at all.
 */
export type Drafts = "reasoning" | "text" | "none";

/** A tool call as it was shown. */
export interface ShownTool {
  readonly name: string;
  readonly input: unknown;
  /** The message and step it stands in; -1 for a call of an earlier message. */
  readonly step: number;
  readonly settled: boolean;
  /** True for a call the client runs itself. */
  readonly external: boolean;
}

/** What a translation knows between two events. Immutable. */
export interface UiMessageState {
  readonly drafts: Drafts;
  /** The message under way; null between two, while events are only taken note of. */
  readonly messageId: string | null;
  /** True where everything is told again to a client that begins with an empty message. */
  readonly again: boolean;
  /** Calls the client has made already; they are not handed over to it again. */
  readonly handled: readonly string[];
  readonly answered: readonly string[];
  readonly progress: RunProgress;
  /** Operations under way. */
  readonly operations: readonly string[];
  /** Counts the steps of the message; `isStepOpen` says whether the last one goes on. */
  readonly step: number;
  readonly isStepOpen: boolean;
  readonly text: { readonly id: string; readonly text: string; readonly isShown: boolean } | null;
  /** The last attempt that was given up: of a run that is halted it is all there is. */
  readonly givenUp: string;
  readonly hasAnswer: boolean;
  readonly reasoning: string | null;
  readonly calls: ShownCalls;
  readonly tools: { readonly [toolCallId: string]: ShownTool };
  readonly refused: readonly JsonObject[];
  /** Data parts as the message has them, by id, as text. */
  readonly toldData: ReadonlyMap<string, string>;
}

/** The state before the first event of a run. */
export function initialUiMessageState(drafts: Drafts = "reasoning"): UiMessageState {
  return {
    drafts,
    messageId: null,
    again: false,
    handled: [],
    answered: [],
    progress: initialProgress(""),
    operations: [],
    step: 0,
    isStepOpen: false,
    text: null,
    givenUp: "",
    hasAnswer: false,
    reasoning: null,
    calls: NO_CALLS,
    tools: {},
    refused: [],
    toldData: new Map(),
  };
}
