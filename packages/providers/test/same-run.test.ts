import { fileURLToPath } from "node:url";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createOpenAICompatible as createPrevious } from "@ai-sdk/openai-compatible-v2";
import { type LanguageModel, memoryJournal, type PositionedResult, runPositioned, verifyRecord } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { aiSdkModel } from "../src/ai-sdk/index.js";
import { anthropicModel } from "../src/anthropic/index.js";
import { offlineModel } from "../src/offline/index.js";
import { openaiModel } from "../src/openai/index.js";
import { openaiCompatibleModel } from "../src/openai-compatible/index.js";
import { anthropic } from "./wire-mock/dialects/anthropic.js";
import { llamaCpp } from "./wire-mock/dialects/llama-cpp.js";
import { lmStudio } from "./wire-mock/dialects/lm-studio.js";
import { ollama } from "./wire-mock/dialects/ollama.js";
import { openaiChat } from "./wire-mock/dialects/openai-chat.js";
import { openaiResponses } from "./wire-mock/dialects/openai-responses.js";
import { sglang } from "./wire-mock/dialects/sglang.js";
import { vllm } from "./wire-mock/dialects/vllm.js";
import type { Dialect } from "./wire-mock/mock-types.js";
import { offlineBrain } from "./wire-mock/offline-brain.js";
import { startWireMock, type WireMock } from "./wire-mock/wire-mock.js";

const FOLDER = fileURLToPath(new URL("./fixtures/corpus/guides", import.meta.url));
const REQUEST =
  "Find out how long tram line 4 takes from the airport. Compare the Clock Museum with the Botanical Garden. Then summarise both findings.";
const KEY = "sk-same-run-0123456789";

/** One row per way to a model: the same request, the same answers, another wire. */
const MODELS: readonly {
  readonly name: string;
  readonly dialect: Dialect;
  readonly model?: string;
  readonly key?: string;
  readonly make: (mock: WireMock) => LanguageModel;
}[] = [
  {
    name: "openai, Responses API",
    dialect: openaiResponses,
    model: "gpt-4.1-mini",
    key: KEY,
    make: (mock) => openaiModel("gpt-4.1-mini", { apiKey: KEY, baseURL: mock.baseURL }),
  },
  {
    name: "openai, Chat Completions, tools by the schema",
    dialect: openaiChat,
    model: "gpt-4.1-mini",
    key: KEY,
    make: (mock) => openaiModel("gpt-4.1-mini", { api: "chat", toolCalls: "json", apiKey: KEY, baseURL: mock.baseURL }),
  },
  {
    name: "openai, a model that thinks",
    dialect: openaiResponses,
    model: "gpt-5-mini",
    key: KEY,
    make: (mock) => openaiModel("gpt-5-mini", { apiKey: KEY, reasoningEffort: "low", baseURL: mock.baseURL }),
  },
  {
    name: "anthropic",
    dialect: anthropic,
    model: "claude-sonnet-5",
    key: KEY,
    make: (mock) => anthropicModel("claude-sonnet-5", { apiKey: KEY, baseURL: mock.baseURL }),
  },
  {
    name: "anthropic, a model that thinks, tools by the schema",
    dialect: anthropic,
    model: "claude-sonnet-5",
    key: KEY,
    make: (mock) =>
      anthropicModel("claude-sonnet-5", {
        apiKey: KEY,
        baseURL: mock.baseURL,
        thinking: { budgetTokens: 1024 },
        toolCalls: "json",
        promptCache: false,
      }),
  },
  {
    name: "anthropic, replies by a forced tool",
    dialect: anthropic,
    model: "claude-3-old",
    key: KEY,
    make: (mock) => anthropicModel("claude-3-old", { apiKey: KEY, baseURL: mock.baseURL }),
  },
  ...[createOpenAICompatible, createPrevious].flatMap((create) =>
    (["native", "json"] as const).map((toolCalls) => ({
      name: `ai-sdk, specification ${create === createPrevious ? "v2" : "v3"}, tools ${toolCalls}`,
      dialect: openaiChat,
      key: KEY,
      make: (mock: WireMock) => {
        const provider = create({
          name: "local",
          apiKey: KEY,
          baseURL: mock.baseURL,
          includeUsage: true,
          supportsStructuredOutputs: true,
        });
        return aiSdkModel(provider("test-model"), { toolCalls });
      },
    })),
  ),
  ...[llamaCpp, lmStudio, ollama(), sglang, vllm("0.9.1"), vllm("0.12.0"), openaiChat].map((dialect) => ({
    name: `openai-compatible, ${dialect.name}`,
    dialect,
    make: (mock: WireMock) => openaiCompatibleModel("test-model", { baseURL: mock.baseURL }),
  })),
];

/** What must not depend on the wire. */
function lifecycleOf(result: PositionedResult) {
  return {
    text: result.text,
    status: result.status,
    operations: result.operations,
    steps: result.steps.map(({ operation, outcome, calls, windows, outputDigest }) => ({
      operation,
      outcome,
      calls,
      windows,
      outputDigest,
    })),
    transitions: result.eventStream.map((event) => [event.operation, event.state]),
    observations: result.observationCount,
    modelCalls: result.usage.calls,
    nodes: result.nodes.length,
  };
}

async function run(model: LanguageModel) {
  const journal = memoryJournal();
  const result = await runPositioned(REQUEST, {
    model,
    tools: documentTools(FOLDER),
    journal,
    runId: "same-run",
    sessionId: "same-session",
  });
  return { result, record: await verifyRecord({ journal, runId: "same-run" }) };
}

describe("the same request over every wire", () => {
  const mocks: WireMock[] = [];
  let expected: ReturnType<typeof lifecycleOf>;
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
  });

  beforeAll(async () => {
    const { result, record } = await run(offlineModel());
    expect(result.status).toBe("complete");
    expect(result.observationCount).toBeGreaterThan(1);
    expect(result.operations.length).toBeGreaterThan(2);
    expect(record.intact).toBe(true);
    expected = lifecycleOf(result);
  });

  for (const { name, dialect, model, key, make } of MODELS) {
    it(`${verifies("POS-LIF-01", "POS-PRS-10", "POS-REC-05")}${name}: equal lifecycle, valid record`, async () => {
      const mock = await startWireMock({
        dialect,
        answer: offlineBrain,
        // Counted exactly, so that a prompt that does not fit is refused as the vendor refuses it.
        window: 16_384,
        ...(model === undefined ? {} : { model }),
        ...(key === undefined ? {} : { key }),
      });
      mocks.push(mock);
      const { result, record } = await run(make(mock));
      expect(result.error).toBeNull();
      expect(lifecycleOf(result)).toEqual(expected);
      expect(record.intact).toBe(true);
      expect(mock.requests).toHaveLength(expected.modelCalls);
      expect(JSON.stringify(result.events)).not.toContain(KEY);
    });
  }
});
