import { runPositioned } from "@pelorus/core";
import { PROVIDER_ERRORS, ProviderError, type ProviderErrorCode, resolveModel } from "@pelorus/providers";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { modelRequest } from "./contract/adapter-contract.js";
import { anthropic } from "./wire-mock/dialects/anthropic.js";
import { ollama } from "./wire-mock/dialects/ollama.js";
import { openaiChat } from "./wire-mock/dialects/openai-chat.js";
import { openaiResponses } from "./wire-mock/dialects/openai-responses.js";
import type { Dialect } from "./wire-mock/mock-types.js";
import { startWireMock, type WireMock } from "./wire-mock/wire-mock.js";

const KEY = "sk-resolve-0123456789abcdef";
const mocks: WireMock[] = [];

async function start(dialect: Dialect, model: string, key?: string): Promise<WireMock> {
  const mock = await startWireMock({ dialect, model, ...(key === undefined ? {} : { key }) });
  mocks.push(mock);
  return mock;
}

async function refusalOf(text: string, env: Record<string, string> = {}): Promise<ProviderError> {
  const error: unknown = await resolveModel(text, { env }).catch((cause: unknown) => cause);
  expect(ProviderError.isInstance(error), text).toBe(true);
  const refusal = error as ProviderError;
  expect(refusal).toMatchObject({ name: PROVIDER_ERRORS[refusal.code as ProviderErrorCode].class, isRetryable: false });
  return refusal;
}

describe("a model by its name", () => {
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
  });

  it("resolves the embedded model without a key, whatever case and blanks surround its name", async () => {
    for (const text of ["offline", " Offline "]) {
      const model = await resolveModel(text, { env: {} });
      expect([model.provider, model.modelId]).toEqual(["offline", "extractive-1"]);
    }
  });

  it(`${verifies("POS-API-06")}resolves each vendor's models with keys and addresses of the environment it is given`, async () => {
    for (const [text, dialect, variables] of [
      ["openai:gpt-4.1-mini", openaiResponses, ["OPENAI_API_KEY", "OPENAI_BASE_URL"]],
      [" OpenAI-Chat: gpt-4.1-mini", openaiChat, ["OPENAI_API_KEY", "OPENAI_BASE_URL"]],
      ["anthropic:gpt-4.1-mini", anthropic, ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"]],
    ] as const) {
      const mock = await start(dialect, "gpt-4.1-mini", KEY);
      const env = { [variables[0]]: ` ${KEY} `, [variables[1]]: mock.baseURL };
      const model = await resolveModel(text, { env });
      expect((await model.doGenerate(modelRequest())).text).toBe("The ferry leaves at nine.");
      expect(mock.requests).toHaveLength(1);
    }
  });

  it("resolves a server's model by address, and takes the caller's fetch", async () => {
    const server = ollama();
    const mock = await start(server, "qwen3:8b");
    let calls = 0;
    const model = await resolveModel(`${mock.origin}/v1#qwen3%3A8b`, {
      env: { OPENAI_API_KEY: KEY },
      fetch: (input, init) => {
        calls++;
        expect(JSON.stringify([...new Headers(init?.headers)])).not.toContain(KEY);
        return fetch(input, init);
      },
    });
    expect(model.modelId).toBe("qwen3:8b");
    expect((await model.doGenerate(modelRequest())).text).toBe("The ferry leaves at nine.");
    expect(calls).toBeGreaterThan(0);
  });

  it(`${verifies("POS-FBK-01")}resolves a list to models that take over in turn`, async () => {
    const mock = await start(anthropic, "claude-sonnet-5", KEY);
    mock.fault = () => ({ status: 403 });
    const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: mock.baseURL };
    const model = await resolveModel("anthropic:claude-sonnet-5, offline", { env });
    expect(model.fallbacks?.map(({ provider }) => provider)).toEqual(["offline"]);
    const result = await runPositioned("Summarise: the ferry leaves at nine from pier two.", {
      model,
      onFailedChecks: "record",
    });
    expect(result.events.flatMap((event) => (event.kind === "model_fallback" ? [event.data.to] : []))).toEqual([
      "offline:extractive-1",
    ]);
    expect(result.error).toBeNull();
  });

  it("refuses what it does not know, with a code and what is accepted", async () => {
    for (const text of [
      "",
      "gpt",
      "offline:x",
      "openai",
      "gemini:pro",
      "offline,",
      "openai:gpt-5,,offline",
      "ftp://x#y",
    ]) {
      const refusal = await refusalOf(text, { OPENAI_API_KEY: KEY });
      expect(refusal.code).toBe("model_unknown");
      for (const form of ['"offline"', '"openai:<model>"', '"anthropic:<model>"', "#<model>"])
        expect(refusal.message).toContain(form);
    }
  });

  it("says what is missing: the model's name, the key and the variable that holds it", async () => {
    for (const text of [
      "openai:",
      "openai-chat: ",
      "anthropic:",
      "http://localhost:11434/v1",
      "http://localhost:11434/v1#",
    ]) {
      const refusal = await refusalOf(text, { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY });
      expect([refusal.code, /missing/.test(refusal.message)]).toEqual(["model_unknown", true]);
    }
    for (const [text, variable] of [
      ["openai:gpt-5", "OPENAI_API_KEY"],
      ["openai-chat:gpt-5", "OPENAI_API_KEY"],
      ["anthropic:claude-sonnet-5", "ANTHROPIC_API_KEY"],
      ["offline,openai:gpt-5", "OPENAI_API_KEY"],
    ] as const) {
      for (const env of [{}, { [variable]: "  " }]) {
        const refusal = await refusalOf(text, env as Record<string, string>);
        expect(refusal.code).toBe("key_missing");
        expect(refusal.message).toContain(variable);
      }
    }
  });

  it("takes no secret in an address, since a record keeps it, and no address that is none", async () => {
    const secret = await refusalOf("http://user:hunter22@localhost:1/v1#m");
    expect(secret.message).toContain("OPENAI_COMPATIBLE_API_KEY");
    expect(secret.message).not.toContain("hunter22");
    expect((await refusalOf("http://[#m")).message).toContain("no address");
  });

  it("tells its own errors from others", () => {
    expect(ProviderError.isInstance(new Error("x"))).toBe(false);
    expect(ProviderError.isInstance(null)).toBe(false);
  });
});
