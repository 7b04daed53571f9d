import type { Anthropic } from "@anthropic-ai/sdk";
import type { LanguageModel, ModelPricing, ModelRequest, ModelResponse, ModelStreamPart } from "@pelorus/core";
import { modelFacts } from "../catalogue/model-facts.js";
import { adapterCalls } from "../wire/adapter-calls.js";
import { AnswerStream } from "../wire/answer-stream.js";
import { callFailure } from "../wire/call-failure.js";
import { chargedFailure } from "../wire/charged-failure.js";
import { endWithoutWord } from "../wire/end-without-word.js";
import type { Fetch } from "../wire/guarded-fetch.js";
import { keptClient } from "../wire/kept-client.js";
import type { FailureContext } from "../wire/provider-failure.js";
import { untilFinished } from "../wire/until-finished.js";
import { wireLimits } from "../wire/wire-limits.js";
import { withCallSignal } from "../wire/with-call-signal.js";
import { type CallPlan, callPlan } from "./call-plan.js";
import type { CallSettings, Effort } from "./call-settings.js";
import { loadClient } from "./load-client.js";
import { MessageEvents } from "./message-events.js";
import { messageRequest } from "./message-request.js";
import { modelFamily } from "./model-family.js";
import { readMessage } from "./read-message.js";
import { type Thinking, thinkingOf } from "./thinking.js";

/** Options of `anthropicModel`; limits in tokens, bytes and milliseconds as their names say. */
export interface AnthropicModelOptions {
  /** Default `ANTHROPIC_API_KEY` of the environment, read at the first call. */
  readonly apiKey?: string;
  /** Default the vendor's. */
  readonly baseURL?: string;
  /** A client of the `@anthropic-ai/sdk` package to call through; its key, address and headers hold, its retries do not. */
  readonly client?: Anthropic;
  /**
   * Whether the model thinks before it answers: `adaptive` as it sees fit, with a budget in tokens (≥ 1,024) where it takes
   * one, or not at all. Default the model's own way.
   */
  readonly thinking?: Thinking;
  /**
   * Output tokens for thinking, beside those of the answer; an integer ≥ 0. Default the budget, 8,192 for `adaptive`, else
   * 0. They are taken off the window and are paid for when used.
   */
  readonly thinkingReserve?: number;
  /** How much effort the model puts into a reply; default the model's own. */
  readonly effort?: Effort;
  /** How long the vendor caches the part of the prompt that calls of a run share; default `5m`. False: not at all. */
  readonly promptCache?: "5m" | "1h" | false;
  /** How a reply is held to its schema; default by model: `schema` is the vendor's decoder, `tool` a forced tool. */
  readonly structuredOutput?: "schema" | "tool" | "prompt";
  /** `native` (default) offers tools in the API's own channel, `json` by the schema of the reply alone. */
  readonly toolCalls?: "native" | "json";
  /** False: the vendor is not asked to count a prompt that comes near the window. Default true. */
  readonly countsPrompts?: boolean;
  /** False: answers are not streamed. Default true. */
  readonly streaming?: boolean;
  /** Tokens of the window, where the catalogue is wrong or does not know the model. */
  readonly contextWindow?: number;
  /** Prices, where the snapshot is wrong or does not know the model. */
  readonly pricing?: ModelPricing;
  /** Longest silence between pieces of a reply in milliseconds; default 120,000. */
  readonly idleTimeoutMs?: number;
  /** Most bytes of a reply; default 16 MiB. */
  readonly maxResponseBytes?: number;
  /** A `fetch` to use; not with `client`, which has its own. */
  readonly fetch?: Fetch;
}

/**
 * A model of Anthropic, by the `@anthropic-ai/sdk` package (1.14 or newer), which is loaded at the first call. Window and
 * prices come from the installed snapshot unless given. A RangeError for limits that are none; calls fail with
 * `ModelCallError`, `ContextOverflowError` or `ProviderError`.
 */
export function anthropicModel(modelId: string, options: AnthropicModelOptions = {}): LanguageModel {
  const { toolCalls = "native", promptCache = "5m", streaming = true, countsPrompts = true } = options;
  const limits = wireLimits(options);
  const { thinking, reserve } = thinkingOf(options.thinking, options.thinkingReserve);
  const settings: CallSettings = {
    modelId,
    thinking,
    effort: options.effort,
    reserve,
    structuredOutput: options.structuredOutput ?? (modelFamily(modelId).hasStructuredOutput ? "schema" : "tool"),
    toolCalls,
    promptCache,
  };

  const clientOf = keptClient(() => loadClient(options, limits));
  let window: number | undefined;
  const contextOf = (request: ModelRequest): FailureContext => ({
    vendor: "Anthropic",
    secrets: [options.apiKey, options.client?.apiKey ?? undefined, process.env.ANTHROPIC_API_KEY],
    window,
    reservedTokens: request.maxOutputTokens,
  });

  async function askWhole(
    request: ModelRequest,
    plan: CallPlan,
    answer: AnswerStream,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const { messages } = await clientOf();
    readMessage(answer, await messages.create(messageRequest(request, plan, settings), { signal }), plan.isByTool);
    return answer.response();
  }

  async function* askStreamed(
    request: ModelRequest,
    plan: CallPlan,
    answer: AnswerStream,
    signal: AbortSignal,
  ): AsyncGenerator<ModelStreamPart> {
    const { messages } = await clientOf();
    const events = new MessageEvents(answer, plan.isByTool);
    const stream = await messages.create({ ...messageRequest(request, plan, settings), stream: true }, { signal });
    for await (const event of untilFinished(stream, () => answer.isFinished)) {
      const part = events.read(event);
      if (part !== null) yield part;
    }
    // The package ends an aborted stream as if it were whole.
    request.signal.throwIfAborted();
    if (!answer.isFinished) throw endWithoutWord("Anthropic", answer);
    yield* answer.finish();
  }

  return {
    provider: "anthropic",
    modelId,
    capabilities: ["tool-call", "structured-output", "prefix-cache", ...(streaming ? (["streaming"] as const) : [])],
    ...(reserve === 0 ? {} : { outputReserve: reserve }),
    windowSource: "catalogue",
    async contextWindowSize() {
      const known = options.contextWindow ?? (await modelFacts("anthropic", modelId))?.contextWindow;
      // What thinking may take cannot be budgeted for anything else.
      window = known === undefined ? undefined : Math.max(1, known - reserve);
      return window;
    },
    ...(options.pricing === undefined ? {} : { pricing: options.pricing }),
    loadPricing: async () => options.pricing ?? (await modelFacts("anthropic", modelId))?.pricing,
    ...(countsPrompts
      ? {
          async countPromptTokens(request: ModelRequest) {
            const { messages } = await clientOf();
            const { max_tokens: _, ...counted } = messageRequest(request, callPlan(request, settings), settings);
            const count = await withCallSignal(request.signal, (signal) => messages.countTokens(counted, { signal }));
            return count.input_tokens;
          },
        }
      : {}),
    ...adapterCalls((request) => {
      const plan = callPlan(request, settings);
      const answer = new AnswerStream();
      return {
        output: plan.output,
        whole: (signal) => askWhole(request, plan, answer, signal),
        streamed: (signal) => askStreamed(request, plan, answer, signal),
        failed: (error) =>
          chargedFailure(callFailure(error, contextOf(request), request.signal), answer.response().usage),
      };
    }, streaming),
  };
}
