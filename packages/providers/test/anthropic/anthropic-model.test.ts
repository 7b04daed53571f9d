import { Anthropic } from "@anthropic-ai/sdk";
import {
  ModelCallError,
  type ModelRequest,
  memoryJournal,
  resumePositioned,
  runPositioned,
  streamPositioned,
  verifyRecord,
} from "@pelorus/core";
import { type AnthropicModelOptions, anthropicModel } from "@pelorus/providers/anthropic";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { callPlan, REPLY_TOOL } from "../../src/anthropic/call-plan.js";
import type { CallSettings } from "../../src/anthropic/call-settings.js";
import { messageRequest } from "../../src/anthropic/message-request.js";
import { MessageUsage } from "../../src/anthropic/message-usage.js";
import { modelFamily } from "../../src/anthropic/model-family.js";
import { collect, modelRequest } from "../contract/adapter-contract.js";
import { anthropic } from "../wire-mock/dialects/anthropic.js";
import { startWireMock, type WireMock } from "../wire-mock/wire-mock.js";

const MODEL = "claude-sonnet-5";
const KEY = "sk-ant-test-0123456789abcdef";
const GOOD = "There are eight apples in the store.";
const CLOSED = {
  type: "object",
  properties: { n: { type: "integer", minimum: 1 }, pattern: { type: "string", pattern: "^a" } },
  required: ["n", "pattern"],
  additionalProperties: false,
};

const SETTINGS: CallSettings = {
  modelId: MODEL,
  thinking: undefined,
  effort: undefined,
  reserve: 0,
  structuredOutput: "schema",
  toolCalls: "native",
  promptCache: "5m",
};

const bodyOf = (request: Partial<ModelRequest>, settings: Partial<CallSettings> = {}) => {
  const asked = modelRequest(request);
  const all = { ...SETTINGS, ...settings };
  return messageRequest(asked, callPlan(asked, all), all);
};

describe("a request in the form of the Messages API", () => {
  it(`${verifies("POS-FRM-01")}marks the stable prefix for the cache and leaves the prompt as it is`, () => {
    const prompt = "RULES and the request. 🌍 What follows.";
    const body = bodyOf({ prompt, stablePrefixLength: 23 });
    expect(body.messages[0]?.content).toEqual([
      { type: "text", text: "RULES and the request. ", cache_control: { type: "ephemeral" } },
      { type: "text", text: "🌍 What follows." },
    ]);
    expect(bodyOf({ prompt, stablePrefixLength: 23 }, { promptCache: "1h" }).messages[0]?.content).toMatchObject([
      { cache_control: { type: "ephemeral", ttl: "1h" } },
      {},
    ]);
    // Neither half a character, nor a blank block, nor a mark where nothing is shared.
    const halved = bodyOf({ prompt, stablePrefixLength: 24 }).messages[0]?.content as { text: string }[];
    expect(halved.map(({ text }) => text)).toEqual(["RULES and the request. ", "🌍 What follows."]);
    for (const [length, more] of [
      [0, {}],
      [prompt.length, {}],
      [23, { promptCache: false }],
    ] as const) {
      expect(bodyOf({ prompt, stablePrefixLength: length }, more).messages[0]?.content).toBe(prompt);
    }
    expect(bodyOf({ prompt: "  \n What?", stablePrefixLength: 3 }).messages[0]?.content).toBe("  \n What?");
  });

  it("sends no temperature, which the API of today does not have, and no header of its own", () => {
    expect(Object.keys(bodyOf({ temperature: 0.7 }))).toEqual(["model", "max_tokens", "messages"]);
  });

  it(`${verifies("POS-PRS-08")}holds a reply to its schema by decoder, by forced tool, or by the prompt`, () => {
    const schema = { ...CLOSED };
    const decoded = bodyOf({ schema });
    expect(decoded.output_config?.format?.schema).toEqual({
      type: "object",
      // A bound goes; a member that is named like one stays.
      properties: { n: { type: "integer" }, pattern: { type: "string" } },
      required: ["n", "pattern"],
      additionalProperties: false,
    });
    const forced = bodyOf({ schema }, { structuredOutput: "tool" });
    expect(forced).toMatchObject({ tools: [{ name: REPLY_TOOL }], tool_choice: { type: "tool", name: REPLY_TOOL } });
    expect(forced.output_config).toBeUndefined();
    // Open and recursive schemas are beyond the decoder.
    const open = { type: "object", properties: { n: { type: "integer" } } };
    const recursive = {
      type: "object",
      properties: { tree: { $ref: "#/$defs/tree" } },
      required: ["tree"],
      additionalProperties: false,
      $defs: {
        tree: {
          type: "object",
          properties: { left: { anyOf: [{ $ref: "#/$defs/tree" }, { type: "null" }] } },
          required: ["left"],
          additionalProperties: false,
        },
      },
    };
    for (const beyond of [open, recursive])
      expect(bodyOf({ schema: beyond }).tool_choice).toMatchObject({ type: "tool" });
    // Thinking forbids a forced tool, and so do tools of the frame.
    const thinking = { type: "enabled", budget_tokens: 2000 } as const;
    expect(bodyOf({ schema: open }, { thinking, reserve: 2000 }).tools).toBeUndefined();
    const tools = [{ name: "look_up", description: "Looks up.", inputSchema: open }];
    expect(bodyOf({ schema: open, tools }).tool_choice).toEqual({ type: "auto" });
    expect(bodyOf({ schema, tools })).toMatchObject({ tools: [{ name: "look_up" }], output_config: { format: {} } });
    expect(bodyOf({ schema, tools }, { toolCalls: "json" }).tools).toBeUndefined();
    expect(bodyOf({ schema }, { structuredOutput: "prompt" })).not.toHaveProperty("tools");
  });

  it("offers a tool strictly where its schema allows, with an object at the root always", () => {
    const tool = (inputSchema: object) =>
      bodyOf({ tools: [{ name: "t", description: "", inputSchema: inputSchema as never }] }).tools?.[0];
    expect(tool(CLOSED)).toMatchObject({ strict: true, input_schema: { properties: { n: { type: "integer" } } } });
    expect(tool({ properties: { q: { type: "string", minLength: 1 } } })).toEqual({
      name: "t",
      description: "",
      input_schema: { type: "object", properties: { q: { type: "string", minLength: 1 } } },
    });
  });

  it("knows which models have a decoder by their ids, clouds' ids included", () => {
    const has = (id: string) => modelFamily(id).hasStructuredOutput;
    for (const old of [
      "claude-2.1",
      "claude-v1",
      "claude-instant-1.2",
      "claude-3-haiku-20240307",
      "claude-3-7-sonnet-latest",
      "claude-sonnet-4-20250514",
      "claude-opus-4-0",
      "anthropic.claude-3-5-sonnet-20241022-v2:0",
      "claude-opus-4@20250514",
    ])
      expect([old, has(old)]).toEqual([old, false]);
    for (const able of [
      "claude-sonnet-4-5",
      "claude-opus-4-1",
      "claude-opus-4-5-20251101",
      "claude-haiku-4-5",
      "claude-sonnet-5",
      "some-proxy-name",
    ])
      expect([able, has(able)]).toEqual([able, true]);
  });

  it("leaves room for thinking beside the answer, and refuses budgets that are none", async () => {
    const model = (options: AnthropicModelOptions) => anthropicModel(MODEL, { contextWindow: 100_000, ...options });
    const signal = new AbortController().signal;
    for (const [thinking, reserve] of [
      [{ budgetTokens: 4000 }, 4000],
      ["adaptive", 8192],
      [false, 0],
      [undefined, 0],
    ] as const) {
      const made = model(thinking === undefined ? {} : { thinking });
      expect(made.outputReserve ?? 0).toBe(reserve);
      await expect(made.contextWindowSize?.({ signal })).resolves.toBe(100_000 - reserve);
    }
    for (const budgetTokens of [1023, 2000.5, Number.NaN])
      expect(() => model({ thinking: { budgetTokens } })).toThrow(RangeError);
    expect(() => model({ thinkingReserve: -1 })).toThrow(RangeError);
  });
});

describe("usage of a message", () => {
  it(`${verifies("POS-BUD-13")}B084 input is what was new, what was read from the cache and what was written to it`, () => {
    const usage = new MessageUsage();
    usage.add({ input_tokens: 60, cache_read_input_tokens: 900, cache_creation_input_tokens: 40, output_tokens: 1 });
    // The last report leaves out or nulls what it does not repeat.
    usage.add({
      input_tokens: null,
      cache_read_input_tokens: null,
      output_tokens: 55,
      output_tokens_details: { thinking_tokens: 30 },
    });
    expect(usage.usage).toEqual({
      inputTokens: 1000,
      cachedInputTokens: 900,
      cacheWriteInputTokens: 40,
      outputTokens: 55,
      reasoningTokens: 30,
    });
    expect(new MessageUsage().usage).toBeUndefined();
  });
});

describe("runs with a model of Anthropic", () => {
  let mock: WireMock;
  beforeEach(async () => {
    mock = await startWireMock({ dialect: anthropic, model: MODEL, key: KEY, answer: () => ({ text: GOOD }) });
  });
  afterEach(() => mock.close());

  const model = (options: AnthropicModelOptions = {}) =>
    anthropicModel(MODEL, { apiKey: KEY, baseURL: mock.baseURL, ...options });

  it("thinks with a budget: reasoning is told apart, max_tokens has room for both", async () => {
    mock.answer = () => ({ reasoning: "Four and four.", text: GOOD, usage: { input: 400, output: 60, reasoning: 40 } });
    const result = await streamPositioned("How many apples are in the store?", {
      model: model({ thinking: { budgetTokens: 2048 }, effort: "high" }),
      maxOutputTokens: 300,
      onFailedChecks: "record",
    }).result;
    expect(result.text).toBe(GOOD);
    const reasoning = result.events.flatMap((event) => (event.kind === "reasoning_delta" ? [event.data.delta] : []));
    expect(reasoning.join("")).toBe("Four and four.");
    expect(mock.requests[0]?.body).toMatchObject({
      max_tokens: 2348,
      thinking: { type: "enabled", budget_tokens: 2048 },
      output_config: { effort: "high" },
    });
  });

  it(`${verifies("POS-FBK-02", "POS-FBK-03")}B090 a stream that is cut is charged with the input it told, and resumed under a new id`, async () => {
    const journal = memoryJournal();
    mock.answer = () => ({ text: `${GOOD} `.repeat(30), usage: { input: 812, cached: 512, output: 300 } });
    mock.fault = (n) => (n === 1 ? { cutAt: 2500 } : undefined);
    const pricing = { currency: "USD", inputPerMillion: 2, outputPerMillion: 10, cachedInputPerMillion: 0.2 };
    const options = { model: model({ pricing }), journal, runId: "b90", retries: 3, onFailedChecks: "record" as const };
    const halted = await runPositioned("How many apples are in the store?", options);
    expect([halted.haltReason, halted.error?.isRetryable, halted.text.startsWith(GOOD)]).toEqual([
      "provider_call_failed",
      true,
      true,
    ]);
    const spend = halted.events.flatMap((event) => (event.kind === "spend_recorded" ? [event.data] : []));
    expect(spend).toMatchObject([{ inputTokens: 812, estimated: true }]);
    expect(spend[0]?.outputTokens).toBeGreaterThan(10);
    expect(spend[0]?.amount).toBeCloseTo((300 * 2 + 512 * 0.2 + (spend[0]?.outputTokens ?? 0) * 10) / 1e6, 12);
    const resumed = await (await resumePositioned("b90", options)).result;
    const ids = resumed.events.flatMap((event) => (event.kind === "text_started" ? [event.data.messageId] : []));
    expect([resumed.status, ids.length, new Set(ids).size]).toEqual(["complete", 2, 2]);
    expect((await verifyRecord({ journal, runId: "b90" })).intact).toBe(true);
  });

  it(`${verifies("POS-BUD-09")}counts a prompt that comes near the window with the vendor, and survives where it cannot`, async () => {
    const facts = Array.from({ length: 30 }, (_, n) =>
      `Shelf ${n} of the store holds ${n} apples and pears. `.repeat(8),
    );
    const ask = (options: AnthropicModelOptions) =>
      runPositioned("Count the apples on all shelves of the store.", {
        model: model({ contextWindow: 1500, ...options }),
        contextFacts: facts,
        maxOutputTokens: 200,
        onFailedChecks: "record",
      });
    expect((await ask({})).status).toBe("complete");
    expect(mock.calls.map(({ path }) => path)).toContain("/v1/messages/count_tokens");
    const before = mock.calls.length;
    await ask({ countsPrompts: false });
    expect(mock.calls.slice(before).every(({ path }) => path === "/v1/messages")).toBe(true);
    const broken = await ask({
      fetch: async (input, init) =>
        String(input).includes("count_tokens") ? new Response("{}", { status: 404 }) : fetch(input, init),
    });
    expect(broken.status).toBe("complete");
  });

  it("goes through a client of the caller's: its key, address and headers hold, its retries do not", async () => {
    const client = new Anthropic({
      apiKey: KEY,
      baseURL: mock.baseURL,
      maxRetries: 5,
      defaultHeaders: { "x-team": "harbour", "CRP-Run": "1" },
    });
    mock.fault = (n) => (n === 1 ? { status: 500 } : undefined);
    const through = anthropicModel(MODEL, { client });
    await expect(through.doGenerate(modelRequest())).rejects.toMatchObject({ statusCode: 500, isRetryable: true });
    expect(mock.requests).toHaveLength(1);
    expect((await through.doGenerate(modelRequest())).text).toBe(GOOD);
    // The mock refuses every header of ours.
    expect(mock.requests[1]?.headers["x-team"]).toBe("harbour");
  });

  it("a missing key is one sentence that names the variable, at the first call and not before", async () => {
    const kept = process.env.ANTHROPIC_API_KEY;
    delete process.env.ANTHROPIC_API_KEY;
    try {
      const keyless = anthropicModel(MODEL, { baseURL: mock.baseURL });
      await expect(keyless.doGenerate(modelRequest())).rejects.toMatchObject({
        code: "key_missing",
        message: expect.stringContaining("ANTHROPIC_API_KEY"),
      });
      process.env.ANTHROPIC_API_KEY = KEY;
      expect((await keyless.doGenerate(modelRequest())).text).toBe(GOOD);
    } finally {
      delete process.env.ANTHROPIC_API_KEY;
      if (kept !== undefined) process.env.ANTHROPIC_API_KEY = kept;
    }
  });

  it("an error event inside a stream is what it says", async () => {
    for (const [type, isRetryable] of [
      ["overloaded_error", true],
      ["invalid_request_error", false],
    ] as const) {
      const event = `event: error\ndata: ${JSON.stringify({ type: "error", error: { type, message: "as it is" } })}\n\n`;
      const failing = model({
        fetch: async () => new Response(event, { headers: { "content-type": "text/event-stream" } }),
      });
      const failure: unknown = await collect(failing, modelRequest()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ModelCallError);
      expect(failure).toMatchObject({ isRetryable, message: expect.stringContaining("as it is") });
    }
  });
});
