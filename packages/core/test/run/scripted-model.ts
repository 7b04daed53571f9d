import type { LanguageModel, ModelRequest, ModelResponse, ModelStreamPart } from "@pelorus/core";

/** A model that answers by a function of the request and keeps what it was asked. */
export function scriptedModel(
  answer: (request: ModelRequest, call: number) => string | ModelResponse | Promise<string | ModelResponse>,
  extra: Partial<LanguageModel> = {},
): LanguageModel & { readonly calls: ModelRequest[] } {
  const calls: ModelRequest[] = [];
  return {
    provider: "test",
    modelId: "scripted",
    contextWindowSize: () => 100_000,
    ...extra,
    calls,
    async doGenerate(request) {
      calls.push(request);
      const reply = await answer(request, calls.length);
      return typeof reply === "string" ? { text: reply, finishReason: "stop" } : reply;
    },
  };
}

/** The same with streaming: the text comes in pieces of `size` characters. */
export function streamingModel(
  answer: (request: ModelRequest, call: number) => string,
  options: { readonly size?: number; readonly pause?: () => Promise<void> } = {},
): LanguageModel & { readonly calls: ModelRequest[] } {
  const model = scriptedModel(answer);
  return {
    ...model,
    async *doStream(request): AsyncGenerator<ModelStreamPart> {
      model.calls.push(request);
      const text = answer(request, model.calls.length);
      for (let start = 0; start < text.length; start += options.size ?? 5) {
        await options.pause?.();
        if (request.signal.aborted) throw request.signal.reason;
        yield { type: "text", delta: text.slice(start, start + (options.size ?? 5)) };
      }
      yield { type: "finish", response: { text, finishReason: "stop" } };
    },
  };
}

/** A tool call in the envelope a frame asks for. */
export function callOf(capabilityId: string, args: Record<string, unknown> = {}): string {
  return JSON.stringify({ capability_id: capabilityId, arguments: args });
}

/** An answer in the envelope a frame asks for. */
export function answerOf(answer: string): string {
  return JSON.stringify({ capability_id: null, answer });
}
