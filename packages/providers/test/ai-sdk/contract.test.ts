import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createOpenAICompatible as createPrevious } from "@ai-sdk/openai-compatible-v2";
import { aiSdkModel, boundedFetch } from "@pelorus/providers/ai-sdk";
import { adapterContract } from "../contract/adapter-contract.js";
import { openaiChat } from "../wire-mock/dialects/openai-chat.js";

const has = {
  nativeTools: true,
  reasoning: false,
  contentFilter: true,
  cachedUsage: true,
  reasoningUsage: false,
  callIndex: false,
  key: true,
  fetch: true,
  streaming: true,
};

// Real packages of that SDK, one of each specification, against a server on this machine.
for (const [name, create] of [
  ["AI SDK v3", createOpenAICompatible],
  ["AI SDK v2", createPrevious],
] as const) {
  adapterContract(name, {
    dialect: openaiChat,
    has,
    makeModel: (mock, { apiKey, fetch, ...limits }) => {
      const provider = create({
        name: "local",
        baseURL: mock.baseURL,
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...(apiKey === undefined ? {} : { apiKey }),
        fetch: boundedFetch({ ...limits, ...(fetch === undefined ? {} : { fetch }) }),
      });
      return aiSdkModel(provider("test-model"), limits);
    },
  });
}
