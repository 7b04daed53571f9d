import { fileURLToPath } from "node:url";
import { type LanguageModel, ModelCallError, runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { type OpenAICompatibleOptions, openaiCompatibleModel } from "../../src/openai-compatible/index.js";
import { modelRequest } from "../contract/adapter-contract.js";
import { llamaCpp } from "../wire-mock/dialects/llama-cpp.js";
import { lmStudio } from "../wire-mock/dialects/lm-studio.js";
import { OLLAMA_DEFAULT_WINDOW, ollama } from "../wire-mock/dialects/ollama.js";
import { openaiChat } from "../wire-mock/dialects/openai-chat.js";
import { sglang } from "../wire-mock/dialects/sglang.js";
import { vllm } from "../wire-mock/dialects/vllm.js";
import type { Dialect } from "../wire-mock/mock-types.js";
import { offlineBrain } from "../wire-mock/offline-brain.js";
import { startWireMock, type WireMock, type WireMockOptions } from "../wire-mock/wire-mock.js";

const mocks: WireMock[] = [];
afterEach(async () => {
  await Promise.all(mocks.splice(0).map((mock) => mock.close()));
});

async function start(dialect: Dialect, options: Partial<WireMockOptions> = {}): Promise<WireMock> {
  const mock = await startWireMock({ dialect, ...options });
  mocks.push(mock);
  return mock;
}

const modelAt = (mock: WireMock, options: Partial<OpenAICompatibleOptions> = {}): LanguageModel =>
  openaiCompatibleModel("test-model", { baseURL: mock.baseURL, ...options });

const windowOf = (model: LanguageModel) => model.contextWindowSize?.({ signal: new AbortController().signal });

const SCHEMA = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };

describe("which server it is", () => {
  const MODES: readonly (readonly [Dialect, string])[] = [
    [llamaCpp, "response_format"],
    [lmStudio, "response_format"],
    [sglang, "response_format"],
    [openaiChat, "response_format"],
    [vllm("0.9.1"), "guided_json"],
    [vllm("0.12.0"), "structured_outputs"],
    [ollama(), "format"],
  ];
  for (const [dialect, member] of MODES) {
    it(`${verifies("POS-PRS-08", "POS-ADP-07")}${dialect.name} is held to a schema by ${member}, and is asked what it is once`, async () => {
      const mock = await start(dialect);
      mock.answer = () => ({ text: '{"a":"b"}' });
      const model = modelAt(mock);
      await model.doGenerate(modelRequest({ schema: SCHEMA }));
      const before = mock.calls.length;
      await model.doGenerate(modelRequest({ schema: SCHEMA }));
      expect(mock.calls.length - before).toBe(1);
      expect(Object.keys(mock.requests[0]?.body ?? {})).toContain(member);
      expect(mock.requests[0]?.schema).toMatchObject({ properties: { a: {} } });
    });
  }

  it("can be told, and is then not asked", async () => {
    const mock = await start(llamaCpp);
    await modelAt(mock, { server: "llama-cpp" }).doGenerate(modelRequest());
    expect(mock.calls).toHaveLength(1);
  });

  it("is asked again after it was not there", async () => {
    const mock = await start(llamaCpp);
    let isDown = true;
    const model = modelAt(mock, {
      fetch: (input, init) =>
        isDown
          ? Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }))
          : fetch(input, init),
    });
    await expect(model.doGenerate(modelRequest())).rejects.toMatchObject({
      code: "model_call_failed",
      isRetryable: true,
    });
    isDown = false;
    expect((await model.doGenerate(modelRequest())).text).not.toBe("");
  });

  it("takes an address with or without the version, and none that is no address", async () => {
    const mock = await start(llamaCpp);
    for (const baseURL of [mock.origin, `${mock.origin}/`, `${mock.origin}/v1`, `${mock.origin}/v1/`]) {
      expect((await openaiCompatibleModel("test-model", { baseURL }).doGenerate(modelRequest())).text).not.toBe("");
    }
    for (const baseURL of ["localhost:1234", "ftp://host/", "", "not an address"]) {
      expect(() => openaiCompatibleModel("m", { baseURL })).toThrow(TypeError);
    }
  });

  it("a user in the address goes into a header, and into no message", async () => {
    const mock = await start(llamaCpp);
    const baseURL = mock.origin.replace("http://", "http://ann:open-sesame@");
    await openaiCompatibleModel("test-model", { baseURL }).doGenerate(modelRequest());
    expect(mock.calls.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from("ann:open-sesame").toString("base64")}`);
    mock.fault = () => ({ status: 500 });
    const failure: unknown = await openaiCompatibleModel("test-model", { baseURL })
      .doGenerate(modelRequest())
      .catch((error: unknown) => error);
    expect(String(failure)).not.toContain("sesame");
  });
});

describe("the window", () => {
  const WINDOWS: readonly (readonly [string, Dialect, number | undefined, number | undefined])[] = [
    ["llama.cpp was started with", llamaCpp, 6000, 6000],
    ["LM Studio has loaded", lmStudio, 6000, 6000],
    ["vLLM was started with", vllm("0.12.0"), 6000, 6000],
    ["SGLang was started with", sglang, 6000, 6000],
    ["Ollama's model file sets", ollama({ numCtx: 6000 }), undefined, 6000],
    ["Ollama has loaded", ollama({ loaded: 6000 }), undefined, 6000],
    ["Ollama is asked for, where nothing is set", ollama(), undefined, 8192],
    ["Ollama's model was made for, at most", ollama({ numCtx: 6000, trained: 2048 }), undefined, 2048],
    ["nobody says", openaiChat, undefined, undefined],
  ];
  for (const [name, dialect, window, expected] of WINDOWS) {
    it(`${verifies("POS-BUD-10", "POS-ADP-07")}is what ${name}`, async () => {
      const mock = await start(dialect, window === undefined ? {} : { window });
      expect(await windowOf(modelAt(mock))).toBe(expected);
    });
  }

  it(`${verifies("POS-BUD-10")}can be set, and what thinking may take is taken off`, async () => {
    const mock = await start(llamaCpp, { window: 6000 });
    expect(await windowOf(modelAt(mock, { contextWindow: 5000 }))).toBe(5000);
    expect(await windowOf(modelAt(mock, { reasoningReserve: 1000 }))).toBe(5000);
  });

  it("a model that is not there is said with the command that gets it", async () => {
    const mock = await start(ollama());
    const failure: unknown = await Promise.resolve(
      openaiCompatibleModel("absent", { baseURL: mock.baseURL }).contextWindowSize?.({
        signal: new AbortController().signal,
      }),
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelCallError);
    expect((failure as ModelCallError).message).toContain("ollama pull absent");
  });

  it(`${verifies("POS-ADP-07")}Ollama is asked for the window with every call, so that what was budgeted holds`, async () => {
    const mock = await start(ollama({ trained: 40_000 }));
    const long = "ferry ".repeat(6000);
    // With the server's own window, this prompt would be cut in silence.
    expect(6000).toBeGreaterThan(OLLAMA_DEFAULT_WINDOW);
    const model = modelAt(mock, { contextWindow: 16_384 });
    const response = await model.doGenerate(modelRequest({ prompt: long }));
    expect(mock.requests[0]?.body.options).toMatchObject({ num_ctx: 16_384 });
    expect(response.usage?.inputTokens).toBeGreaterThan(6000);
  });

  it(`${verifies("POS-ADP-07")}Ollama is asked for the window a run budgets with, whoever set it`, async () => {
    const windowsOf = async (options: Partial<OpenAICompatibleOptions>, contextWindow?: number) => {
      const mock = await start(ollama({ trained: 40_000 }));
      await runPositioned("When does the ferry leave?", {
        model: modelAt(mock, options),
        ...(contextWindow === undefined ? {} : { contextWindow }),
      });
      return new Set(mock.requests.map((request) => (request.body.options as { num_ctx?: number }).num_ctx));
    };
    expect(await windowsOf({}, 12_000)).toEqual(new Set([12_000]));
    expect(await windowsOf({ contextWindow: 20_000, reasoningReserve: 4000 })).toEqual(new Set([20_000]));
    expect(await windowsOf({})).toEqual(new Set([8192]));
  });
});

describe("thinking", () => {
  it("is switched by each server's own member, and left alone where nothing was said", async () => {
    const bodyFor = async (dialect: Dialect, options: Partial<OpenAICompatibleOptions>) => {
      const mock = await start(dialect);
      await modelAt(mock, options).doGenerate(modelRequest());
      return mock.requests[0]?.body ?? {};
    };
    expect(await bodyFor(ollama(), { thinking: false })).toMatchObject({ think: false });
    for (const dialect of [llamaCpp, sglang, vllm("0.12.0")]) {
      expect(await bodyFor(dialect, { thinking: true })).toMatchObject({
        chat_template_kwargs: { enable_thinking: true },
      });
    }
    for (const dialect of [ollama(), llamaCpp]) {
      const body = await bodyFor(dialect, {});
      expect(body.think ?? body.chat_template_kwargs).toBeUndefined();
    }
  });
});

describe("runs on a server with a small window", () => {
  const tools = documentTools(fileURLToPath(new URL("../fixtures/corpus/guides", import.meta.url)));
  const REQUEST = "How long does tram line 4 take from the airport?";

  it(`${verifies("POS-BUD-09", "POS-BUD-11")}tools that go by the schema alone are not taken for a cut prompt`, async () => {
    const mock = await start(lmStudio, { window: 4096, answer: offlineBrain });
    const result = await runPositioned(REQUEST, { model: modelAt(mock), tools });
    expect(result.error).toBeNull();
    expect(result.events.filter((event) => event.kind === "provider_truncated")).toEqual([]);
    expect(result.text).toContain("26 minutes");
  });

  it(`${verifies("POS-BUD-11")}B006: a server that cuts in silence is found out by what it reports, and asked again within its real window`, async () => {
    const real = 1500;
    const mock = await start(llamaCpp, { window: 100_000 });
    mock.answer = async (request) => {
      const cut = request.inputTokens > real;
      return { ...(await offlineBrain(request)), ...(cut ? { usage: { input: real - 60, output: 40 } } : {}) };
    };
    const notes = Array.from({ length: 400 }, (_, index) => `Ferry number ${index} leaves pier ${index % 7} at nine.`);
    const result = await runPositioned(`Summarise these notes:\n\n${notes.join("\n")}`, { model: modelAt(mock) });
    const cuts = result.events.filter((event) => event.kind === "provider_truncated");
    expect(cuts).toHaveLength(1);
    expect(cuts[0]?.data).toMatchObject({ reported: real - 60, window: real - 20 });
    expect(mock.requests.slice(1).every((request) => request.inputTokens <= real)).toBe(true);
    expect(result.status).toBe("complete");
  });

  it(`${verifies("POS-CON-03")}B008: usage that fills the window ends the writing`, async () => {
    const mock = await start(llamaCpp, { window: 4096 });
    mock.answer = (request) => ({
      text: "The ferry leaves at nine. ".repeat(40),
      finish: "length",
      usage: { input: request.inputTokens, output: 4096 - request.inputTokens },
    });
    const result = await runPositioned("Write a long story about a ferry.", {
      model: modelAt(mock),
      maxContinuationWindows: 5,
      maxOutputTokens: 1024,
    });
    expect(result.continuationWindows).toBeLessThanOrEqual(1);
    expect(result.status).not.toBe("complete");
  });
});
