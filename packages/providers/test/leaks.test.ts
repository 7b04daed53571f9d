import { getEventListeners } from "node:events";
import type { LanguageModel } from "@pelorus/core";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { openaiModel } from "../src/openai/index.js";
import { openaiCompatibleModel } from "../src/openai-compatible/index.js";
import { collect, modelRequest } from "./contract/adapter-contract.js";
import { llamaCpp } from "./wire-mock/dialects/llama-cpp.js";
import { ollama } from "./wire-mock/dialects/ollama.js";
import { openaiChat } from "./wire-mock/dialects/openai-chat.js";
import { openaiResponses } from "./wire-mock/dialects/openai-responses.js";
import type { Dialect } from "./wire-mock/mock-types.js";
import { startWireMock, type WireMock } from "./wire-mock/wire-mock.js";

/** Together 10,000 calls. */
const CALLS = 2500;
/** Calls at a time. */
const LANES = 10;

const MODELS: readonly (readonly [string, Dialect, (baseURL: string) => LanguageModel])[] = [
  [
    "openai, Responses API",
    openaiResponses,
    (baseURL) => openaiModel("test-model", { apiKey: "sk-leaks-0123456789", baseURL }),
  ],
  [
    "openai, Chat Completions",
    openaiChat,
    (baseURL) => openaiModel("test-model", { api: "chat", apiKey: "sk-leaks-0123456789", baseURL }),
  ],
  ["openai-compatible, Chat Completions", llamaCpp, (baseURL) => openaiCompatibleModel("test-model", { baseURL })],
  ["openai-compatible, Ollama", ollama(), (baseURL) => openaiCompatibleModel("test-model", { baseURL })],
];

describe("ten thousand calls", () => {
  let mock: WireMock | undefined;
  afterEach(async () => mock?.close());

  for (const [name, dialect, make] of MODELS) {
    it(`${verifies("POS-SPD-03", "POS-ADP-04")}${name}: no listener, no timer, few sockets for many calls`, async () => {
      mock = await startWireMock({ dialect });
      const served = mock;
      const model = make(served.baseURL);
      const { signal } = new AbortController();
      // Every tenth call fails, every third is asked whole.
      served.fault = (n) => (n % 10 === 0 ? { status: 500 } : undefined);
      const lane = async (calls: number): Promise<void> => {
        for (let call = 0; call < calls; call++) {
          const request = modelRequest({ signal });
          const asked = call % 3 === 0 ? model.doGenerate(request) : collect(model, request);
          await asked.catch(() => {});
        }
      };
      await lane(LANES);
      const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
      const before = timers();
      await Promise.all(Array.from({ length: LANES }, () => lane(CALLS / LANES)));
      expect(served.requests.length).toBeGreaterThanOrEqual(CALLS);
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
      expect(served.openReplies()).toBe(0);
      // Connections are used again; a client opens a few more than it needs, never one per call.
      expect(served.connections()).toBeLessThanOrEqual(3 * LANES);
      expect(served.openSockets()).toBeLessThanOrEqual(3 * LANES);
      expect(timers() - before).toBeLessThanOrEqual(3 * LANES);
    });
  }
});
