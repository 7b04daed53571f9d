import type { Operation } from "fast-json-patch";

/** A part of AG-UI 1.0: what this endpoint emits. Names and members are the protocol's. */
interface Base {
  readonly timestamp?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface AgUiToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of the conversation; of a client's own ones only what every message has is read. */
export interface AgUiMessage {
  readonly id: string;
  readonly role: string;
  readonly content?: unknown;
  readonly toolCalls?: readonly AgUiToolCall[];
  readonly toolCallId?: string;
}

/** A question a paused run waits for, as AG-UI states it. */
export interface AgUiInterrupt {
  readonly id: string;
  readonly reason: "approval" | "clarification" | "tool_call";
  readonly message: string;
  readonly toolCallId?: string;
  readonly responseSchema: Readonly<Record<string, unknown>>;
  readonly expiresAt?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface AgUiTokenUsage {
  readonly provider?: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

/** How an AG-UI run ended: with a result, with interrupts to answer, or cancelled. */
export type AgUiOutcome =
  | { readonly type: "success"; readonly pendingToolCallIds?: readonly string[] }
  | { readonly type: "interrupt"; readonly interrupts: readonly AgUiInterrupt[] }
  | { readonly type: "cancelled" };

/** Events of AG-UI 1.0 that runs are told with. */
export type AgUiEvent = Base &
  (
    | {
        readonly type: "RUN_STARTED";
        readonly threadId: string;
        readonly runId: string;
        readonly protocolVersion: "1.0";
        readonly input: {
          readonly threadId: string;
          readonly runId: string;
          readonly messages: readonly AgUiMessage[];
          readonly tools: readonly [];
          readonly context: readonly [];
        };
      }
    | {
        readonly type: "RUN_FINISHED";
        readonly threadId: string;
        readonly runId: string;
        readonly outcome: AgUiOutcome;
        readonly result?: Readonly<Record<string, unknown>>;
        readonly usage?: readonly AgUiTokenUsage[];
      }
    | {
        readonly type: "RUN_ERROR";
        readonly message: string;
        readonly code: string;
        readonly usage?: readonly AgUiTokenUsage[];
      }
    | { readonly type: "STEP_STARTED" | "STEP_FINISHED"; readonly stepName: string }
    | { readonly type: "TEXT_MESSAGE_START"; readonly messageId: string; readonly role: "assistant" }
    | { readonly type: "TEXT_MESSAGE_CONTENT"; readonly messageId: string; readonly delta: string }
    | { readonly type: "TEXT_MESSAGE_END"; readonly messageId: string }
    | { readonly type: "REASONING_START" | "REASONING_END" | "REASONING_MESSAGE_END"; readonly messageId: string }
    | { readonly type: "REASONING_MESSAGE_START"; readonly messageId: string; readonly role: "reasoning" }
    | { readonly type: "REASONING_MESSAGE_CONTENT"; readonly messageId: string; readonly delta: string }
    | {
        readonly type: "TOOL_CALL_START";
        readonly toolCallId: string;
        readonly toolCallName: string;
        readonly parentMessageId: string;
      }
    | { readonly type: "TOOL_CALL_ARGS"; readonly toolCallId: string; readonly delta: string }
    | { readonly type: "TOOL_CALL_END"; readonly toolCallId: string }
    | {
        readonly type: "TOOL_CALL_RESULT";
        readonly messageId: string;
        readonly toolCallId: string;
        readonly content: string;
        readonly role: "tool";
      }
    | { readonly type: "STATE_SNAPSHOT"; readonly snapshot: Readonly<Record<string, unknown>> }
    | { readonly type: "STATE_DELTA"; readonly delta: readonly Operation[] }
    | { readonly type: "MESSAGES_SNAPSHOT"; readonly messages: readonly AgUiMessage[] }
    | { readonly type: "CUSTOM"; readonly name: string; readonly value: unknown }
  );
