import { openaiModel } from "../../src/openai/index.js";
import { adapterContract } from "../contract/adapter-contract.js";
import { openaiChat } from "../wire-mock/dialects/openai-chat.js";
import { openaiResponses } from "../wire-mock/dialects/openai-responses.js";

const has = {
  nativeTools: true,
  contentFilter: true,
  cachedUsage: true,
  reasoningUsage: true,
  key: true,
  fetch: true,
  streaming: true,
};

adapterContract("openai, Responses API", {
  dialect: openaiResponses,
  model: "gpt-4.1-mini",
  makeModel: (mock, options) => openaiModel("gpt-4.1-mini", { baseURL: mock.baseURL, ...options }),
  has: { ...has, reasoning: true, callIndex: false },
});

adapterContract("openai, Chat Completions", {
  dialect: openaiChat,
  model: "gpt-4.1-mini",
  makeModel: (mock, options) => openaiModel("gpt-4.1-mini", { api: "chat", baseURL: mock.baseURL, ...options }),
  has: { ...has, reasoning: false, callIndex: true },
});
