import type { CompleteUsage } from "../budget/complete-usage.js";
import type { GuardedPrompt } from "../budget/guard-prompt-budget.js";
import type { EffectAct } from "../contract/effect.js";
import type { EventDataByKind, EventKind } from "../contract/event.js";
import type {
  FinishReason,
  JsonSchema,
  LanguageModel,
  ModelCallPurpose,
  ModelUsage,
  NativeToolCall,
} from "../contract/model.js";
import type { PromptSection } from "../contract/prompt-section.js";
import type { TokenCounter } from "../contract/token-counter.js";
import type { EffectDoor } from "./door.js";
import type { FailureData } from "./failed-call.js";
import type { SpendLedger } from "./spend-ledger.js";
import type { DeltaPart } from "./stream-assembler.js";

/** One call a step wants to make. */
export interface ModelCallSpec {
  readonly stepId: string;
  readonly attempt: number;
  readonly act: Extract<EffectAct, "plan" | "model" | "judge" | "synth">;
  readonly purpose: ModelCallPurpose;
  readonly lane: number;
  readonly sections: readonly PromptSection[];
  readonly schema: JsonSchema | null;
  /** Tools of the frame, under their capability ids. */
  readonly tools?: readonly { readonly id: string; readonly description: string; readonly inputSchema: JsonSchema }[];
  readonly maxOutputTokens?: number;
  /** Told the deltas of prose that is streamed; absent where the output is not shown as it comes. */
  readonly onDelta?: (kind: "text" | "reasoning" | "tool_input", delta: string, callId?: string) => void;
  /** Told before another attempt begins after deltas were told: what they said is given up. */
  readonly onAbandoned?: () => void;
}

/** What came back, with what it cost. */
export interface ModelCallOutcome {
  readonly key: string;
  readonly text: string;
  readonly toolCalls: readonly NativeToolCall[];
  readonly finishReason: FinishReason | undefined;
  /** Reported where the provider did, else our own count. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** ⌈UTF-8 bytes ÷ 4⌉ of the prompt as sent (POS-BUD-16). */
  readonly promptTokens: number;
  readonly reasoning: string | undefined;
  /** Cuts the guard made for this call. */
  readonly trims: number;
  /** Calls that failed before this one. */
  readonly retries: number;
  /** True when usage total equals the window: going on is pointless (POS-CON-03). */
  readonly windowFull: boolean;
}

export interface ModelCallerOptions {
  /** The model and those that take over, in order; at least one. */
  readonly models: readonly LanguageModel[];
  readonly runId: string;
  readonly door: EffectDoor;
  readonly emit: <K extends EventKind>(lane: number, kind: K, data: EventDataByKind[K]) => void;
  /** `options.contextWindow` of the run. */
  readonly contextWindow: number | undefined;
  readonly maxOutputTokens: number;
  /** True where the caller set `maxOutputTokens`: then it is a limit, too. */
  readonly hasOutputLimit: boolean;
  readonly temperature: number;
  readonly safetyMargin: number | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  readonly retries: number;
  readonly modelTimeoutMs: number;
  readonly ledger: SpendLedger;
  readonly random: () => number;
  /** Absolute end of the run in milliseconds since the epoch; no wait goes beyond it. */
  readonly deadline: number | undefined;
  readonly now: () => number;
}

/** A call as it is journalled. */
export interface RecordedCall {
  readonly text: string;
  readonly toolCalls?: readonly NativeToolCall[];
  readonly finishReason?: FinishReason;
  readonly usage?: ModelUsage;
  readonly reasoning?: string;
  /** Kind and length of each delta, so that a replay cuts the text at the same places (POS-EVT-02). */
  readonly parts?: readonly DeltaPart[];
  readonly durationMs: number;
  /** Tokens at which the answer was cut, where the model did not keep to them. */
  readonly cutAt?: number;
  readonly error?: FailureData;
  /** Drawn when the call failed, so that a replay schedules the same retry. */
  readonly jitter?: number;
  readonly aborted?: string;
}

/** A call that was answered, with the budget it was made with at last. */
export interface KeyedCall {
  readonly recorded: RecordedCall;
  readonly usage: CompleteUsage;
  readonly key: string;
  readonly retries: number;
  readonly budget: GuardedPrompt;
}
