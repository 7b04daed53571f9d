import { anthropicModel } from "@pelorus/providers/anthropic";
import { adapterContract } from "../contract/adapter-contract.js";
import { anthropic } from "../wire-mock/dialects/anthropic.js";

const has = {
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

adapterContract("anthropic", {
  dialect: anthropic,
  model: "claude-sonnet-5",
  makeModel: (mock, options) => anthropicModel("claude-sonnet-5", { baseURL: mock.baseURL, ...options }),
  has,
});

adapterContract("anthropic, replies by a forced tool", {
  dialect: anthropic,
  model: "claude-3-old",
  makeModel: (mock, options) => anthropicModel("claude-3-old", { baseURL: mock.baseURL, ...options }),
  has,
});
