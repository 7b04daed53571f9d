/** A JSON Schema document (draft-07 or 2020-12), carried opaquely. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The reasons for which a model ends an answer. */
export const FINISH_REASONS = ["stop", "length", "tool-calls", "content-filter", "error"] as const;
/**
 * Why an answer ended: `stop`, at its end; `length`, at the output limit; `tool-calls`, with calls; `content-filter`,
 * withheld by the provider; `error`, by a fault.
 */
export type FinishReason = (typeof FINISH_REASONS)[number];

/** Tokens a provider reports. Input includes cached input (POS-BUD-13); what is unknown is absent. */
export interface ModelUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Part of input that was read from a provider's cache. */
  readonly cachedInputTokens?: number;
  /** Part of input that was written to a provider's cache, where that has a price of its own. */
  readonly cacheWriteInputTokens?: number;
  /** Part of output that was reasoning. */
  readonly reasoningTokens?: number;
  /** True when the numbers are an estimate and not the provider's. */
  readonly estimated?: boolean;
}

/** A tool call in a provider's own channel. `arguments` is an object, a JSON string, or whatever came. */
export interface NativeToolCall {
  readonly id?: string;
  /** As the tool was offered: vendor-safe. */
  readonly name: string;
  readonly arguments: unknown;
}

/** What a model answered (POS-API-01). An absent finish reason counts as `stop`. */
export interface ModelResponse {
  /** Empty where the model only calls or thinks. */
  readonly text: string;
  readonly toolCalls?: readonly NativeToolCall[];
  readonly finishReason?: FinishReason;
  readonly usage?: ModelUsage;
  /** What the model thought aloud; no part of the answer. */
  readonly reasoning?: string;
}

/** Why a model is called. Every purpose passes the budget guard (POS-BUD-08). */
export const MODEL_CALL_PURPOSES = [
  "classify",
  "answer",
  "tool",
  "reask",
  "revise",
  "continue",
  "judge",
  "synthesise",
] as const;
/** Why a model is called. */
export type ModelCallPurpose = (typeof MODEL_CALL_PURPOSES)[number];

/** A tool as a provider sees it: `name` is vendor-safe, `[A-Za-z0-9_-]{1,64}` (POS-PRS-10). */
export interface ModelToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** One guarded call. `prompt` fits the window together with `maxOutputTokens`. */
export interface ModelRequest {
  /** The whole prompt; a run has no other messages. */
  readonly prompt: string;
  /** Shape the output must have; null for free text. */
  readonly schema: JsonSchema | null;
  /** Tools of the frame, for providers with a native tool channel; empty outside tool frames. */
  readonly tools: readonly ModelToolDefinition[];
  /** Tokens the answer may have. */
  readonly maxOutputTokens: number;
  readonly temperature: number;
  readonly purpose: ModelCallPurpose;
  /** Window the call was budgeted with, in tokens: for servers that take it with the call. */
  readonly contextWindow?: number;
  /** UTF-16 length of the prefix of `prompt` that consecutive calls of the run share (for prompt caches). */
  readonly stablePrefixLength: number;
  /** Fires on abort, deadline, and the time-out of this call. */
  readonly signal: AbortSignal;
}

/** A piece of a streamed answer; `finish` comes once, last, and carries the whole response. */
export type ModelStreamPart =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "reasoning"; readonly delta: string }
  | { readonly type: "tool_input"; readonly callId: string; readonly delta: string }
  | { readonly type: "finish"; readonly response: ModelResponse };

/** What an adapter may say its model can do. */
export const MODEL_CAPABILITIES = [
  "tool-call",
  "structured-output",
  "prefix-cache",
  "streaming",
  "grammar",
  "function-call-json",
  "constrained-json",
  "logprobs",
] as const;
/** Something a model can do, as its adapter says. */
export type ModelCapability = (typeof MODEL_CAPABILITIES)[number];

/** Prices per million tokens. */
export interface TokenPrices {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** Price of cached input; the input price when absent. */
  readonly cachedInputPerMillion?: number;
  /** Price of input that is written to a cache; the input price when absent. */
  readonly cacheWritePerMillion?: number;
}

/** Price in `currency` (ISO 4217) per million tokens. */
export interface ModelPricing extends TokenPrices {
  readonly currency: string;
  /** Prices of calls with a longer prompt: the last entry whose `overInputTokens` the input exceeds holds for the whole call. */
  readonly longPrompts?: readonly (TokenPrices & { readonly overInputTokens: number })[];
}

/** Where a window size came from (POS-BUD-10). */
export type WindowSource = "option" | "endpoint" | "catalogue" | "reported" | "default";

/**
 * A language model behind an adapter. Errors it throws should be branded with `isRetryable`
 * (`ModelCallError`); an unbranded error counts as not retryable.
 */
export interface LanguageModel {
  readonly provider: string;
  readonly modelId: string;
  readonly capabilities?: readonly ModelCapability[];
  /** tiktoken encoding of the model, where one fits (`o200k_base` when unknown). */
  readonly tokenEncoding?: string;
  /** The real context window in tokens, or undefined when unknown. Called at most once per run. */
  contextWindowSize?(options: { readonly signal: AbortSignal }): number | undefined | Promise<number | undefined>;
  /** Where `contextWindowSize` takes its number from; `endpoint` when absent. */
  readonly windowSource?: "endpoint" | "catalogue";
  /** Price of tokens, where known; spend is recorded and `maxCost` can hold only where it is. */
  readonly pricing?: ModelPricing;
  /** Looks the price up where `pricing` is absent. Called at most once per run; what it answers is journalled. */
  loadPricing?(options: { readonly signal: AbortSignal }): ModelPricing | undefined | Promise<ModelPricing | undefined>;
  /** Output tokens a call may use beside `maxOutputTokens`, as thinking does; a cost limit counts them (POS-FBK-04). */
  readonly outputReserve?: number;
  /**
   * Models that take over in this order when calls of this one fail for good (POS-FBK-01). Each is guarded by its own
   * window and charged at its own price.
   */
  readonly fallbacks?: readonly LanguageModel[];
  /** The model's own synchronous exact count. */
  countTokens?(text: string): number;
  /**
   * What the provider counts for a prompt. Asked at most once per run, when a prompt came near the window; it calibrates the
   * run's own counter (POS-BUD-09). A failure teaches nothing.
   */
  countPromptTokens?(request: ModelRequest): Promise<number>;
  /** One whole answer. Rejects when `request.signal` fires. */
  doGenerate(request: ModelRequest): Promise<ModelResponse>;
  /**
   * The answer as it comes; the deltas of text together are the answer. A stream that ends without `finish` is a
   * retryable failure.
   */
  doStream?(request: ModelRequest): AsyncIterable<ModelStreamPart>;
}

/** The plainest model: prompt in, text out. Enough for every feature but streaming (POS-API-01). */
export type ModelCall = (
  prompt: string,
  schema: JsonSchema | null,
  options?: { readonly signal: AbortSignal; readonly maxOutputTokens: number },
) => Promise<string | ModelResponse> | string | ModelResponse;

/** The three methods a chat provider of the seed has; `fromChatProvider` makes a `LanguageModel` of it. */
export interface ChatProvider {
  readonly name?: string;
  /** The answer to the messages, of at most `maxTokens` tokens. */
  generateChat(
    messages: readonly { readonly role: "user"; readonly content: string }[],
    options: { readonly temperature: number; readonly maxTokens: number; readonly signal: AbortSignal },
  ): Promise<string | ModelResponse>;
  /** The provider's own exact count. */
  countTokens(text: string): number;
  /** The real context window in tokens. */
  contextWindowSize(): number;
}
