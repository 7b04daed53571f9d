import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  defineCapability,
  type LanguageModel,
  memoryJournal,
  replayRun,
  runPositioned,
  STL_OPERATIONS,
} from "@pelorus/core";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { aiSdkModel } from "../src/ai-sdk/index.js";
import { anthropicModel } from "../src/anthropic/index.js";
import { openaiModel } from "../src/openai/index.js";
import { RateLimiter, withCircuitBreaker, withFallback, withRateLimit } from "../src/resilience/index.js";
import { anthropic } from "./wire-mock/dialects/anthropic.js";
import { openaiChat } from "./wire-mock/dialects/openai-chat.js";
import { openaiResponses } from "./wire-mock/dialects/openai-responses.js";
import type { Dialect } from "./wire-mock/mock-types.js";
import { startWireMock, type WireMock } from "./wire-mock/wire-mock.js";

// No vendor takes these as names of tools, and cut or cleaned up two of them would be one.
const IDS = ["harbour/ferry times (v2)", "harbour/ferry:times (v2)", `harbour.${"ferry-times.".repeat(9)}Zeit·🌍`];
const CRP = { "CRP-Agent-Profile": "x", "x-crp-clarification": "required" };

const ADAPTERS: readonly {
  readonly name: string;
  readonly dialect: Dialect;
  readonly model: string;
  readonly make: (mock: WireMock) => LanguageModel;
}[] = [
  {
    name: "openai",
    dialect: openaiResponses,
    model: "gpt-4.1-mini",
    make: ({ baseURL }) =>
      openaiModel("gpt-4.1-mini", { client: new OpenAI({ apiKey: "k", baseURL, defaultHeaders: CRP }) }),
  },
  {
    name: "anthropic, behind limiter, breaker and fallback",
    dialect: anthropic,
    model: "claude-sonnet-5",
    make: ({ baseURL }) => {
      const model = anthropicModel("claude-sonnet-5", { apiKey: "k", baseURL });
      return withFallback([
        withCircuitBreaker(withRateLimit(model, new RateLimiter({ requestsPerMinute: 1000 }))),
        model,
      ]);
    },
  },
  {
    name: "ai-sdk",
    dialect: openaiChat,
    model: "test-model",
    make: ({ baseURL }) => aiSdkModel(createOpenAICompatible({ name: "local", baseURL, apiKey: "k" })("test-model")),
  },
];

describe("ids of capabilities on the wire", () => {
  const mocks: WireMock[] = [];
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
  });

  for (const { name, dialect, model, make } of ADAPTERS) {
    it(`${verifies("POS-PRS-10", "POS-HDR-02")}${name}: vendors see safe names, everything else sees the ids`, async () => {
      for (const id of IDS) {
        const mock = await startWireMock({ dialect, model });
        mocks.push(mock);
        const ran: string[] = [];
        const tools = IDS.map((capabilityId) =>
          defineCapability({
            capabilityId,
            operationTypes: [...STL_OPERATIONS],
            inputSchema: { type: "object", properties: { day: { type: "string" } } },
            costProfile: { safetyClass: "read-only" },
            metadata: { description: capabilityId === id ? "times of the ferry to Vellmere" : "weight of stones" },
            execute: () => {
              ran.push(capabilityId);
              return { departures: ["09:00", "12:00"] };
            },
          }),
        );
        mock.answer = (request) => {
          for (const tool of request.tools) expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          const tool = request.tools[0];
          return tool === undefined || request.prompt.includes("09:00")
            ? { text: "The ferry to Vellmere leaves at 09:00 and 12:00." }
            : { toolCalls: [{ id: "call_1", name: tool.name, arguments: { day: "Monday" } }] };
        };
        const journal = memoryJournal();
        const result = await runPositioned("Find the times of the ferry to Vellmere.", {
          model: make(mock),
          tools,
          journal,
          runId: "names",
          onFailedChecks: "record",
        });
        expect([result.error, ran]).toEqual([null, [id]]);
        const told = result.events.flatMap((event) =>
          event.kind === "tool_call_started" ? [event.data.capabilityId] : [],
        );
        expect(told).toEqual([id]);
        expect((await replayRun({ journal, runId: "names" })).events).toEqual(result.events);
        for (const { headers } of mock.calls) {
          expect(Object.keys(headers).filter((header) => /^(x-)?crp-/i.test(header))).toEqual([]);
        }
      }
    });
  }
});
