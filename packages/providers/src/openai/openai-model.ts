import type { LanguageModel, ModelRequest, ModelResponse, ModelStreamPart } from "@pelorus/core";
import { modelFacts } from "../catalogue/model-facts.js";
import { readChatReply } from "../chat-completions/chat-reply.js";
import { readChunk } from "../chat-completions/read-chunk.js";
import { adapterCalls } from "../wire/adapter-calls.js";
import { AnswerStream } from "../wire/answer-stream.js";
import { bodyOf } from "../wire/body-of.js";
import { callFailure } from "../wire/call-failure.js";
import { endWithoutWord } from "../wire/end-without-word.js";
import { keptClient } from "../wire/kept-client.js";
import type { FailureContext } from "../wire/provider-failure.js";
import { readEvents } from "../wire/read-events.js";
import type { StrictOutput } from "../wire/strict-output.js";
import { untilFinished } from "../wire/until-finished.js";
import { wireLimits } from "../wire/wire-limits.js";
import { type CallSettings, outputOf } from "./call-settings.js";
import { chatRequest } from "./chat-request.js";
import { loadClient } from "./load-client.js";
import { modelFamily, reasoningReserve } from "./model-family.js";
import type { OpenAIModelOptions } from "./openai-options.js";
import { ResponsesEvents } from "./responses-event.js";
import { readResponse } from "./responses-reply.js";
import { responsesRequest } from "./responses-request.js";

/**
 * A model of OpenAI, by the `openai` package (6 or 7), which is loaded at the first call. Calls are whole in themselves:
 * nothing is stored with the vendor. Window and prices come from the installed snapshot unless given. A RangeError for
 * limits that are none; calls fail with `ModelCallError`, `ContextOverflowError` or `ProviderError`.
 */
export function openaiModel(modelId: string, options: OpenAIModelOptions = {}): LanguageModel {
  const { api = "responses", toolCalls = "native", streaming = true, reasoningEffort, reasoningSummary } = options;
  const limits = wireLimits(options);
  const family = modelFamily(modelId);
  const thinks = options.thinks ?? family.thinks;
  const reserve = options.reasoningReserve ?? (thinks ? reasoningReserve(reasoningEffort) : 0);
  if (!Number.isSafeInteger(reserve) || reserve < 0) throw new RangeError("reasoningReserve must be an integer ≥ 0.");
  const settings: CallSettings = { modelId, thinks, reasoningEffort, reasoningSummary, reserve, toolCalls };

  const clientOf = keptClient(() => loadClient(options, limits));
  let window: number | undefined;
  const contextOf = (request: ModelRequest): FailureContext => ({
    vendor: "OpenAI",
    secrets: [options.apiKey, options.client?.apiKey ?? undefined, process.env.OPENAI_API_KEY],
    window,
    reservedTokens: request.maxOutputTokens,
  });

  async function askWhole(
    request: ModelRequest,
    output: StrictOutput | null,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const { chat, responses } = await clientOf();
    if (api === "chat")
      return readChatReply(await chat.completions.create(chatRequest(request, output, settings), { signal }), "OpenAI");
    const answer = new AnswerStream();
    readResponse(
      answer,
      await responses.create(responsesRequest(request, output, settings), { signal }),
      contextOf(request),
    );
    return answer.response();
  }

  async function* askStreamed(
    request: ModelRequest,
    output: StrictOutput | null,
    signal: AbortSignal,
  ): AsyncGenerator<ModelStreamPart> {
    const { chat, responses } = await clientOf();
    const answer = new AnswerStream();
    const context = contextOf(request);
    // The package's own reader of streams copies all it holds with every piece that comes; the bytes are read here.
    const response =
      api === "chat"
        ? await chat.completions
            .create(
              { ...chatRequest(request, output, settings), stream: true, stream_options: { include_usage: true } },
              { signal },
            )
            .asResponse()
        : await responses
            .create({ ...responsesRequest(request, output, settings), stream: true }, { signal })
            .asResponse();
    const events = untilFinished(readEvents(bodyOf(response, context.vendor)), () => answer.isFinished);
    if (api === "chat") for await (const chunk of events) yield* readChunk(answer, chunk, context);
    else {
      const reader = new ResponsesEvents(answer, context);
      for await (const event of events) yield* reader.read(event);
    }
    if (!answer.isFinished) throw endWithoutWord("OpenAI", answer);
    yield* answer.finish();
  }

  return {
    provider: "openai",
    modelId,
    capabilities: ["tool-call", "structured-output", "prefix-cache", ...(streaming ? (["streaming"] as const) : [])],
    ...(family.tokenEncoding === undefined ? {} : { tokenEncoding: family.tokenEncoding }),
    ...(reserve === 0 ? {} : { outputReserve: reserve }),
    windowSource: "catalogue",
    async contextWindowSize() {
      const known = options.contextWindow ?? (await modelFacts("openai", family.baseModel))?.contextWindow;
      // What thinking may take cannot be budgeted for anything else.
      window = known === undefined ? undefined : Math.max(1, known - reserve);
      return window;
    },
    ...(typeof options.pricing === "object" ? { pricing: options.pricing } : {}),
    ...(options.pricing === undefined
      ? { loadPricing: async () => (await modelFacts("openai", modelId))?.pricing }
      : {}),
    ...adapterCalls((request) => {
      const output = outputOf(request);
      return {
        output,
        whole: (signal) => askWhole(request, output, signal),
        streamed: (signal) => askStreamed(request, output, signal),
        failed: (error) => callFailure(error, contextOf(request), request.signal),
      };
    }, streaming),
  };
}
