import type { ModelPricing } from "@pelorus/core";
import type { OpenAI } from "openai";
import type { Fetch } from "../wire/guarded-fetch.js";
import type { ReasoningEffort } from "./model-family.js";

/** Options of `openaiModel`; limits in tokens, bytes and milliseconds as their names say. */
export interface OpenAIModelOptions {
  /** Default `OPENAI_API_KEY`, read at the first call. */
  readonly apiKey?: string;
  /** Default the vendor's address, or `OPENAI_BASE_URL`. */
  readonly baseURL?: string;
  /** A client of the `openai` package to call through; its key, address and headers hold, its retries do not. */
  readonly client?: OpenAI;
  /** Default `responses`. */
  readonly api?: "responses" | "chat";
  /** How long a thinking model thinks; default the model's own. */
  readonly reasoningEffort?: ReasoningEffort;
  /** Asks for summaries of the reasoning, which the vendor gives to verified organisations; Responses API only. */
  readonly reasoningSummary?: "auto" | "concise" | "detailed";
  /**
   * Output tokens for thinking, beside those of the answer; an integer ≥ 0. Default by effort for models that think, from
   * 1,024 (minimal) over 8,192 (medium) to 48,000 (max). They are taken off the window and are paid for when used.
   */
  readonly reasoningReserve?: number;
  /** Whether the model thinks before it answers; default by its name. */
  readonly thinks?: boolean;
  /** `native` (default) offers tools in the API's own channel, `json` by the schema of the reply alone. */
  readonly toolCalls?: "native" | "json";
  /** False: answers are not streamed, for organisations that may not. Default true. */
  readonly streaming?: boolean;
  /** Tokens of the window, where the catalogue is wrong or does not know the model. */
  readonly contextWindow?: number;
  /** Prices, where the snapshot is wrong or does not know the model; false looks none up. */
  readonly pricing?: ModelPricing | false;
  /** Longest silence between pieces of a reply in milliseconds; default 120,000. */
  readonly idleTimeoutMs?: number;
  /** Most bytes of a reply; default 16 MiB. */
  readonly maxResponseBytes?: number;
  /** A `fetch` to use; not with `client`, which has its own. */
  readonly fetch?: Fetch;
}
