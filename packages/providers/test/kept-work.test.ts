import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  type LanguageModel,
  memoryJournal,
  type RunOptions,
  replayRun,
  resumePositioned,
  runPositioned,
  verifyRecord,
} from "@pelorus/core";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { fixedPlan } from "../../core/test/run/fixed-plan.js";
import { aiSdkModel, boundedFetch } from "../src/ai-sdk/index.js";
import { anthropicModel } from "../src/anthropic/index.js";
import { openaiModel } from "../src/openai/index.js";
import { openaiCompatibleModel } from "../src/openai-compatible/index.js";
import { anthropic } from "./wire-mock/dialects/anthropic.js";
import { ollama } from "./wire-mock/dialects/ollama.js";
import { openaiChat } from "./wire-mock/dialects/openai-chat.js";
import { openaiResponses } from "./wire-mock/dialects/openai-responses.js";
import type { Dialect, Fault } from "./wire-mock/mock-types.js";
import { startWireMock, type WireMock } from "./wire-mock/wire-mock.js";

const KEY = "sk-kept-0123456789abcdef";
const FIRST = "There are eight apples in the store.";
const SECOND = "The store has eight apples and they are fresh.";
/** Silence that only a stopped reply keeps, however busy the machine is; and what tells that one quickly. */
const PATIENT = { idleTimeoutMs: 60_000, maxResponseBytes: 2 * 1024 * 1024 };
const IMPATIENT = { ...PATIENT, idleTimeoutMs: 60 };
const PAGE = "<!DOCTYPE html><html><body>Sign in</body></html>";

const ADAPTERS: readonly {
  readonly name: string;
  readonly dialect: Dialect;
  readonly model: string;
  readonly make: (mock: WireMock, limits: typeof PATIENT) => LanguageModel;
}[] = [
  {
    name: "openai",
    dialect: openaiResponses,
    model: "gpt-4.1-mini",
    make: ({ baseURL }, limits) => openaiModel("gpt-4.1-mini", { apiKey: KEY, baseURL, ...limits }),
  },
  {
    name: "anthropic",
    dialect: anthropic,
    model: "claude-sonnet-5",
    make: ({ baseURL }, limits) => anthropicModel("claude-sonnet-5", { apiKey: KEY, baseURL, ...limits }),
  },
  {
    name: "openai-compatible",
    dialect: ollama(),
    model: "test-model",
    make: ({ baseURL }, limits) => openaiCompatibleModel("test-model", { baseURL, ...limits }),
  },
  {
    name: "ai-sdk",
    dialect: openaiChat,
    model: "test-model",
    make: ({ baseURL }, limits) => {
      const provider = createOpenAICompatible({
        name: "local",
        baseURL,
        apiKey: KEY,
        includeUsage: true,
        fetch: boundedFetch(limits),
      });
      return aiSdkModel(provider("test-model"));
    },
  },
];

/** What can go wrong with a reply, and how often the run asks. */
const FAULTS: readonly (readonly [string, Fault, asked: number])[] = [
  ...([401, 403, 404, 413, 422] as const).map((status) => [`HTTP ${status}`, { status }, 1] as const),
  ...([408, 409, 429, 500, 502, 529] as const).map(
    (status) => [`HTTP ${status}`, { status, headers: { "retry-after-ms": "1" } }, 2] as const,
  ),
  ["HTTP 429 without Retry-After", { status: 429 }, 2],
  ["HTTP 429 that asks for an hour", { status: 429, headers: { "retry-after": "3600" } }, 1],
  ["a web page", { contentType: "text/html", body: PAGE }, 1],
  [
    "a web page with HTTP 502",
    { status: 502, contentType: "text/html", body: PAGE, headers: { "retry-after-ms": "1" } },
    2,
  ],
  ["an empty reply", { body: "" }, 2],
  ["a reply cut in its head", { cutAt: 20 }, 2],
  ["a reply that stops", { stallAt: 20 }, 2],
  ["a reply of 30 MB", { fill: 30 * 1024 * 1024 }, 1],
];

describe("what was done is kept, whatever the provider answers", () => {
  const mocks: WireMock[] = [];
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
  });

  for (const { name, dialect, model, make } of ADAPTERS) {
    it(`${verifies("POS-RUN-04", "POS-RUN-06", "POS-REC-05")}${name}: every failure halts with the first step kept, and a resume makes the failed call only`, async () => {
      for (const [fault, detail, asked] of FAULTS) {
        const mock = await startWireMock({ dialect, model, ...(name === "openai-compatible" ? {} : { key: KEY }) });
        mocks.push(mock);
        mock.answer = () => ({ text: mock.requests.length === 1 ? FIRST : SECOND });
        mock.fault = (n) => (n === 1 ? undefined : detail);
        const journal = memoryJournal();
        const options: RunOptions = {
          model: make(mock, detail.stallAt === undefined ? PATIENT : IMPATIENT),
          journal,
          runId: "kept",
          classifier: fixedPlan([
            ["RETRIEVE", []],
            ["GENERATE", [1]],
          ]),
          retries: 1,
          modelTimeoutMs: 20_000,
          onFailedChecks: "record",
        };
        const halted = await runPositioned("Count the apples and tell about the store.", options);
        const what = `${name}, ${fault}: ${halted.error?.message}`;
        expect([halted.status, halted.haltReason], what).toEqual(["halted", "provider_call_failed"]);
        expect(halted.error?.message.length, what).toBeGreaterThan(10);
        expect([halted.steps[0]?.outcome, halted.nodes.length, halted.usage.calls], what).toEqual([
          "done",
          1,
          1 + asked,
        ]);
        expect(JSON.stringify(halted), what).not.toContain(KEY);
        expect((await verifyRecord({ journal, runId: "kept" })).intact, what).toBe(true);
        const before = mock.requests.length;
        mock.fault = () => undefined;
        const resumed = await (await resumePositioned("kept", { ...options, model: make(mock, PATIENT) })).result;
        expect([resumed.status, resumed.text, mock.requests.length - before], what).toEqual(["complete", SECOND, 1]);
        expect((await verifyRecord({ journal, runId: "kept" })).intact, what).toBe(true);
        expect((await replayRun({ journal, runId: "kept" })).events, what).toEqual(resumed.events);
      }
    }, 120_000);
  }
});
