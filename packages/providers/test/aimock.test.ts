import { LLMock } from "@copilotkit/aimock";
import { type LanguageModel, runPositioned } from "@pelorus/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anthropicModel } from "../src/anthropic/index.js";
import { openaiModel } from "../src/openai/index.js";
import { openaiCompatibleModel } from "../src/openai-compatible/index.js";
import { collect, modelRequest } from "./contract/adapter-contract.js";

// Another hand's idea of the vendors' wires: what both mocks agree on is less likely to be a fancy of ours.
const mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 7 });
const TOOL = {
  name: "ferry_times",
  description: "Departures of a ferry.",
  inputSchema: {
    type: "object",
    properties: { day: { type: "string" } },
    required: ["day"],
    additionalProperties: false,
  },
} as const;

let origin = "";
beforeAll(async () => {
  mock.onMessage(/think first/, { content: "At nine. 🌍", reasoning: "The timetable says nine." });
  mock.onMessage(/which day/, { toolCalls: [{ name: TOOL.name, arguments: '{"day":"Montag 🌍"}' }] });
  mock.onMessage(/cut it/, { content: "At nine, from pier 2, and again at noon." }, { truncateAfterChunks: 3 });
  mock.onMessage(/./, { content: "There are eight apples in the store." });
  origin = await mock.start();
});
afterAll(() => mock.stop());

const MODELS: readonly (readonly [string, () => LanguageModel])[] = [
  ["openai, Responses API", () => openaiModel("gpt-4.1-mini", { apiKey: "test", baseURL: `${origin}/v1` })],
  [
    "openai, Chat Completions",
    () => openaiModel("gpt-4.1-mini", { api: "chat", apiKey: "test", baseURL: `${origin}/v1` }),
  ],
  ["anthropic", () => anthropicModel("claude-sonnet-5", { apiKey: "test", baseURL: origin })],
  [
    "openai-compatible",
    () => openaiCompatibleModel("llama", { baseURL: `${origin}/v1`, toolCalls: "native", server: "other" }),
  ],
];

describe("the official packages against aimock", () => {
  for (const [name, make] of MODELS) {
    it(`${name}: text and calls, whole and streamed`, async () => {
      const model = make();
      expect((await model.doGenerate(modelRequest())).text).toBe("There are eight apples in the store.");
      const parts = await collect(model, modelRequest());
      expect(parts.flatMap((part) => (part.type === "text" ? [part.delta] : [])).join("")).toBe(
        "There are eight apples in the store.",
      );
      const asked = modelRequest({ prompt: "On which day does it go?", tools: [TOOL], purpose: "tool" });
      for (const response of [await model.doGenerate(asked), (await collect(model, asked)).at(-1)].map((last) =>
        last !== undefined && "type" in last && last.type === "finish" ? last.response : last,
      )) {
        expect(response).toMatchObject({ finishReason: "tool-calls" });
        const [call] = (response as { toolCalls?: { name: string; arguments: unknown }[] }).toolCalls ?? [];
        expect(call?.name).toBe(TOOL.name);
        const { arguments: given } = call ?? {};
        expect(typeof given === "string" ? JSON.parse(given) : given).toEqual({ day: "Montag 🌍" });
      }
    });

    it(`${name}: a stream that breaks is a failure that can be retried`, async () => {
      await expect(collect(make(), modelRequest({ prompt: "Please cut it." }))).rejects.toMatchObject({
        isRetryable: true,
      });
    });

    it(`${name}: a run from end to end`, async () => {
      const result = await runPositioned("How many apples are in the store?", {
        model: make(),
        onFailedChecks: "record",
      });
      expect([result.error, result.text]).toEqual([null, "There are eight apples in the store."]);
    });
  }

  it("anthropic thinks apart from its answer", async () => {
    const model = anthropicModel("claude-sonnet-5", {
      apiKey: "test",
      baseURL: origin,
      thinking: { budgetTokens: 1024 },
    });
    const response = await model.doGenerate(modelRequest({ prompt: "Do think first." }));
    expect(response).toMatchObject({ text: "At nine. 🌍", reasoning: "The timetable says nine." });
  });
});
