import { LLMock } from "@copilotkit/aimock";
import { type LanguageModel, ModelCallError } from "@pelorus/core";
import { OpenAI } from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openaiModel } from "../../src/openai/index.js";
import { openaiCompatibleModel } from "../../src/openai-compatible/index.js";
import { collect, modelRequest } from "../contract/adapter-contract.js";

/** A mock by other people, which the vendors' own packages accept: a second opinion on the wire. */
const mock = new LLMock({ port: 0, host: "127.0.0.1" });
const TOOL = {
  name: "ferry_times",
  description: "Departures.",
  inputSchema: { type: "object", properties: { day: { type: "string" } } },
};

beforeAll(async () => {
  mock.onMessage(/river/, {
    content: "The Rhine, the Nile 🌍, the Danube.",
    usage: { prompt_tokens: 12, completion_tokens: 9, input_tokens: 12, output_tokens: 9, total_tokens: 21 },
  });
  mock.onMessage(/think/, { content: "Nine.", reasoning: "The timetable says so." });
  mock.onMessage(/call/, { toolCalls: [{ id: "call_a", name: "ferry_times", arguments: '{"day":"Monday"}' }] });
  mock.onMessage(/fail/, {
    error: { message: "Slow down.", type: "rate_limit_error", code: "rate_limit_exceeded" },
    status: 429,
  });
  await mock.start();
});
afterAll(() => mock.stop());

const MODELS: readonly (readonly [string, () => LanguageModel])[] = [
  ["Responses API", () => openaiModel("gpt-5-mini", { apiKey: "sk-aimock-0123456789", baseURL: `${mock.url}/v1` })],
  [
    "Chat Completions",
    () => openaiModel("gpt-4.1-mini", { api: "chat", apiKey: "sk-aimock-0123456789", baseURL: `${mock.url}/v1` }),
  ],
  [
    "a client of the caller's",
    () =>
      openaiModel("gpt-4.1-mini", {
        client: new OpenAI({ apiKey: "sk-aimock-0123456789", baseURL: `${mock.url}/v1` }),
      }),
  ],
  [
    "plain Chat Completions",
    () => openaiCompatibleModel("gpt-4.1-mini", { baseURL: `${mock.url}/v1`, server: "other", toolCalls: "native" }),
  ],
];

describe("against a mock the official package accepts", () => {
  for (const [name, make] of MODELS) {
    it(`${name}: text, whole and streamed`, async () => {
      const request = modelRequest({ prompt: "Name a river." });
      const whole = await make().doGenerate(request);
      expect(whole).toMatchObject({ text: "The Rhine, the Nile 🌍, the Danube.", finishReason: "stop" });
      expect(whole.usage?.inputTokens).toBeGreaterThan(0);
      const parts = await collect(make(), request);
      expect(parts.flatMap((part) => (part.type === "text" ? [part.delta] : [])).join("")).toBe(whole.text);
      expect(parts.at(-1)).toMatchObject({ type: "finish", response: { text: whole.text, finishReason: "stop" } });
    });

    it(`${name}: calls, whole and streamed`, async () => {
      const request = modelRequest({ prompt: "Make a call.", tools: [TOOL] });
      const expected = {
        finishReason: "tool-calls",
        toolCalls: [{ id: "call_a", name: "ferry_times", arguments: '{"day":"Monday"}' }],
      };
      expect(await make().doGenerate(request)).toMatchObject(expected);
      expect((await collect(make(), request)).at(-1)).toMatchObject({ type: "finish", response: expected });
    });

    it(`${name}: reasoning is kept apart`, async () => {
      const last = (await collect(make(), modelRequest({ prompt: "Please think." }))).at(-1);
      expect(last).toMatchObject({ response: { text: "Nine.", reasoning: "The timetable says so." } });
    });

    it(`${name}: a refusal is asked once, and typed`, async () => {
      const before = mock.getRequests().length;
      const failure: unknown = await make()
        .doGenerate(modelRequest({ prompt: "Please fail." }))
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ModelCallError);
      expect(failure).toMatchObject({ statusCode: 429, isRetryable: true });
      expect(mock.getRequests().length - before).toBe(1);
    });
  }
});
