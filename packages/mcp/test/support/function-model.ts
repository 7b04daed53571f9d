import type { LanguageModel, ModelRequest } from "@pelorus/core";

/** A model that is a function of what it is asked. */
export function functionModel(
  answer: (request: ModelRequest, call: number) => string | Promise<string>,
): LanguageModel & { readonly calls: ModelRequest[] } {
  const calls: ModelRequest[] = [];
  return {
    provider: "test",
    modelId: "function",
    contextWindowSize: () => 100_000,
    calls,
    async doGenerate(request) {
      calls.push(request);
      return { text: await answer(request, calls.length), finishReason: "stop" };
    },
  };
}

/** A tool call in the envelope a frame asks for. */
export const callOf = (capabilityId: string, args: Record<string, unknown> = {}): string =>
  JSON.stringify({ capability_id: capabilityId, arguments: args });

/** An answer in the envelope a frame asks for. */
export const answerOf = (answer: string): string => JSON.stringify({ capability_id: null, answer });
