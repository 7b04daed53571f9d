type Metadata = { readonly pelorus: Readonly<Record<string, unknown>> };
interface WithMetadata {
  readonly providerMetadata?: Metadata;
}

/** Finish reasons the AI SDK's client accepts; others fail its validation. */
export type UiFinishReason = "stop" | "length" | "tool-calls" | "error" | "other";

/** A part of the AI SDK's UI message stream v1: what this endpoint emits. Clients refuse other types and reasons. */
export type UiMessageChunk =
  | { readonly type: "start"; readonly messageId: string; readonly messageMetadata: Readonly<Record<string, unknown>> }
  | {
      readonly type: "finish";
      readonly finishReason: UiFinishReason;
      readonly messageMetadata: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "start-step" | "finish-step" }
  | ({
      readonly type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end";
      readonly id: string;
    } & WithMetadata)
  | { readonly type: "text-delta" | "reasoning-delta"; readonly id: string; readonly delta: string }
  | {
      readonly type: "tool-input-start";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly providerExecuted: boolean;
    }
  | { readonly type: "tool-input-delta"; readonly toolCallId: string; readonly inputTextDelta: string }
  | {
      readonly type: "tool-input-available";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
      readonly providerExecuted: boolean;
    }
  | { readonly type: "tool-approval-request"; readonly approvalId: string; readonly toolCallId: string }
  | ({
      readonly type: "tool-output-available";
      readonly toolCallId: string;
      readonly output: unknown;
    } & WithMetadata)
  | ({ readonly type: "tool-output-error"; readonly toolCallId: string; readonly errorText: string } & WithMetadata)
  | { readonly type: "tool-output-denied"; readonly toolCallId: string }
  | {
      readonly type: "source-document";
      readonly sourceId: string;
      readonly mediaType: string;
      readonly title: string;
      readonly filename: string;
    }
  | { readonly type: "source-url"; readonly sourceId: string; readonly url: string }
  | {
      readonly type: "data-operation" | "data-budget" | "data-state";
      readonly id: string;
      readonly data: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "error"; readonly errorText: string }
  | { readonly type: "abort"; readonly reason: string };
