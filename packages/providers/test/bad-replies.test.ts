import { getEventListeners } from "node:events";
import { fileURLToPath } from "node:url";
import {
  type LanguageModel,
  memoryJournal,
  type PositionedResult,
  resumePositioned,
  runPositioned,
  verifyRecord,
} from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { openaiModel } from "../src/openai/index.js";
import { openaiCompatibleModel } from "../src/openai-compatible/index.js";
import { ollama } from "./wire-mock/dialects/ollama.js";
import { openaiChat } from "./wire-mock/dialects/openai-chat.js";
import { openaiResponses } from "./wire-mock/dialects/openai-responses.js";
import { vllm } from "./wire-mock/dialects/vllm.js";
import type { Dialect, Fault, MockAnswer } from "./wire-mock/mock-types.js";
import { offlineBrain } from "./wire-mock/offline-brain.js";
import { startWireMock, type WireMock } from "./wire-mock/wire-mock.js";

const TOOLS = documentTools(fileURLToPath(new URL("./fixtures/corpus/guides", import.meta.url)));
const REQUEST = "Find out how long tram line 4 takes from the airport. Then find out when Castle Hollin is closed.";
const KEY = "sk-bad-replies-0123456789";
const PAGE = "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>";

/** Silence that only a stream that has stopped keeps, however busy the machine is; and what tells that one quickly. */
const PATIENT = 60_000;
const IMPATIENT = 50;

const MODELS: readonly {
  readonly name: string;
  readonly dialect: Dialect;
  readonly model: string;
  readonly make: (mock: WireMock, idleTimeoutMs?: number) => LanguageModel;
}[] = [
  {
    name: "openai, Responses API",
    dialect: openaiResponses,
    model: "gpt-4.1-mini",
    make: (mock, idleTimeoutMs = PATIENT) =>
      openaiModel("gpt-4.1-mini", { apiKey: KEY, baseURL: mock.baseURL, idleTimeoutMs }),
  },
  {
    name: "openai, Chat Completions",
    dialect: openaiChat,
    model: "gpt-4.1-mini",
    make: (mock, idleTimeoutMs = PATIENT) =>
      openaiModel("gpt-4.1-mini", { api: "chat", apiKey: KEY, baseURL: mock.baseURL, idleTimeoutMs }),
  },
  ...[vllm("0.12.0"), ollama()].map((dialect) => ({
    name: `openai-compatible, ${dialect.name}`,
    dialect,
    model: "test-model",
    make: (mock: WireMock, idleTimeoutMs = PATIENT) =>
      openaiCompatibleModel("test-model", { baseURL: mock.baseURL, idleTimeoutMs }),
  })),
];

/** What can go wrong with a reply, and whether the run could go on later. */
const FAULTS: readonly (readonly [string, Fault, boolean])[] = [
  ["401", { status: 401 }, false],
  ["403", { status: 403 }, false],
  ["404", { status: 404 }, false],
  ["408", { status: 408 }, true],
  ["409", { status: 409 }, true],
  ["413", { status: 413 }, false],
  ["422", { status: 422 }, false],
  ["429", { status: 429 }, true],
  ["429 with Retry-After", { status: 429, headers: { "retry-after-ms": "1" } }, true],
  ["500", { status: 500 }, true],
  ["502", { status: 502 }, true],
  ["502 with a page", { status: 502, contentType: "text/html", body: PAGE }, true],
  ["529", { status: 529 }, true],
  ["a page instead of JSON", { contentType: "text/html", body: PAGE }, false],
  ["an empty stream", { body: "" }, true],
  ["a stream without an end", { endAt: 30 }, true],
  ["a stream that stops", { stallAt: 30 }, true],
  ["a cut socket", { cutAt: 30 }, true],
  ["broken JSON", { corruptAt: 60 }, true],
  ["30 MB", { fill: 30 * 1024 * 1024 }, false],
];

describe("a run over a provider that breaks", () => {
  const mocks: WireMock[] = [];
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
  });

  for (const { name, dialect, model, make } of MODELS) {
    const start = async (answer: WireMock["answer"] = offlineBrain): Promise<WireMock> => {
      const mock = await startWireMock({ dialect, model, answer, ...(model === "gpt-4.1-mini" ? { key: KEY } : {}) });
      mocks.push(mock);
      return mock;
    };
    const run = async (
      mock: WireMock,
      journal = memoryJournal(),
      idleTimeoutMs?: number,
    ): Promise<PositionedResult> => {
      const controller = new AbortController();
      const result = await runPositioned(REQUEST, {
        model: make(mock, idleTimeoutMs),
        tools: TOOLS,
        journal,
        runId: "r",
        sessionId: "s",
        retries: 0,
        signal: controller.signal,
      });
      expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
      return result;
    };

    describe(name, () => {
      it(`${verifies("POS-RUN-04", "POS-API-04")}each fault is a typed outcome, and what was done before it is kept`, async () => {
        const whole = await start();
        const expected = await run(whole);
        expect(expected.status).toBe("complete");
        // The last call belongs to the second step; the first step is done by then.
        const last = whole.requests.length;
        for (const [fault, broken, isRetryable] of FAULTS) {
          const mock = await start();
          mock.fault = (n) => (n >= last ? broken : undefined);
          const journal = memoryJournal();
          const result = await run(mock, journal, broken.stallAt === undefined ? PATIENT : IMPATIENT);
          expect(result.status, fault).not.toBe("complete");
          expect(result.error, fault).toMatchObject({ code: "model_call_failed", isRetryable });
          expect(result.steps[0], fault).toEqual(expected.steps[0]);
          expect(result.nodes.length, fault).toBeGreaterThan(0);
          expect((await verifyRecord({ journal, runId: "r" })).intact, fault).toBe(true);
          expect(JSON.stringify(result.events), fault).not.toContain(KEY);
          // The provider is well again: the run goes on where it was, and asks only what it has not been told.
          mock.fault = () => undefined;
          const before = mock.requests.length;
          const resumed = await resumePositioned("r", { model: make(mock), tools: TOOLS, journal });
          expect((await resumed.result).text, fault).toBe(expected.text);
          expect(mock.requests.length - before, fault).toBe(1);
        }
      });

      const BROKEN_CALLS: readonly (readonly [
        string,
        (call: { name: string; arguments: unknown }) => MockAnswer["toolCalls"],
      ])[] = [
        [
          "two calls under one index",
          (call) => [
            { id: "a", index: 0, ...call },
            { id: "b", index: 0, ...call },
          ],
        ],
        ["arguments as an object", (call) => [{ id: "a", ...call }]],
        [
          "arguments encoded twice",
          (call) => [{ id: "a", name: call.name, arguments: JSON.stringify(JSON.stringify(call.arguments)) }],
        ],
      ];
      for (const [broken, calls] of BROKEN_CALLS) {
        it(`${verifies("POS-PRS-05")}${broken}: the run is the same`, async () => {
          const expected = await run(await start());
          const mock = await start(async (request) => {
            const answer = await offlineBrain(request);
            const [call] = answer.toolCalls ?? [];
            return call === undefined
              ? answer
              : { ...answer, toolCalls: calls({ name: call.name, arguments: call.arguments }) ?? [] };
          });
          const result = await run(mock);
          expect(result.status).toBe("complete");
          expect(result.text).toBe(expected.text);
        });
      }

      it(`${verifies("POS-BUD-13")}B086: usage that is missing is counted by us, and said to be`, async () => {
        const mock = await start(async (request) => ({ ...(await offlineBrain(request)), usage: null }));
        const result = await run(mock);
        expect(result.status).toBe("complete");
        expect(result.usage).toMatchObject({ estimated: true, calls: mock.requests.length });
        expect(result.usage.inputTokens).toBeGreaterThan(0);
      });
    });
  }
});
