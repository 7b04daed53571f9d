import { readFileSync } from "node:fs";
import type { LanguageModel, ModelResponse, ModelStreamPart } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { openaiModel } from "../src/openai/index.js";
import { openaiCompatibleModel } from "../src/openai-compatible/index.js";
import type { Fetch } from "../src/wire/guarded-fetch.js";
import { modelRequest } from "./contract/adapter-contract.js";

const bytesOf = (file: string) => readFileSync(new URL(`./fixtures/wire/${file}`, import.meta.url));

/** Answers every call with these bytes, in pieces of `step`. */
function fetchOf(file: string, step: number): Fetch {
  const bytes = bytesOf(file);
  return async () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + step)));
        at += step;
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}

const openai = (api: "responses" | "chat") => (fetch: Fetch) =>
  openaiModel("gpt-4.1-mini", { api, apiKey: "sk-recorded-0123456789", fetch });
const server = (kind: "llama-cpp" | "vllm" | "other" | "ollama") => (fetch: Fetch) =>
  openaiCompatibleModel("m", {
    baseURL: "http://127.0.0.1:9/v1",
    server: kind,
    contextWindow: 8192,
    toolCalls: "native",
    fetch,
  });

interface Expected extends Partial<ModelResponse> {
  readonly deltas: number;
}

/** Replies in the vendors' own bytes, events and members we have no use for included. */
const REPLIES: readonly (readonly [string, (fetch: Fetch) => LanguageModel, Expected])[] = [
  [
    "openai-responses-text.sse",
    openai("responses"),
    {
      text: "The ferry leaves at 9:00 — from pier “2”. 🚢",
      finishReason: "stop",
      usage: { inputTokens: 1261, outputTokens: 19, cachedInputTokens: 1152, reasoningTokens: 0 },
      deltas: 9,
    },
  ],
  [
    "openai-responses-reasoning-call.sse",
    openai("responses"),
    {
      text: "",
      finishReason: "tool-calls",
      reasoning: "**Looking up the timetable**\n\nThe day is Monday.",
      toolCalls: [{ id: "call_EF2xN3pR", name: "ferry_times", arguments: '{"day":"Monday","pier":null}' }],
      usage: { inputTokens: 311, outputTokens: 87, cachedInputTokens: 0, reasoningTokens: 64 },
      deltas: 9,
    },
  ],
  [
    "openai-responses-incomplete.sse",
    openai("responses"),
    { text: "The ferry lea", finishReason: "length", deltas: 1 },
  ],
  [
    "openai-chat-two-calls.sse",
    openai("chat"),
    {
      text: "",
      finishReason: "tool-calls",
      toolCalls: [
        { id: "call_A1", name: "ferry_times", arguments: '{"day": "Monday"}' },
        { id: "call_B2", name: "ferry_times", arguments: '{"day": "Tuesday"}' },
      ],
      usage: { inputTokens: 92, outputTokens: 47, cachedInputTokens: 0, reasoningTokens: 0 },
      deltas: 5,
    },
  ],
  [
    "llama-cpp-thinking.sse",
    server("llama-cpp"),
    {
      text: "At nine, 九点。",
      reasoning: "The timetable says nine.",
      finishReason: "stop",
      usage: { inputTokens: 58, outputTokens: 21 },
      deltas: 7,
    },
  ],
  [
    "vllm-reasoning.sse",
    server("vllm"),
    {
      text: '{"departure":"09:00"}',
      reasoning: "Nine is right.",
      finishReason: "stop",
      usage: { inputTokens: 33, outputTokens: 17 },
      deltas: 4,
    },
  ],
  [
    "ollama-thinking.ndjson",
    server("ollama"),
    {
      text: "At nine 🌍.",
      reasoning: "The timetable says nine.",
      finishReason: "stop",
      usage: { inputTokens: 26, outputTokens: 31 },
      deltas: 4,
    },
  ],
  [
    "ollama-calls.ndjson",
    server("ollama"),
    {
      text: "",
      finishReason: "tool-calls",
      toolCalls: [
        { id: "call_k1", name: "ferry_times", arguments: { day: "Monday" } },
        { id: "call_k2", name: "ferry_times", arguments: { day: "Tuesday" } },
      ],
      deltas: 2,
    },
  ],
];

const FAILURES: readonly (readonly [string, (fetch: Fetch) => LanguageModel, string])[] = [
  ["openai-responses-failed.sse", openai("responses"), "server_error"],
  ["router-error-in-stream.sse", server("other"), "Provider disconnected"],
  ["ollama-error-in-stream.ndjson", server("ollama"), "unexpected EOF"],
];

async function partsOf(model: LanguageModel): Promise<ModelStreamPart[]> {
  const parts: ModelStreamPart[] = [];
  for await (const part of model.doStream?.(modelRequest()) ?? []) parts.push(part);
  return parts;
}

describe("replies as vendors send them", () => {
  for (const [file, make, { deltas, ...expected }] of REPLIES) {
    it(`${verifies("POS-API-01", "POS-EVT-02")}${file}, in one piece and byte by byte`, async () => {
      for (const step of [1_000_000, 1, 7]) {
        const parts = await partsOf(make(fetchOf(file, step)));
        const last = parts.at(-1);
        expect(last?.type === "finish" && last.response, `pieces of ${step}`).toMatchObject(expected);
        expect(parts.length - 1, `pieces of ${step}`).toBe(deltas);
        for (const part of parts) if (part.type !== "finish") expect(part.delta.isWellFormed()).toBe(true);
      }
    });

    it(`${verifies("POS-ADP-02")}${file} cut at any line is never taken for whole`, async () => {
      const bytes = bytesOf(file);
      const end = bytes.lastIndexOf("\n", bytes.length - 2);
      for (let at = bytes.indexOf("\n"); at >= 0 && at < end / 2; at = bytes.indexOf("\n", at + 1)) {
        const fetch: Fetch = async () =>
          new Response(new Uint8Array(bytes.subarray(0, at)), { headers: { "content-type": "text/event-stream" } });
        await expect(partsOf(make(fetch)), `cut at byte ${at}`).rejects.toMatchObject({
          code: "model_call_failed",
          isRetryable: true,
        });
      }
    });
  }

  for (const [file, make, words] of FAILURES) {
    it(`${verifies("POS-API-04")}${file}: an error in a stream is one`, async () => {
      await expect(partsOf(make(fetchOf(file, 64)))).rejects.toMatchObject({
        code: "model_call_failed",
        message: expect.stringContaining(words),
      });
    });
  }

  it(`${verifies("POS-BUD-06")}B080: a reasoning item and the call after it are one answer, and no request refers back to either`, async () => {
    const bodies: Record<string, unknown>[] = [];
    const fetch: Fetch = async (input, init) => {
      bodies.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
      return fetchOf("openai-responses-reasoning-call.sse", 512)(input, init);
    };
    const model = openai("responses")(fetch);
    for (let call = 0; call < 2; call++) {
      expect((await partsOf(model)).at(-1)).toMatchObject({
        response: { reasoning: expect.stringContaining("Monday"), toolCalls: [{ name: "ferry_times" }] },
      });
    }
    for (const body of bodies) {
      expect(body).toMatchObject({ input: expect.any(String), store: false });
      expect(body.previous_response_id ?? body.conversation).toBeUndefined();
    }
  });
});
