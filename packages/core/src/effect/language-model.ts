import { ModelCallError } from "../contract/error.js";
import { lazyMember } from "../contract/lazy-member.js";
import type { ChatProvider, LanguageModel, ModelCall, ModelRequest, ModelResponse } from "../contract/model.js";

/** Makes a `LanguageModel` of a plain function. It has no window of its own and cannot stream. */
export function modelFromFunction(call: ModelCall): LanguageModel {
  return {
    provider: "function",
    modelId: call.name || "anonymous",
    async doGenerate(request) {
      return asModelResponse(await call(request.prompt, request.schema, new CallOptions(request)));
    },
  };
}

/** What a plain function is told beside prompt and schema. */
class CallOptions {
  readonly maxOutputTokens: number;
  declare readonly signal: AbortSignal;
  readonly #request: ModelRequest;
  // A signal that nobody reads is never made.
  static readonly #signal = lazyMember((options: CallOptions) => options.#request.signal);

  constructor(request: ModelRequest) {
    this.#request = request;
    this.maxOutputTokens = request.maxOutputTokens;
    Object.defineProperty(this, "signal", CallOptions.#signal);
  }
}

/** Makes a `LanguageModel` of the three methods a chat provider has (POS, table of §1). */
export function fromChatProvider(provider: ChatProvider): LanguageModel {
  return {
    provider: provider.name ?? "chat-provider",
    modelId: provider.name ?? "chat-provider",
    contextWindowSize: () => provider.contextWindowSize(),
    countTokens: (text) => provider.countTokens(text),
    async doGenerate({ prompt, temperature, maxOutputTokens, signal }) {
      return asModelResponse(
        await provider.generateChat([{ role: "user", content: prompt }], {
          temperature,
          maxTokens: maxOutputTokens,
          signal,
        }),
      );
    },
  };
}

/** Reads what a model returned; anything but text or a response with text is an error, never an empty success. */
export function asModelResponse(returned: unknown): ModelResponse {
  if (typeof returned === "string") return { text: returned };
  if (typeof returned === "object" && returned !== null && typeof (returned as ModelResponse).text === "string") {
    return returned as ModelResponse;
  }
  const what = returned === null ? "null" : Array.isArray(returned) ? "an array" : `${typeof returned}`;
  throw new ModelCallError(`The model returned ${what}; expected a string or {text, …}.`);
}
