import { ContextOverflowError, type LanguageModel, runPositioned, trimMessageHistory } from "@pelorus/core";
import fc from "fast-check";
import { OpenAI } from "openai";
import { afterEach, describe, expect, it, vi } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { type OpenAIModelOptions, openaiModel } from "../../src/openai/index.js";
import { collect, modelRequest } from "../contract/adapter-contract.js";
import { chatPairingProblem } from "../wire-mock/dialects/chat-messages.js";
import { openaiChat } from "../wire-mock/dialects/openai-chat.js";
import { openaiResponses } from "../wire-mock/dialects/openai-responses.js";
import { itemPairingProblem } from "../wire-mock/dialects/responses-items.js";
import { startWireMock, type WireMock } from "../wire-mock/wire-mock.js";

const KEY = "sk-openai-0123456789abcdef";
const mocks: WireMock[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(mocks.splice(0).map((mock) => mock.close()));
});

async function start(model: string, dialect = openaiResponses): Promise<WireMock> {
  const mock = await startWireMock({ dialect, model, key: KEY });
  mocks.push(mock);
  return mock;
}

const modelAt = (mock: WireMock, modelId: string, options: OpenAIModelOptions = {}): LanguageModel =>
  openaiModel(modelId, { apiKey: KEY, baseURL: mock.baseURL, ...options });

const windowOf = (model: LanguageModel) => model.contextWindowSize?.({ signal: new AbortController().signal });

describe("models that think", () => {
  for (const modelId of ["o4-mini", "gpt-5-mini", "gpt-5.2-2025-12-11", "ft:gpt-5-mini:org::id"]) {
    it(`${modelId} is sent no temperature, and has room for thinking beside its answer`, async () => {
      for (const [api, dialect] of [
        ["responses", openaiResponses],
        ["chat", openaiChat],
      ] as const) {
        const mock = await start(modelId, dialect);
        const model = modelAt(mock, modelId, { api, reasoningEffort: "low" });
        await model.doGenerate(modelRequest({ maxOutputTokens: 300 }));
        expect(mock.requests[0]?.body).not.toHaveProperty("temperature");
        expect(mock.requests[0]?.maxTokens).toBe(300 + 4096);
        expect(model.outputReserve).toBe(4096);
      }
    });
  }

  it("others are sent one, and no effort", async () => {
    for (const modelId of ["gpt-4.1-mini", "gpt-4o", "gpt-5-chat-latest"]) {
      const model = openaiModel(modelId, { apiKey: KEY });
      expect(model.outputReserve, modelId).toBeUndefined();
    }
    const mock = await start("gpt-4.1-mini");
    await modelAt(mock, "gpt-4.1-mini", { reasoningEffort: "high" }).doGenerate(modelRequest({ maxOutputTokens: 300 }));
    expect(mock.requests[0]?.body).toMatchObject({ temperature: 0.2, max_output_tokens: 300 });
    expect(mock.requests[0]?.body).not.toHaveProperty("reasoning");
  });

  it(`${verifies("POS-BUD-02", "POS-BUD-10")}the room is taken off the window, so that prompt, thinking and answer fit together`, async () => {
    const plain = await windowOf(openaiModel("gpt-5-mini", { apiKey: KEY, reasoningReserve: 0 }));
    expect(await windowOf(openaiModel("gpt-5-mini", { apiKey: KEY, reasoningEffort: "high" }))).toBe(
      (plain ?? 0) - 25_000,
    );
    expect(
      await windowOf(openaiModel("gpt-5-mini", { apiKey: KEY, contextWindow: 30_000, reasoningReserve: 10_000 })),
    ).toBe(20_000);
    expect(await windowOf(openaiModel("no-such-model", { apiKey: KEY }))).toBeUndefined();
  });
});

describe("a call", () => {
  it("is whole in itself, is never cut in silence, and shares its prefix's cache", async () => {
    const mock = await start("gpt-4.1-mini");
    const model = modelAt(mock, "gpt-4.1-mini");
    for (const end of ["one", "two"])
      await model.doGenerate(modelRequest({ prompt: `The same beginning. ${end}`, stablePrefixLength: 19 }));
    await model.doGenerate(modelRequest({ prompt: "Another beginning. one", stablePrefixLength: 18 }));
    const [first, second, third] = mock.requests.map((request) => request.body);
    expect(first).toMatchObject({ store: false, truncation: "disabled" });
    expect(first?.prompt_cache_key).toBe(second?.prompt_cache_key);
    expect(first?.prompt_cache_key).not.toBe(third?.prompt_cache_key);
  });

  it("asks for the least output the API takes, where less is wanted", async () => {
    const mock = await start("gpt-4.1-mini");
    await modelAt(mock, "gpt-4.1-mini").doGenerate(modelRequest({ maxOutputTokens: 1 }));
    expect(mock.requests[0]?.maxTokens).toBe(16);
  });

  it(`${verifies("POS-PRS-08")}takes any schema of a tool: strict where it can be, else as a hint`, async () => {
    const schemas = [
      {},
      { type: "object" },
      { type: "object", properties: { day: { type: "string" } }, required: ["day"], additionalProperties: false },
      { type: "object", properties: { when: { type: "string", format: "iso-week" } }, patternProperties: { "^x": {} } },
      { properties: { day: { oneOf: [{ type: "string" }, { type: "integer" }] } } },
    ];
    for (const [api, dialect] of [
      ["responses", openaiResponses],
      ["chat", openaiChat],
    ] as const) {
      const mock = await start("gpt-4.1-mini", dialect);
      const tools = schemas.map((inputSchema, index) => ({
        name: `tool_${index}`,
        description: "A tool.",
        inputSchema,
      }));
      await modelAt(mock, "gpt-4.1-mini", { api }).doGenerate(modelRequest({ tools }));
      const sent = (mock.requests[0]?.body.tools ?? []) as { strict?: boolean; function?: { strict?: boolean } }[];
      expect(sent.map((tool) => tool.strict ?? tool.function?.strict)).toEqual([false, false, true, false, false]);
    }
  });

  it("can be kept from streaming", async () => {
    const mock = await start("gpt-4.1-mini");
    const model = modelAt(mock, "gpt-4.1-mini", { streaming: false });
    expect(model.doStream).toBeUndefined();
    expect(model.capabilities).not.toContain("streaming");
    expect((await model.doGenerate(modelRequest())).text).not.toBe("");
  });
});

describe("keys and clients", () => {
  it("without a key the first call says which one is missing, and the next one finds it", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    const mock = await start("gpt-4.1-mini");
    const model = openaiModel("gpt-4.1-mini", { baseURL: mock.baseURL });
    await expect(model.doGenerate(modelRequest())).rejects.toMatchObject({
      code: "key_missing",
      isRetryable: false,
      message: expect.stringContaining("OPENAI_API_KEY"),
    });
    await expect(collect(model, modelRequest())).rejects.toMatchObject({ code: "key_missing" });
    vi.stubEnv("OPENAI_API_KEY", KEY);
    expect((await model.doGenerate(modelRequest())).text).not.toBe("");
  });

  it("a client of the caller's keeps its key and headers, and gives up its retries", async () => {
    const mock = await start("gpt-4.1-mini");
    const client = new OpenAI({
      apiKey: KEY,
      baseURL: mock.baseURL,
      maxRetries: 5,
      defaultHeaders: { "x-team": "ferries" },
    });
    const model = openaiModel("gpt-4.1-mini", { client });
    expect((await model.doGenerate(modelRequest())).text).not.toBe("");
    expect(mock.calls[0]?.headers["x-team"]).toBe("ferries");
    mock.fault = () => ({ status: 500 });
    await expect(model.doGenerate(modelRequest())).rejects.toMatchObject({ statusCode: 500 });
    expect(mock.requests).toHaveLength(2);
  });

  it(`${verifies("POS-HDR-02")}protocol headers of a client of the caller's do not leave`, async () => {
    const mock = await start("gpt-4.1-mini");
    const client = new OpenAI({
      apiKey: KEY,
      baseURL: mock.baseURL,
      defaultHeaders: { "CRP-Agent-Operation-Type": "PLAN", "x-CRP-clarification": "required" },
    });
    await openaiModel("gpt-4.1-mini", { client }).doGenerate(modelRequest());
    expect(Object.keys(mock.calls[0]?.headers ?? {}).filter((name) => name.includes("crp"))).toEqual([]);
  });

  it("a run without a key ends with an outcome that says so", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    const result = await runPositioned("When does the ferry leave?", { model: openaiModel("gpt-4.1-mini") });
    expect(result.status).toBe("halted");
    expect(result.error?.message).toContain("OPENAI_API_KEY");
  });

  it("limits that are none are refused when the model is made", () => {
    for (const options of [{ idleTimeoutMs: 0 }, { maxResponseBytes: 1.5 }, { reasoningReserve: -1 }]) {
      expect(() => openaiModel("gpt-5", options)).toThrow(RangeError);
    }
  });
});

/** A message or an item of a history. */
type Item = Record<string, unknown>;

describe("histories", () => {
  /** Turns of a conversation: what was said, and calls with their results. */
  const turn = fc.record({
    text: fc.string({ maxLength: 40 }),
    calls: fc.integer({ min: 0, max: 2 }),
    thinks: fc.boolean(),
  });

  it(`${verifies("POS-BUD-06")}B080: however a history is trimmed, the vendor takes it`, () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), fc.integer({ min: 1, max: 400 }), (turns, budget) => {
        const items = turns.flatMap(({ text, calls, thinks }, at) => [
          { role: "user", content: text },
          ...Array.from({ length: calls }, (_, call) => [
            ...(thinks && call === 0 ? [{ type: "reasoning", id: `rs_${at}`, summary: [] }] : []),
            { type: "function_call", call_id: `c_${at}_${call}`, name: "f", arguments: "{}" },
            { type: "function_call_output", call_id: `c_${at}_${call}`, output: text },
          ]).flat(),
        ]);
        const messages = turns.flatMap(({ text, calls }, at) => [
          { role: "user", content: text },
          ...(calls === 0
            ? [{ role: "assistant", content: text }]
            : [
                {
                  role: "assistant",
                  content: null,
                  tool_calls: Array.from({ length: calls }, (_, call) => ({
                    id: `c_${at}_${call}`,
                    type: "function",
                    function: { name: "f", arguments: "{}" },
                  })),
                },
                ...Array.from({ length: calls }, (_, call) => ({
                  role: "tool",
                  tool_call_id: `c_${at}_${call}`,
                  content: text,
                })),
              ]),
        ]);
        const kept = (history: readonly Item[]): readonly Item[] => {
          try {
            return trimMessageHistory(history, { maxTokens: budget }).messages;
          } catch (error) {
            // Not even the last exchange fits: nothing is sent.
            if (error instanceof ContextOverflowError) return [];
            throw error;
          }
        };
        return itemPairingProblem(kept(items)) === null && chatPairingProblem(kept(messages)) === null;
      }),
    );
  });
});
