import { inspect } from "node:util";
import {
  ContextOverflowError,
  type LanguageModel,
  ModelCallError,
  type ModelRequest,
  type ModelStreamPart,
  parseToolCall,
} from "@pelorus/core";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { Fetch } from "../../src/wire/guarded-fetch.js";
import type { Dialect, Fault } from "../wire-mock/mock-types.js";
import { startWireMock, type WireMock } from "../wire-mock/wire-mock.js";

/** The key the mock wants, and that must never be read anywhere else. */
export const CONTRACT_KEY = "sk-contract-4f9a1c77e2d85b03";

export interface ContractModelOptions {
  readonly apiKey?: string;
  readonly idleTimeoutMs?: number;
  readonly maxResponseBytes?: number;
  readonly fetch?: Fetch;
}

/** An adapter as the contract needs it. */
export interface AdapterUnderTest {
  readonly dialect: Dialect;
  /** The model the mock serves; default `test-model`. */
  readonly model?: string;
  readonly makeModel: (mock: WireMock, options: ContractModelOptions) => LanguageModel;
  /** What the adapter does; a test of what it does not do is not registered. */
  readonly has: {
    /** Offers tools in the vendor's own channel. */
    readonly nativeTools: boolean;
    readonly reasoning: boolean;
    readonly contentFilter: boolean;
    readonly cachedUsage: boolean;
    /** Reasoning tokens are reported apart. */
    readonly reasoningUsage: boolean;
    /** Streams of calls have an index that a proxy can get wrong. */
    readonly callIndex: boolean;
    /** The server asks for a key. */
    readonly key: boolean;
    /** Takes a `fetch`, so that the bytes of a reply can be cut at will. */
    readonly fetch: boolean;
    readonly streaming: boolean;
  };
}

const SCHEMA = {
  type: "object",
  properties: { departure: { type: "string" }, minutes: { type: "integer" } },
  required: ["departure", "minutes"],
  additionalProperties: false,
} as const;

const TOOL = {
  name: "ferry_times",
  description: "Departures of a ferry.",
  inputSchema: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
} as const;

/** What a status becomes: whether the same call may be made again. */
const STATUSES: readonly (readonly [number, boolean])[] = [
  [401, false],
  [403, false],
  [404, false],
  [408, true],
  [409, true],
  [413, false],
  [422, false],
  [429, true],
  [500, true],
  [502, true],
  [503, true],
  [529, true],
];

export function modelRequest(overrides: Partial<ModelRequest> = {}): ModelRequest {
  return {
    prompt: "When does the ferry to Vellmere leave?",
    schema: null,
    tools: [],
    maxOutputTokens: 200,
    temperature: 0.2,
    purpose: "answer",
    stablePrefixLength: 0,
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** Everything a stream yields, the `finish` part last. */
export async function collect(model: LanguageModel, request: ModelRequest): Promise<ModelStreamPart[]> {
  const parts: ModelStreamPart[] = [];
  for await (const part of model.doStream?.(request) ?? []) parts.push(part);
  return parts;
}

/** What every adapter promises, run against a server that speaks its vendor's dialect and refuses what it refuses. */
export function adapterContract(name: string, adapter: AdapterUnderTest): void {
  const { has, dialect } = adapter;
  const mocks: WireMock[] = [];
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
  });

  async function start(options: { window?: number } = {}): Promise<WireMock> {
    const mock = await startWireMock({
      dialect,
      ...(has.key ? { key: CONTRACT_KEY } : {}),
      ...(adapter.model === undefined ? {} : { model: adapter.model }),
      ...options,
    });
    mocks.push(mock);
    return mock;
  }
  const make = (mock: WireMock, options: ContractModelOptions = {}): LanguageModel =>
    adapter.makeModel(mock, { ...(has.key ? { apiKey: CONTRACT_KEY } : {}), ...options });

  /** Both ways to ask; `whole` is the answer either way. */
  const ways = [
    { way: "whole", ask: (model: LanguageModel, request: ModelRequest) => model.doGenerate(request) },
    {
      way: "streamed",
      ask: async (model: LanguageModel, request: ModelRequest) => {
        const last = (await collect(model, request)).at(-1);
        if (last?.type !== "finish") throw new Error("the stream had no finish part");
        return last.response;
      },
    },
  ] as const;

  async function failureOf(promise: Promise<unknown>): Promise<ModelCallError> {
    const failure = await promise.then(
      (value) => {
        throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
      },
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ModelCallError);
    return failure as ModelCallError;
  }

  describe(`adapter contract: ${name}`, () => {
    for (const { way, ask } of ways) {
      if (way === "streamed" && !has.streaming) continue;
      describe(way, () => {
        it(`${verifies("POS-API-01")}gives text, finish reason and usage`, async () => {
          const mock = await start();
          mock.answer = () => ({ text: "At nine, from pier 2. Ö 🌍 中", usage: { input: 61, output: 12 } });
          const response = await ask(make(mock), modelRequest());
          expect(response.text).toBe("At nine, from pier 2. Ö 🌍 中");
          expect(response.finishReason).toBe("stop");
          expect(response.usage).toMatchObject({ inputTokens: 61, outputTokens: 12 });
          expect(response.toolCalls ?? []).toEqual([]);
          expect(mock.requests).toHaveLength(1);
          expect(mock.requests[0]?.prompt).toBe("When does the ferry to Vellmere leave?");
          expect(mock.requests[0]?.maxTokens).toBeGreaterThanOrEqual(200);
        });

        it("constrains the reply by the schema", async () => {
          const mock = await start();
          mock.answer = (request) => {
            expect(request.schema).not.toBeNull();
            return { text: '{"departure":"09:00","minutes":40}' };
          };
          const response = await ask(make(mock), modelRequest({ schema: SCHEMA }));
          expect(JSON.parse(response.text)).toEqual({ departure: "09:00", minutes: 40 });
        });

        it(`${verifies("POS-PRS-08")}asks for a schema of several branches in a form the server takes`, async () => {
          const mock = await start();
          const branch = {
            type: "object",
            properties: { answer: { type: "string" } },
            required: ["answer"],
            additionalProperties: false,
          };
          mock.answer = (request) => {
            const wrapped = Object.keys((request.schema?.properties ?? {}) as object);
            const reply = { answer: "nine" };
            return {
              text: JSON.stringify(
                wrapped.length === 1 && wrapped[0] !== "answer" ? { [wrapped[0] as string]: reply } : reply,
              ),
            };
          };
          const response = await ask(make(mock), modelRequest({ schema: { anyOf: [SCHEMA, branch] } }));
          expect(JSON.parse(response.text)).toEqual({ answer: "nine" });
        });

        it(`${verifies("POS-ADP-06")}says when the output limit cut the answer`, async () => {
          const mock = await start();
          mock.answer = () => ({ text: "At nine, from", finish: "length", usage: { input: 50, output: 200 } });
          expect(await ask(make(mock), modelRequest())).toMatchObject({
            text: "At nine, from",
            finishReason: "length",
          });
        });

        if (has.contentFilter) {
          it("says when a filter ended the answer", async () => {
            const mock = await start();
            mock.answer = () => ({ text: "I", finish: "content-filter" });
            expect((await ask(make(mock), modelRequest())).finishReason).toBe("content-filter");
          });
        }

        it(`${verifies("POS-BUD-13")}leaves usage out that is not reported (B086)`, async () => {
          const mock = await start();
          mock.answer = () => ({ text: "At nine.", usage: null });
          const response = await ask(make(mock), modelRequest());
          expect(response.text).toBe("At nine.");
          expect(response.usage?.inputTokens).toBeUndefined();
        });

        if (has.cachedUsage) {
          it(`${verifies("POS-BUD-13")}counts cached input as part of input (B084)`, async () => {
            const mock = await start();
            mock.answer = () => ({ text: "At nine.", usage: { input: 1000, cached: 900, output: 5 } });
            expect((await ask(make(mock), modelRequest())).usage).toMatchObject({
              inputTokens: 1000,
              cachedInputTokens: 900,
              outputTokens: 5,
            });
          });
        }

        if (has.reasoning) {
          it(`${verifies("POS-ADP-06")}keeps reasoning apart from the answer`, async () => {
            const mock = await start();
            mock.answer = () => ({
              reasoning: "The timetable says nine.",
              text: "At nine.",
              usage: { input: 70, output: 31, reasoning: 20 },
            });
            const response = await ask(make(mock), modelRequest());
            expect(response).toMatchObject({ reasoning: "The timetable says nine.", text: "At nine." });
            expect(response.usage?.outputTokens).toBe(31);
            if (has.reasoningUsage) expect(response.usage?.reasoningTokens).toBe(20);
          });
        }

        if (has.nativeTools) {
          it(`${verifies("POS-PRS-01")}gives calls of the vendor's own channel`, async () => {
            const mock = await start();
            mock.answer = (request) => ({
              toolCalls: [{ id: "call_a", name: request.tools[0]?.name ?? "none", arguments: { day: "Montag 🌍" } }],
            });
            const response = await ask(make(mock), modelRequest({ tools: [TOOL], purpose: "tool" }));
            expect(response.finishReason).toBe("tool-calls");
            expect(response.toolCalls).toHaveLength(1);
            const parsed = parseToolCall(response, {
              capabilities: [{ capabilityId: TOOL.name, inputSchema: TOOL.inputSchema }],
              maxCalls: 1,
            });
            expect(parsed).toMatchObject({ capabilityId: TOOL.name, arguments: { day: "Montag 🌍" } });
          });

          it(`${verifies("POS-ADP-05")}takes two calls with their own ids for two`, async () => {
            const mock = await start();
            const day = (word: string) => JSON.stringify({ day: word });
            mock.answer = () => ({
              toolCalls: [
                { id: "call_a", name: TOOL.name, arguments: day("Monday") },
                { id: "call_b", name: TOOL.name, arguments: day("Tuesday") },
              ],
            });
            const response = await ask(make(mock), modelRequest({ tools: [TOOL] }));
            expect(response.toolCalls?.map((call) => call.id)).toEqual(["call_a", "call_b"]);
          });

          it(`${verifies("POS-PRS-05")}hands on arguments that were encoded twice for the parser to unwrap`, async () => {
            const mock = await start();
            mock.answer = () => ({
              toolCalls: [
                { id: "call_a", name: TOOL.name, arguments: JSON.stringify(JSON.stringify({ day: "Monday" })) },
              ],
            });
            const response = await ask(make(mock), modelRequest({ tools: [TOOL] }));
            const parsed = parseToolCall(response, {
              capabilities: [{ capabilityId: TOOL.name, inputSchema: TOOL.inputSchema }],
              maxCalls: 1,
            });
            expect(parsed).toMatchObject({ capabilityId: TOOL.name, arguments: { day: "Monday" } });
          });
        }

        for (const [status, isRetryable] of STATUSES) {
          it(`${verifies("POS-ADP-03")}HTTP ${status} is a typed failure, asked once`, async () => {
            const mock = await start();
            mock.fault = () => ({ status });
            const failure = await failureOf(ask(make(mock), modelRequest()));
            expect(failure).toMatchObject({ statusCode: status, isRetryable });
            expect(failure.message).toContain(String(status));
            // The runtime retries, and charges for it; the vendor's package does not.
            expect(mock.requests).toHaveLength(1);
          });
        }

        it(`${verifies("POS-ADP-03")}passes on how long a provider asks to wait`, async () => {
          const mock = await start();
          mock.fault = () => ({ status: 429, headers: { "retry-after": "7" } });
          expect(await failureOf(ask(make(mock), modelRequest()))).toMatchObject({
            statusCode: 429,
            isRetryable: true,
            retryAfterMs: 7000,
          });
        });

        it(`${verifies("POS-ADP-03")}tells a web page from an answer`, async () => {
          const mock = await start();
          const page = "<!DOCTYPE html><html><body>Sign in</body></html>";
          mock.fault = () => ({ contentType: "text/html", body: page });
          const failure = await failureOf(ask(make(mock), modelRequest()));
          expect(failure.message).toMatch(/web page/);
          expect(failure.isRetryable).toBe(false);
          mock.fault = () => ({ status: 502, contentType: "text/html", body: page });
          const gateway = await failureOf(ask(make(mock), modelRequest()));
          expect(gateway).toMatchObject({ statusCode: 502, isRetryable: true });
          expect(gateway.message).not.toContain("<");
        });

        it(`${verifies("POS-ADP-02")}an empty reply is no empty success`, async () => {
          const mock = await start();
          mock.fault = () => ({ body: "" });
          expect((await failureOf(ask(make(mock), modelRequest()))).isRetryable).toBe(true);
        });

        it(`${verifies("POS-ADP-02")}a reply that is cut anywhere is a failure that can be retried`, async () => {
          const mock = await start();
          mock.answer = () => ({ text: "At nine, from pier 2, and again at noon. ".repeat(5), pieceLength: 6 });
          for (const cutAt of [1, 40, 250]) {
            mock.fault = () => ({ cutAt });
            expect(await failureOf(ask(make(mock), modelRequest())), `cut at ${cutAt}`).toMatchObject({
              isRetryable: true,
            });
          }
        });

        it(`${verifies("POS-ADP-02")}a reply that ends too early is a failure that can be retried`, async () => {
          const mock = await start();
          mock.answer = () => ({ text: "At nine, from pier 2, and again at noon. ".repeat(5), pieceLength: 6 });
          for (const endAt of [1, 60, 300]) {
            mock.fault = () => ({ endAt });
            expect((await failureOf(ask(make(mock), modelRequest()))).isRetryable, `ended at ${endAt}`).toBe(true);
          }
        });

        it(`${verifies("POS-ADP-02")}broken JSON is a failure, not an answer`, async () => {
          const mock = await start();
          mock.fault = () => ({ corruptAt: 60 });
          await failureOf(ask(make(mock), modelRequest()));
        });

        it(`${verifies("POS-ADP-01")}a reply that stops is given up after the idle time-out (B020)`, async () => {
          const mock = await start();
          mock.answer = () => ({ text: "At nine, from pier 2, and again at noon. ".repeat(5), pieceLength: 6 });
          mock.fault = () => ({ stallAt: 30 });
          const failure = await failureOf(ask(make(mock, { idleTimeoutMs: 40 }), modelRequest()));
          expect(failure.isRetryable).toBe(true);
          expect(failure.message).toContain("40 ms");
          await expect.poll(() => mock.openReplies()).toBe(0);
        });

        it(`${verifies("POS-ADP-04")}an abort ends the call and its socket, and gives the caller's reason (B020)`, async () => {
          const mock = await start();
          mock.fault = () => ({ stallAt: 30 });
          const controller = new AbortController();
          const asked = ask(make(mock), modelRequest({ signal: controller.signal })).catch((error: unknown) => error);
          await expect.poll(() => mock.requests.length).toBe(1);
          const reason = new DOMException("enough", "AbortError");
          controller.abort(reason);
          expect(await asked).toBe(reason);
          await expect.poll(() => mock.openReplies()).toBe(0);
        });

        it(`${verifies("POS-ADP-04")}a signal that has fired already makes no call`, async () => {
          const mock = await start();
          const reason = new DOMException("enough", "AbortError");
          await expect(ask(make(mock), modelRequest({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
          expect(mock.calls).toEqual([]);
        });

        it(`${verifies("POS-ADP-01")}a reply of 30 MB is refused before it fills the memory`, async () => {
          const mock = await start();
          mock.fault = () => ({ fill: 30 * 1024 * 1024 });
          const failure = await failureOf(ask(make(mock), modelRequest()));
          expect(failure.message).toMatch(/larger than \d+ bytes/);
          expect(failure.isRetryable).toBe(false);
        });

        it(`${verifies("POS-BUD-12")}a prompt that does not fit is an overflow`, async () => {
          const mock = await start({ window: 400 });
          const failure: unknown = await ask(make(mock), modelRequest({ prompt: "ferry ".repeat(500) })).catch(
            (error: unknown) => error,
          );
          expect(failure).toBeInstanceOf(ContextOverflowError);
          expect((failure as ContextOverflowError).isRetryable).toBe(false);
        });

        if (has.key) {
          it(`${verifies("POS-ADP-03")}a key never shows in an error`, async () => {
            const mock = await start();
            const wrong = "sk-wrong-0123456789abcdef0123";
            const failure = await failureOf(ask(make(mock, { apiKey: wrong }), modelRequest()));
            expect(failure).toMatchObject({ statusCode: 401, isRetryable: false });
            const everything =
              inspect(failure, { depth: 12, showHidden: true }) + JSON.stringify(failure) + String(failure.stack);
            expect(everything).not.toContain(wrong);
            expect(everything).not.toContain(wrong.slice(9));
          });
        }

        if (has.fetch) {
          it("nobody there is a failure that says so", async () => {
            const mock = await start();
            const model = make(mock);
            await mock.close();
            mocks.splice(mocks.indexOf(mock), 1);
            const failure = await failureOf(ask(model, modelRequest()));
            expect(failure.isRetryable).toBe(true);
            expect(failure.message).toContain("ECONNREFUSED");
          });
        }
      });
    }

    if (!has.streaming) return;
    describe("streams", () => {
      it(`${verifies("POS-EVT-02")}deltas join to the answer, and finish comes once, last`, async () => {
        const mock = await start();
        const text = "At nine, from pier 2. Ö 🌍 中 👩‍🚀, and again at noon.";
        mock.answer = () => ({ text, pieceLength: 5 });
        const parts = await collect(make(mock), modelRequest());
        const deltas = parts.flatMap((part) => (part.type === "text" ? [part.delta] : []));
        expect(deltas.join("")).toBe(text);
        expect(deltas.length).toBeGreaterThan(3);
        expect(parts.filter((part) => part.type === "finish")).toHaveLength(1);
        expect(parts.at(-1)).toMatchObject({ type: "finish", response: { text } });
      });

      it(`${verifies("POS-EVT-02")}no delta ends in half a character that was escaped in halves (B066)`, async () => {
        const mock = await start();
        const text = "🌍🚀 Ö 中 👩‍🚀";
        mock.answer = () => ({ text, pieceLength: 1, halvesPairs: true });
        const parts = await collect(make(mock), modelRequest());
        const deltas = parts.flatMap((part) => (part.type === "text" ? [part.delta] : []));
        expect(deltas.every((delta) => delta.isWellFormed())).toBe(true);
        expect(deltas.join("")).toBe(text);
        expect(parts.at(-1)).toMatchObject({ response: { text } });
      });

      if (has.nativeTools) {
        it("shows the input of a call as it comes", async () => {
          const mock = await start();
          mock.answer = () => ({
            toolCalls: [{ id: "call_a", name: TOOL.name, arguments: { day: "Monday 🌍 morning" } }],
            pieceLength: 4,
          });
          const parts = await collect(make(mock), modelRequest({ tools: [TOOL] }));
          const inputs = parts.flatMap((part) => (part.type === "tool_input" ? [part] : []));
          expect(inputs.map((part) => part.delta).join("")).toBe(JSON.stringify({ day: "Monday 🌍 morning" }));
          expect(new Set(inputs.map((part) => part.callId))).toEqual(new Set(["call_a"]));
        });
      }

      if (has.callIndex) {
        it(`${verifies("POS-ADP-05")}two ids under one index are two calls (B076)`, async () => {
          const mock = await start();
          mock.answer = () => ({
            toolCalls: [
              { id: "call_a", index: 0, name: TOOL.name, arguments: { day: "Monday" } },
              { id: "call_b", index: 0, name: TOOL.name, arguments: { day: "Tuesday" } },
            ],
            pieceLength: 4,
          });
          const last = (await collect(make(mock), modelRequest({ tools: [TOOL] }))).at(-1);
          expect(last?.type === "finish" && last.response.toolCalls).toEqual([
            { id: "call_a", name: TOOL.name, arguments: '{"day":"Monday"}' },
            { id: "call_b", name: TOOL.name, arguments: '{"day":"Tuesday"}' },
          ]);
        });
      }

      if (has.reasoning) {
        it("streams reasoning apart", async () => {
          const mock = await start();
          mock.answer = () => ({ reasoning: "The timetable says nine.", text: "At nine." });
          const parts = await collect(make(mock), modelRequest());
          const reasoning = parts.flatMap((part) => (part.type === "reasoning" ? [part.delta] : []));
          expect(reasoning.join("")).toBe("The timetable says nine.");
          expect(reasoning.length).toBeGreaterThan(1);
        });
      }

      it(`${verifies("POS-ADP-04")}whoever leaves a stream early closes its socket`, async () => {
        const mock = await start();
        mock.answer = () => ({ text: "nine ".repeat(400) });
        mock.fault = () => ({ stallAt: 5000 });
        for await (const part of make(mock).doStream?.(modelRequest()) ?? []) if (part.type === "text") break;
        await expect.poll(() => mock.openReplies()).toBe(0);
      });

      it(`${verifies("POS-ADP-04")}leaves no listener on the caller's signal`, async () => {
        const mock = await start();
        const controller = new AbortController();
        const { signal } = controller;
        let listeners = 0;
        const add = signal.addEventListener.bind(signal);
        const remove = signal.removeEventListener.bind(signal);
        signal.addEventListener = (...args: Parameters<typeof add>) => {
          listeners++;
          return add(...args);
        };
        signal.removeEventListener = (...args: Parameters<typeof remove>) => {
          listeners--;
          return remove(...args);
        };
        const model = make(mock);
        await model.doGenerate(modelRequest({ signal }));
        await collect(model, modelRequest({ signal }));
        mock.fault = (): Fault => ({ status: 500 });
        await model.doGenerate(modelRequest({ signal })).catch(() => {});
        expect(listeners).toBe(0);
      });

      if (has.fetch) {
        it(`${verifies("POS-ADP-05")}reads the same, whatever byte the network cuts at (B064)`, async () => {
          const mock = await start();
          const text = "Ö🌍中 👩‍🚀";
          mock.answer = () => ({ text, pieceLength: 100 });
          let body = new Uint8Array();
          let headers = new Headers();
          await collect(
            make(mock, {
              fetch: async (input, init) => {
                const response = await fetch(input, init);
                if (!/generate|chat|responses|messages/.test(String(input))) return response;
                headers = response.headers;
                body = new Uint8Array(await response.arrayBuffer());
                return new Response(body, { headers });
              },
            }),
            modelRequest(),
          );
          const first = Buffer.from(body).indexOf(text.slice(0, 1), 0, "utf8");
          expect(first).toBeGreaterThan(0);
          const until = first + Buffer.byteLength(text) + 2;
          for (let at = first - 1; at <= until; at++) {
            const pieces = [body.subarray(0, at), body.subarray(at, at + 1), body.subarray(at + 1)];
            const model = make(mock, {
              fetch: async (input, init) =>
                /generate|chat|responses|messages/.test(String(input))
                  ? new Response(streamOf(pieces), { headers })
                  : fetch(input, init),
            });
            const last = (await collect(model, modelRequest())).at(-1);
            expect(last, `cut at byte ${at}`).toMatchObject({ type: "finish", response: { text } });
          }
        });
      }
    });
  });
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = rest.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}
