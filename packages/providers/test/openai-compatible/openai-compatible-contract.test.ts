import { type OpenAICompatibleOptions, openaiCompatibleModel } from "../../src/openai-compatible/index.js";
import { type AdapterUnderTest, adapterContract } from "../contract/adapter-contract.js";
import { llamaCpp } from "../wire-mock/dialects/llama-cpp.js";
import { lmStudio } from "../wire-mock/dialects/lm-studio.js";
import { ollama } from "../wire-mock/dialects/ollama.js";
import { openaiChat } from "../wire-mock/dialects/openai-chat.js";
import { sglang } from "../wire-mock/dialects/sglang.js";
import { vllm } from "../wire-mock/dialects/vllm.js";
import type { Dialect } from "../wire-mock/mock-types.js";

const has: AdapterUnderTest["has"] = {
  nativeTools: true,
  reasoning: true,
  contentFilter: true,
  cachedUsage: true,
  reasoningUsage: true,
  callIndex: true,
  key: true,
  fetch: true,
  streaming: true,
};

function server(
  name: string,
  dialect: Dialect,
  differs: Partial<AdapterUnderTest["has"]> = {},
  options: Partial<OpenAICompatibleOptions> = {},
): void {
  adapterContract(name, {
    dialect,
    makeModel: (mock, given) =>
      openaiCompatibleModel("test-model", { baseURL: mock.baseURL, toolCalls: "native", ...options, ...given }),
    has: { ...has, ...differs },
  });
}

server("llama.cpp", llamaCpp);
server("vLLM 0.8", vllm("0.8.5"));
server("vLLM 0.12", vllm("0.12.0"));
server("SGLang", sglang);
server("LM Studio", lmStudio);
server("Ollama", ollama(), {
  key: false,
  contentFilter: false,
  cachedUsage: false,
  reasoningUsage: false,
  callIndex: false,
});
server("a server nobody recognises", openaiChat, { reasoning: false });
server("llama.cpp, whole replies", llamaCpp, { streaming: false }, { streaming: false });
server(
  "Ollama, whole replies",
  ollama(),
  { key: false, contentFilter: false, cachedUsage: false, reasoningUsage: false, streaming: false },
  { streaming: false },
);
