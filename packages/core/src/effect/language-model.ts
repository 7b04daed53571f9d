import { ModelCallError } from "../contract/error.js";
import type { ChatProvider, LanguageModel, ModelCall, ModelResponse } from "../contract/model.js";

/** Makes a `LanguageModel` of a plain function. It has no window of its own and cannot stream. */
export function modelFromFunction(call: ModelCall): LanguageModel {
  return {
    provider: "function",
    modelId: call.name || "anonymous",
    async doGenerate(request) {
      const { prompt, schema, maxOutputTokens } = request;
      const options = {
        maxOutputTokens,
        // Read when it is looked at: a signal that nobody reads is never made.
        get signal() {
          return request.signal;
        },
      };
      return asModelResponse(await call(prompt, schema, options));
    },
  };
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
