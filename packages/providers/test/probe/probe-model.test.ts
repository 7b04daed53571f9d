import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { findLocalServers, type ProbeCheck, probeModelText } from "../../src/index.js";
import { llamaCpp } from "../wire-mock/dialects/llama-cpp.js";
import { ollama } from "../wire-mock/dialects/ollama.js";
import { openaiResponses } from "../wire-mock/dialects/openai-responses.js";
import { vllm } from "../wire-mock/dialects/vllm.js";
import type { Dialect, MockAnswer, MockRequest } from "../wire-mock/mock-types.js";
import { startWireMock, type WireMock, type WireMockOptions } from "../wire-mock/wire-mock.js";

const KEY = "sk-probe-0123456789abcdef";
const mocks: WireMock[] = [];
afterEach(async () => {
  await Promise.all(mocks.splice(0).map((mock) => mock.close()));
});

/** A model that keeps to a schema when it is held to one, and chats otherwise. */
function held(request: MockRequest): MockAnswer {
  const word = (request.schema?.properties as { word?: { enum?: string[] } } | undefined)?.word?.enum?.[0];
  return { text: word === undefined ? "The Rhine, the Nile, the Danube." : JSON.stringify({ word }) };
}

async function start(dialect: Dialect, options: Partial<WireMockOptions> = {}): Promise<WireMock> {
  const mock = await startWireMock({ dialect, answer: held, ...options });
  mocks.push(mock);
  return mock;
}

async function probe(mock: WireMock, fillsWindow = false): Promise<Record<string, ProbeCheck>> {
  const [found] = await probeModelText(`${mock.baseURL}#test-model`, {
    env: {},
    signal: new AbortController().signal,
    fillsWindow,
  });
  return Object.fromEntries((found?.checks ?? []).map((check) => [check.name, check]));
}

describe("probing a model", () => {
  for (const dialect of [llamaCpp, vllm("0.12.0"), ollama()]) {
    it(`${verifies("POS-ADP-08")}${dialect.name}: window, answer, streaming, usage and constraint are found`, async () => {
      const checks = await probe(await start(dialect));
      expect(Object.entries(checks).map(([name, { status }]) => [name, status])).toEqual(
        ["window", "answer", "streaming", "usage", "constrained"].map((name) => [name, "ok"]),
      );
    });
  }

  it("a hosted model is asked with the key of the environment, which is nowhere in what is found", async () => {
    const mock = await start(openaiResponses, { key: KEY, model: "gpt-4.1-mini" });
    const found = await probeModelText("openai:gpt-4.1-mini", {
      env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: mock.baseURL },
      signal: new AbortController().signal,
    });
    expect(found[0]).toMatchObject({ provider: "openai", windowSource: "catalogue" });
    expect(found[0]?.checks.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    expect(JSON.stringify(found)).not.toContain(KEY);
  });

  it(`${verifies("POS-ADP-08")}a server that ignores its usual way to hold a reply is tried in the others, and the one that works is named`, async () => {
    const mock = await start(llamaCpp);
    mock.answer = (request) => (request.body.json_schema === undefined ? { text: "The sea is wide." } : held(request));
    expect((await probe(mock)).constrained).toMatchObject({
      status: "warning",
      remedy: expect.stringContaining('"json_schema"'),
    });
    mock.answer = () => ({ text: "The sea is wide." });
    expect((await probe(mock)).constrained).toMatchObject({
      status: "warning",
      detail: "does not hold replies to a schema",
    });
  });

  it(`${verifies("POS-ADP-08")}a prompt that fills the window shows what is cut in silence`, async () => {
    const whole = await start(vllm("0.12.0"), { window: 6000 });
    expect((await probe(whole, true)).filled).toMatchObject({ status: "ok" });
    const cut = await start(vllm("0.12.0"), { window: 6000 });
    cut.answer = (request) =>
      request.inputTokens > 2048 ? { ...held(request), usage: { input: 2048, output: 5 } } : held(request);
    expect((await probe(cut, true)).filled).toMatchObject({
      status: "failed",
      remedy: expect.stringContaining("contextWindow to 2048"),
    });
  });

  it("says what is missing, and goes on", async () => {
    const mock = await start(llamaCpp, { window: 2048 });
    mock.answer = (request) => ({ ...held(request), usage: null });
    const checks = await probe(mock);
    expect(checks.window).toMatchObject({ status: "warning", remedy: expect.stringContaining("-c for llama.cpp") });
    expect(checks.usage).toMatchObject({ status: "warning" });
    expect(checks.constrained).toMatchObject({ status: "ok" });
  });

  it("asks nothing more of whoever does not answer", async () => {
    const mock = await start(llamaCpp);
    mock.fault = () => ({ status: 503 });
    const checks = await probe(mock);
    expect(checks.answer).toMatchObject({ status: "failed", detail: expect.stringContaining("503") });
    expect(checks.constrained).toBeUndefined();
    expect(mock.requests).toHaveLength(1);
  });

  it("ends with the caller's signal", async () => {
    const mock = await start(llamaCpp);
    mock.fault = () => ({ stallAt: 10 });
    const controller = new AbortController();
    const found = probeModelText(`${mock.baseURL}#test-model`, { env: {}, signal: controller.signal });
    await expect.poll(() => mock.requests.length).toBe(1);
    controller.abort(new Error("enough"));
    await expect(found).rejects.toThrow("enough");
  });
});

describe("looking around", () => {
  it("finds the servers that answer, with their models, and passes over what does not", async () => {
    const [first, second] = [await start(ollama()), await start(vllm("0.12.0"))];
    const gone = await startWireMock({ dialect: llamaCpp });
    await gone.close();
    const found = await findLocalServers({
      signal: new AbortController().signal,
      addresses: [first.baseURL, gone.baseURL, second.baseURL],
    });
    expect(found.map(({ kind }) => kind)).toEqual(["ollama", "vllm"]);
    expect(found[1]).toMatchObject({ version: "0.12.0", models: [{ id: "test-model", window: 32_768 }] });
    expect(first.requests).toEqual([]);
  });
});
