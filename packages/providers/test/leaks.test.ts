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

/** Calls of one model that are counted, and calls at a time. */
const CALLS = 400;
const LANES = 10;
/**
 * Each way a call can go (whole or streamed; answered, refused, cut off) is at least an eighth of the calls, so that
 * whatever one of them leaves behind is several times this.
 */
const AT_MOST = LANES;

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

describe("many calls", () => {
  let mock: WireMock | undefined;
  afterEach(async () => mock?.close());

  for (const [name, dialect, make] of MODELS) {
    it(`${verifies("POS-SPD-03", "POS-ADP-04")}${name}: no listener, no timer, few sockets for many calls`, async () => {
      mock = await startWireMock({ dialect });
      const served = mock;
      const model = make(served.baseURL);
      const { signal } = new AbortController();
      let cuts = 0;
      let asked = 0;
      served.fault = (n) => {
        if (n % 4 === 1) return { status: 500 };
        if (n % 4 !== 3) return undefined;
        cuts++;
        return { cutAt: 30 };
      };
      const call = async (): Promise<void> => {
        const request = modelRequest({ signal });
        const reply = asked++ % 2 === 0 ? model.doGenerate(request) : collect(model, request);
        await reply.catch(() => {});
      };
      const inLanes = (calls: number) =>
        Promise.all(
          Array.from({ length: LANES }, async () => {
            for (let made = 0; made < calls / LANES; made++) await call();
          }),
        );
      const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

      // What a client makes once and keeps is there before it is counted.
      await inLanes(4 * LANES);
      const before = { timers: timers(), connections: served.connections(), cuts };
      await inLanes(CALLS);
      expect(served.requests.length).toBeGreaterThanOrEqual(CALLS + 4 * LANES);
      expect(cuts - before.cuts).toBeGreaterThan(CALLS / 5);
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
      // A socket that was cut tells so a moment later.
      await expect.poll(() => served.openReplies()).toBe(0);
      await expect.poll(() => served.openSockets()).toBeLessThanOrEqual(LANES + AT_MOST);
      // Connections are used again, but for those that were cut.
      expect(served.connections() - before.connections - (cuts - before.cuts)).toBeLessThanOrEqual(AT_MOST);
      expect(timers() - before.timers).toBeLessThanOrEqual(AT_MOST);
    });
  }
});
