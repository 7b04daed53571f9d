import { APICallError, type LanguageModelV3GenerateResult, type LanguageModelV3Usage } from "@ai-sdk/provider";
import type { LanguageModelV2 } from "@ai-sdk/provider-v2";
import {
  ContextOverflowError,
  ModelCallError,
  type ModelStreamPart,
  memoryJournal,
  runPositioned,
  verifyRecord,
} from "@pelorus/core";
import { ProviderError } from "@pelorus/providers";
import { type AiSdkModelOptions, aiSdkModel } from "@pelorus/providers/ai-sdk";
import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { requestOf } from "../resilience/fake-model.js";

const usageV3 = (
  input: Partial<LanguageModelV3Usage["inputTokens"]>,
  output: Partial<LanguageModelV3Usage["outputTokens"]>,
) =>
  ({
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined, ...input },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined, ...output },
  }) satisfies LanguageModelV3Usage;

function v3(result: Partial<LanguageModelV3GenerateResult>, more: { provider?: string; modelId?: string } = {}) {
  return new MockLanguageModelV3({
    ...more,
    doGenerate: {
      content: [{ type: "text", text: "Eight." }],
      finishReason: { unified: "stop", raw: "stop" },
      usage: usageV3({ total: 10 }, { total: 2 }),
      warnings: [],
      ...result,
    },
  });
}

type V2Result = Awaited<ReturnType<LanguageModelV2["doGenerate"]>>;
type V2Part = Awaited<ReturnType<LanguageModelV2["doStream"]>>["stream"] extends ReadableStream<infer P> ? P : never;

/** A model of the previous specification. */
function v2(
  result: Partial<V2Result>,
  parts: readonly V2Part[] = [],
  provider = "double",
): LanguageModelV2 & { calls: unknown[] } {
  const calls: unknown[] = [];
  return {
    specificationVersion: "v2",
    provider,
    modelId: "previous",
    supportedUrls: {},
    calls,
    async doGenerate(options) {
      calls.push(options);
      return {
        content: [{ type: "text", text: "Eight." }],
        finishReason: "stop",
        usage: { inputTokens: 10, outputTokens: 2, totalTokens: 12 },
        warnings: [],
        ...result,
      };
    },
    async doStream(options) {
      calls.push(options);
      return { stream: simulateReadableStream({ chunks: [...parts], initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  };
}

const whole = (model: Parameters<typeof aiSdkModel>[0], options?: AiSdkModelOptions) =>
  aiSdkModel(model, options).doGenerate(requestOf("How many?"));

async function collected(
  model: Parameters<typeof aiSdkModel>[0],
  options?: AiSdkModelOptions,
): Promise<ModelStreamPart[]> {
  const parts: ModelStreamPart[] = [];
  for await (const part of aiSdkModel(model, options).doStream?.(requestOf("How many?")) ?? []) parts.push(part);
  return parts;
}

describe("a model of the AI SDK", () => {
  it("takes the current and the previous specification, and says what else it was given", () => {
    expect(aiSdkModel(v3({}, { provider: "openai.responses", modelId: "gpt-5" }))).toMatchObject({
      provider: "openai.responses",
      modelId: "gpt-5",
    });
    expect(aiSdkModel(v2({})).modelId).toBe("previous");
    for (const [wrong, words] of [
      ["openai/gpt-5", 'the name "openai/gpt-5"'],
      [{ ...v2({}), specificationVersion: "v1" }, 'specification "v1"'],
      [{}, "something else"],
      [null, "something else"],
    ] as const) {
      expect(() => aiSdkModel(wrong as never)).toThrow(words);
      expect(() => aiSdkModel(wrong as never)).toThrow(ProviderError);
    }
  });

  it("asks as both specifications take it: text, limit, temperature, schema, tools, signal, options", async () => {
    const model = v3({});
    const tool = { name: "look_up", description: "Looks up.", inputSchema: { properties: { q: { type: "string" } } } };
    const adapted = aiSdkModel(model, { providerOptions: { openai: { store: false } } });
    await adapted.doGenerate(
      requestOf("How many?", { tools: [tool], schema: { type: "object" }, temperature: 0.7, maxOutputTokens: 77 }),
    );
    expect(model.doGenerateCalls[0]).toMatchObject({
      prompt: [{ role: "user", content: [{ type: "text", text: "How many?" }] }],
      maxOutputTokens: 77,
      temperature: 0.7,
      tools: [{ type: "function", name: "look_up", description: "Looks up.", inputSchema: { type: "object" } }],
      toolChoice: { type: "auto" },
      providerOptions: { openai: { store: false } },
    });
    expect(model.doGenerateCalls[0]?.responseFormat).toBeUndefined();
    expect(model.doGenerateCalls[0]?.headers).toBeUndefined();
    const open = { type: "object", properties: { n: { type: "integer" } } };
    await adapted.doGenerate(requestOf("How many?", { schema: open }));
    expect(model.doGenerateCalls[1]).toMatchObject({
      responseFormat: { type: "json", schema: open },
      providerOptions: { openai: { store: false, strictJsonSchema: false } },
    });
    await aiSdkModel(model, { sendsTemperature: false }).doGenerate(requestOf("How many?"));
    expect("temperature" in (model.doGenerateCalls[2] ?? {})).toBe(false);
    await aiSdkModel(model, { toolCalls: "json" }).doGenerate(requestOf("How many?", { tools: [tool], schema: open }));
    expect([model.doGenerateCalls[3]?.tools, model.doGenerateCalls[3]?.responseFormat?.type]).toEqual([
      undefined,
      "json",
    ]);
  });

  it(`${verifies("POS-FRM-01")}marks the stable prefix for the vendor that has marks, and leaves the text as it is`, async () => {
    const model = v3({}, { provider: "anthropic.messages" });
    await aiSdkModel(model).doGenerate(requestOf("RULES. How many?", { stablePrefixLength: 7 }));
    expect(model.doGenerateCalls[0]?.prompt[0]?.content).toEqual([
      { type: "text", text: "RULES. ", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
      { type: "text", text: "How many?" },
    ]);
  });

  for (const [unified, raw, right] of [
    ["stop", "end_turn", "stop"],
    ["length", "max_tokens", "length"],
    ["content-filter", "refusal", "content-filter"],
    ["tool-calls", "tool_use", "tool-calls"],
    ["error", undefined, "error"],
    ["other", "model_context_window_exceeded", "length"],
    ["other", "a word nobody has seen", "stop"],
    ["other", undefined, undefined],
  ] as const) {
    it(`v3 ends ${unified} (${raw ?? "no word"}) as ${right ?? "unknown"}`, async () => {
      expect((await whole(v3({ finishReason: { unified, raw } }))).finishReason).toBe(right);
    });
  }
  for (const [word, right] of [
    ["stop", "stop"],
    ["length", "length"],
    ["content-filter", "content-filter"],
    ["tool-calls", "tool-calls"],
    ["error", "error"],
    ["other", undefined],
    ["unknown", undefined],
  ] as const) {
    it(`v2 ends ${word} as ${right ?? "unknown"}`, async () => {
      expect((await whole(v2({ finishReason: word }))).finishReason).toBe(right);
    });
  }

  it(`${verifies("POS-BUD-13")}B084 usage of v3: totals include the cache, parts are summed where there is no total`, async () => {
    const used = async (usage: LanguageModelV3Usage) => (await whole(v3({ usage }))).usage;
    expect(await used(usageV3({ total: 1000, noCache: 100, cacheRead: 900 }, { total: 50, reasoning: 30 }))).toEqual({
      inputTokens: 1000,
      outputTokens: 50,
      cachedInputTokens: 900,
      reasoningTokens: 30,
    });
    expect(await used(usageV3({ noCache: 100, cacheRead: 700, cacheWrite: 200 }, { text: 20, reasoning: 30 }))).toEqual(
      {
        inputTokens: 1000,
        outputTokens: 50,
        cachedInputTokens: 700,
        cacheWriteInputTokens: 200,
        reasoningTokens: 30,
      },
    );
    expect(await used(usageV3({}, {}))).toBeUndefined();
    expect(await used(usageV3({ total: 7 }, {}))).toEqual({ inputTokens: 7 });
  });

  it(`${verifies("POS-BUD-13")}B084 usage of v2: one vendor's input excludes the cache, the others' includes it`, async () => {
    const usage = { inputTokens: 100, outputTokens: 50, totalTokens: 1050, cachedInputTokens: 90, reasoningTokens: 30 };
    expect((await whole(v2({ usage }))).usage).toMatchObject({
      inputTokens: 100,
      cachedInputTokens: 90,
      reasoningTokens: 30,
    });
    const providerMetadata = { anthropic: { cacheCreationInputTokens: 10 } };
    expect((await whole(v2({ usage, providerMetadata }, [], "anthropic.messages"))).usage).toMatchObject({
      inputTokens: 200,
      cachedInputTokens: 90,
      cacheWriteInputTokens: 10,
    });
    // More from the cache than came in says it by itself.
    expect((await whole(v2({ usage: { ...usage, cachedInputTokens: 900 } }))).usage).toMatchObject({
      inputTokens: 1000,
      cachedInputTokens: 900,
    });
    expect(
      (await whole(v2({ usage: { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined } }))).usage,
    ).toBeUndefined();
  });

  it("reads text, reasoning and our calls of a whole answer, and passes over files, sources and the vendor's own calls", async () => {
    const response = await whole(
      v3({
        content: [
          { type: "reasoning", text: "Counting." },
          { type: "source", sourceType: "url", id: "1", url: "https://example.org" },
          { type: "tool-call", toolCallId: "own", toolName: "web_search", input: "{}", providerExecuted: true },
          { type: "tool-call", toolCallId: "c1", toolName: "look_up", input: '{"q":"apples"}' },
          { type: "file", mediaType: "image/png", data: "" },
          { type: "text", text: "Eight " },
          { type: "text", text: "apples." },
        ],
      }),
    );
    expect(response).toMatchObject({ text: "Eight apples.", reasoning: "Counting.", finishReason: "tool-calls" });
    expect(response.toolCalls).toEqual([{ id: "c1", name: "look_up", arguments: '{"q":"apples"}' }]);
  });

  it("streams v2 parts: deltas, calls in pieces or whole, and what the vendor's package could not do", async () => {
    const warnings: string[] = [];
    const parts = await collected(
      v2({}, [
        {
          type: "stream-start",
          warnings: [{ type: "unsupported-setting", setting: "temperature", details: "ignored" }],
        },
        { type: "response-metadata", id: "r" },
        { type: "reasoning-start", id: "0" },
        { type: "reasoning-delta", id: "0", delta: "Counting." },
        { type: "reasoning-end", id: "0" },
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", delta: "Eight \ud83c" },
        { type: "text-delta", id: "1", delta: "\udf0d" },
        { type: "text-end", id: "1" },
        { type: "tool-input-start", id: "c1", toolName: "look_up" },
        { type: "tool-input-delta", id: "c1", delta: '{"q":' },
        { type: "tool-input-delta", id: "c1", delta: '"a"}' },
        { type: "tool-input-end", id: "c1" },
        { type: "tool-call", toolCallId: "c1", toolName: "look_up", input: '{"q":"a"}' },
        { type: "tool-input-start", id: "w", toolName: "web_search", providerExecuted: true },
        { type: "tool-input-delta", id: "w", delta: "{}" },
        { type: "tool-call", toolCallId: "c2", toolName: "look_up", input: '{"q":"b"}' },
        { type: "raw", rawValue: {} },
        { type: "finish", finishReason: "tool-calls", usage: { inputTokens: 9, outputTokens: 3, totalTokens: 12 } },
      ]),
      { onWarning: (warning) => warnings.push(warning) },
    );
    expect(parts.slice(0, -1)).toEqual([
      { type: "reasoning", delta: "Counting." },
      { type: "text", delta: "Eight " },
      { type: "text", delta: "🌍" },
      { type: "tool_input", callId: "c1", delta: '{"q":' },
      { type: "tool_input", callId: "c1", delta: '"a"}' },
      { type: "tool_input", callId: "c2", delta: '{"q":"b"}' },
    ]);
    expect(parts.at(-1)).toEqual({
      type: "finish",
      response: {
        text: "Eight 🌍",
        reasoning: "Counting.",
        toolCalls: [
          { id: "c1", name: "look_up", arguments: '{"q":"a"}' },
          { id: "c2", name: "look_up", arguments: '{"q":"b"}' },
        ],
        finishReason: "tool-calls",
        usage: { inputTokens: 9, outputTokens: 3 },
      },
    });
    expect(warnings).toEqual(["unsupported-setting: temperature: ignored"]);
  });

  it("an error inside a stream is thrown as what it is, a stream without its end is cut", async () => {
    const overloaded = { type: "overloaded_error", message: "Overloaded" };
    await expect(
      collected(
        v2({}, [
          { type: "text-delta", id: "1", delta: "Ei" },
          { type: "error", error: overloaded },
        ]),
      ),
    ).rejects.toMatchObject({
      isRetryable: true,
      message: expect.stringContaining("Overloaded"),
    });
    await expect(collected(v2({}, [{ type: "text-delta", id: "1", delta: "Ei" }]))).rejects.toMatchObject({
      isRetryable: true,
    });
    await expect(
      collected(
        v2({}, [
          { type: "text-delta", id: "1", delta: "Ei" },
          {
            type: "finish",
            finishReason: "unknown",
            usage: { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined },
          },
        ]),
      ),
    ).rejects.toBeInstanceOf(ModelCallError);
  });

  it("an APICallError becomes ours: status, wait, retryability by its own word, without body, address or key", async () => {
    const key = "sk-live-0123456789abcdef";
    const failing = (detail: Partial<ConstructorParameters<typeof APICallError>[0]>) =>
      new MockLanguageModelV3({
        doGenerate: async () => {
          throw new APICallError({
            message: `Refused ${key}`,
            url: `https://user:${key}@example.org`,
            requestBodyValues: { prompt: "secret prompt" },
            ...detail,
          });
        },
      });
    const failureOf = (detail: Partial<ConstructorParameters<typeof APICallError>[0]>) =>
      whole(failing(detail)).then(
        () => null,
        (error: ModelCallError) => error,
      );
    const busy = await failureOf({
      statusCode: 429,
      responseHeaders: { "Retry-After": "3" },
      responseBody: `{"error":{"message":"slow down ${key}"}}`,
    });
    expect(busy).toMatchObject({
      statusCode: 429,
      isRetryable: true,
      retryAfterMs: 3000,
      message: expect.stringContaining("slow down"),
    });
    for (const text of [String(busy), String(busy?.cause), JSON.stringify(busy)]) {
      expect(text).not.toContain(key.slice(8));
      expect(text).not.toContain("secret prompt");
    }
    expect(await failureOf({ statusCode: 500, isRetryable: false })).toMatchObject({ isRetryable: false });
    expect(await failureOf({ statusCode: 400, isRetryable: true })).toMatchObject({
      isRetryable: true,
      statusCode: 400,
    });
    expect(await failureOf({ statusCode: 401 })).toMatchObject({ isRetryable: false, statusCode: 401 });
    expect(await failureOf({ isRetryable: true })).toMatchObject({ isRetryable: true });
    expect(
      await failureOf({
        statusCode: 400,
        responseBody: '{"error":{"code":"context_length_exceeded","message":"too long"}}',
      }),
    ).toBeInstanceOf(ContextOverflowError);
  });

  it("stops at silence and at size, and leaves no reader behind", async () => {
    let cancelled = 0;
    const endless = (parts: readonly unknown[]) => ({
      ...v2({}),
      doStream: async () => {
        const rest = [...parts];
        return {
          stream: new ReadableStream({
            pull(controller) {
              const part = rest.shift();
              if (part !== undefined) controller.enqueue(part);
              else return new Promise<void>(() => {});
            },
            cancel() {
              cancelled++;
            },
          }),
        };
      },
    });
    const silent = endless([{ type: "text-delta", id: "1", delta: "Eight" }]);
    await expect(collected(silent as never, { idleTimeoutMs: 20 })).rejects.toThrow("nothing came for 20 ms");
    const flood = endless(Array.from({ length: 50 }, () => ({ type: "text-delta", id: "1", delta: "x".repeat(100) })));
    await expect(collected(flood as never, { maxResponseBytes: 1000 })).rejects.toThrow("larger than 1000 bytes");
    expect(cancelled).toBe(2);
    expect(() => aiSdkModel(v2({}), { idleTimeoutMs: 0 })).toThrow(RangeError);
  });

  it(`${verifies("POS-BUD-10", "POS-FBK-03")}a run has window and price of the vendor's model, and a valid record`, async () => {
    const journal = memoryJournal();
    const model = aiSdkModel(
      v3(
        {
          content: [{ type: "text", text: "There are eight apples in the store." }],
          usage: usageV3({ total: 500 }, { total: 100 }),
        },
        { provider: "openai.responses", modelId: "gpt-5" },
      ),
      { streaming: false },
    );
    const result = await runPositioned("How many apples are in the store?", {
      model,
      journal,
      runId: "r",
      onFailedChecks: "record",
    });
    expect([result.status, result.error]).toEqual(["complete", null]);
    expect(result.events[0]?.data).toMatchObject({ window: { tokens: 400_000, source: "catalogue" } });
    expect(result.cost?.amount).toBeCloseTo((500 * 1.25 + 100 * 10) / 1e6, 12);
    expect((await verifyRecord({ journal, runId: "r" })).intact).toBe(true);
  });
});
