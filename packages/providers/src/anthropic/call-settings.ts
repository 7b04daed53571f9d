/** How a model thinks before it answers, in the API's own words. */
export type ThinkingParam =
  | { readonly type: "enabled"; readonly budget_tokens: number }
  | { readonly type: "adaptive" }
  | { readonly type: "disabled" };

/** How much work a model puts into an answer, in the vendor's words. */
export type Effort = "low" | "medium" | "high" | "xhigh" | "max";

/** What every call of a model has in common. */
export interface CallSettings {
  readonly modelId: string;
  /** Undefined where the model does not think, or decides by itself. */
  readonly thinking: ThinkingParam | undefined;
  readonly effort: Effort | undefined;
  /** Output tokens for thinking, beside the answer's. */
  readonly reserve: number;
  readonly structuredOutput: "schema" | "tool" | "prompt";
  readonly toolCalls: "native" | "json";
  /** How long the vendor keeps a prefix; false: none is marked. */
  readonly promptCache: "5m" | "1h" | false;
}
