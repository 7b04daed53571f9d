import { FINISH_REASONS } from "@pelorus/core";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { finishReasonOf } from "../../src/wire/finish-reason.js";
import { guardedFetch } from "../../src/wire/guarded-fetch.js";
import { loadPackage } from "../../src/wire/load-package.js";
import { modelUsage } from "../../src/wire/model-usage.js";
import { readEvents } from "../../src/wire/read-events.js";
import { readLines } from "../../src/wire/read-lines.js";
import { redactSecrets } from "../../src/wire/redact-secrets.js";
import { retryAfterMs } from "../../src/wire/retry-after.js";
import { strictOutput } from "../../src/wire/strict-output.js";
import { SurrogateHold } from "../../src/wire/surrogate-hold.js";
import { ToolCallStream } from "../../src/wire/tool-call-stream.js";
import { untilFinished } from "../../src/wire/until-finished.js";
import { wireLimits } from "../../src/wire/wire-limits.js";
import { strictSchemaProblem } from "../wire-mock/strict-schema-check.js";

const LIMITS = wireLimits({ idleTimeoutMs: 1000, maxResponseBytes: 1000 });

function bodyOf(pieces: readonly (Uint8Array | string)[]): ReadableStream<Uint8Array> {
  const rest = pieces.map((piece) => (typeof piece === "string" ? new TextEncoder().encode(piece) : piece));
  return new ReadableStream({
    pull(controller) {
      const piece = rest.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of source) found.push(each);
  return found;
}

describe("what leaves", () => {
  it(`${verifies("POS-HDR-02")}no protocol header in any case, and every other one`, async () => {
    let sent = new Headers();
    const fetch = guardedFetch(LIMITS, async (_input, init) => {
      sent = new Headers(init?.headers);
      return new Response("{}");
    });
    await fetch("http://127.0.0.1/", {
      headers: {
        "CRP-Agent-Operation-Type": "PLAN",
        "x-crp-clarification": "required",
        "X-Title": "t",
        "crp-anything": "1",
      },
    });
    expect([...sent.keys()]).toEqual(["x-title"]);
  });
});

describe("bodies", () => {
  it(`${verifies("POS-ADP-01")}end with an error beyond the limit, and not at it`, async () => {
    const of = (bytes: number) =>
      guardedFetch(LIMITS, async () => new Response(bodyOf([new Uint8Array(bytes)])))("http://127.0.0.1/");
    expect((await (await of(1000)).arrayBuffer()).byteLength).toBe(1000);
    await expect((await of(1001)).arrayBuffer()).rejects.toMatchObject({ code: "model_call_failed" });
  });

  it(`${verifies("POS-ADP-01")}leave no timer behind`, async () => {
    vi.useFakeTimers();
    try {
      const response = await guardedFetch(LIMITS, async () => new Response(bodyOf(["a", "b"])))("http://127.0.0.1/");
      await response.text();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("limits", () => {
  it("must be whole numbers from 1", () => {
    for (const bad of [0, -1, 1.5, Number.NaN]) {
      expect(() => wireLimits({ idleTimeoutMs: bad })).toThrow(RangeError);
      expect(() => wireLimits({ maxResponseBytes: bad })).toThrow(RangeError);
    }
  });
});

describe("events and lines", () => {
  const EVENTS = [{ text: "Ö 🌍 中" }, { text: "two\nlines" }, { n: 1 }];
  const stream = `: a comment\r\n\r\nevent: x\r\ndata: ${JSON.stringify(EVENTS[0])}\r\n\r\ndata: ${JSON.stringify(EVENTS[1])}\n\ndata:${JSON.stringify(EVENTS[2])}\r\rdata: [DONE]\n\n`;

  it(`${verifies("POS-ADP-05")}events read the same, cut at every byte (B064)`, async () => {
    const bytes = new TextEncoder().encode(stream);
    for (let at = 0; at <= bytes.length; at++) {
      expect(await all(readEvents(bodyOf([bytes.subarray(0, at), bytes.subarray(at)])))).toEqual(EVENTS);
    }
    expect(await all(readEvents(bodyOf([...bytes].map((byte) => Uint8Array.of(byte)))))).toEqual(EVENTS);
  });

  it(`${verifies("POS-ADP-05")}lines read the same, cut at every byte, the last one without its end (B064)`, async () => {
    const bytes = new TextEncoder().encode(EVENTS.map((event) => JSON.stringify(event)).join("\r\n\n"));
    for (let at = 0; at <= bytes.length; at++) {
      expect(await all(readLines(bodyOf([bytes.subarray(0, at), bytes.subarray(at)])))).toEqual(EVENTS);
    }
  });

  it("what is no JSON is an error, after what came before it", async () => {
    const seen: unknown[] = [];
    const read = async () => {
      for await (const event of readEvents(bodyOf(["data: 1\n\n", "data: {broken\n\n"]))) seen.push(event);
    };
    await expect(read()).rejects.toThrow(SyntaxError);
    expect(seen).toEqual([1]);
  });
});

describe("the rest of a stream", () => {
  afterEach(() => vi.useRealTimers());

  it(`${verifies("POS-ADP-02")}is read to its end, but neither waited for without end nor allowed to spoil the answer`, async () => {
    let finished = false;
    async function* hangs() {
      yield 1;
      finished = true;
      yield 2;
      await new Promise(() => {});
    }
    expect(await all(untilFinished(hangs(), () => finished, 20))).toEqual([1, 2]);
    async function* breaks() {
      yield 1;
      throw new Error("cut");
    }
    expect(await all(untilFinished(breaks(), () => true, 20))).toEqual([1]);
    await expect(all(untilFinished(breaks(), () => false, 20))).rejects.toThrow("cut");
  });
});

describe("finish reasons", () => {
  it(`${verifies("POS-ADP-06")}are total, and unknown words count as stop`, () => {
    expect(["end_turn", "eos", "STOP", "something-new"].map((word) => finishReasonOf(word))).toEqual(
      Array(4).fill("stop"),
    );
    expect(["max_tokens", "MAX_TOKENS", "max_output_tokens", "length"].map((word) => finishReasonOf(word))).toEqual(
      Array(4).fill("length"),
    );
    expect(finishReasonOf("tool_use")).toBe("tool-calls");
    expect(finishReasonOf("stop", true)).toBe("tool-calls");
    expect(finishReasonOf("length", true)).toBe("length");
    expect(finishReasonOf(undefined)).toBeUndefined();
    expect(finishReasonOf("__proto__")).toBe("stop");
    fc.assert(
      fc.property(fc.anything(), fc.boolean(), (word, calls) => {
        const reason = finishReasonOf(word, calls);
        return reason === undefined || (FINISH_REASONS as readonly string[]).includes(reason);
      }),
    );
  });
});

describe("usage", () => {
  it(`${verifies("POS-BUD-13")}adds what a vendor counts apart, and takes no number that is none`, () => {
    expect(modelUsage({ input: 100, besideInput: [900, 20], cached: 900, output: 5 })).toEqual({
      inputTokens: 1020,
      outputTokens: 5,
      cachedInputTokens: 900,
    });
    expect(modelUsage({ input: 100, output: 5, besideOutput: [7], reasoning: 7 })).toEqual({
      inputTokens: 100,
      outputTokens: 12,
      reasoningTokens: 7,
    });
    expect(modelUsage({ input: "100", output: -1 })).toBeUndefined();
    // A prompt is never empty: zero is what servers say that do not count.
    expect(modelUsage({ input: 0, output: 0 })).toBeUndefined();
    expect(modelUsage({ input: 50, cached: 80, output: 0 })).toEqual({
      inputTokens: 50,
      outputTokens: 0,
      cachedInputTokens: 50,
    });
  });
});

describe("waits", () => {
  const at = Date.parse("2026-01-01T00:00:00Z");
  it(`${verifies("POS-ADP-03")}are read from every form of the header`, () => {
    const of = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), at);
    expect(of({ "retry-after": "7" })).toBe(7000);
    expect(of({ "retry-after": "0.5" })).toBe(500);
    expect(of({ "retry-after-ms": "120", "retry-after": "7" })).toBe(120);
    expect(of({ "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" })).toBe(9000);
    expect(of({ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" })).toBe(0);
    for (const odd of ["soon", "-3", "999999999", ""]) expect(of({ "retry-after": odd })).toBeUndefined();
    expect(of({})).toBeUndefined();
  });
});

describe("secrets", () => {
  it(`${verifies("POS-ADP-03")}are taken out, and nothing else is`, () => {
    expect(redactSecrets("the key abc-def-ghi is wrong", ["abc-def-ghi"])).toBe("the key [hidden] is wrong");
    const plain = "The token limit is 4096 tokens; ask for key results: fewer.";
    expect(redactSecrets(plain, [undefined, "", "key"])).toBe(plain);
  });

  it("cost linear time on any text", () => {
    const long = `${"api_key=".repeat(200_000)}${"Bearer ".repeat(200_000)}${"sk-".repeat(200_000)}`;
    expect(redactSecrets(long).length).toBeGreaterThan(0);
  });
});

describe("half characters", () => {
  it(`${verifies("POS-EVT-02")}wait for their other half at every cut (B066)`, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 5 }), (text, step) => {
        const hold = new SurrogateHold();
        let shown = "";
        for (let at = 0; at < text.length; at += step) {
          const piece = hold.take(text.slice(at, at + step));
          if (!piece.isWellFormed()) return false;
          shown += piece;
        }
        return shown + hold.flush() === text.toWellFormed();
      }),
    );
  });
});

describe("streamed calls", () => {
  const callsOf = (fragments: readonly Parameters<ToolCallStream["push"]>[0][]) => {
    const stream = new ToolCallStream();
    for (const fragment of fragments) stream.push(fragment);
    return stream.calls();
  };

  it(`${verifies("POS-ADP-05")}B076: a new id is a new call though the index repeats, also when fragments repeat the id`, () => {
    expect(
      callsOf([
        { index: 0, id: "a", name: "f", arguments: '{"x"' },
        { index: 0, id: "a", arguments: ":1}" },
        { index: 0, id: "b", name: "g", arguments: "{}" },
        { index: 0, arguments: " " },
      ]),
    ).toEqual([
      { id: "a", name: "f", arguments: '{"x":1}' },
      { id: "b", name: "g", arguments: "{} " },
    ]);
  });

  it("keeps interleaved calls apart by their index", () => {
    expect(
      callsOf([
        { index: 0, id: "a", name: "f" },
        { index: 1, id: "b", name: "g" },
        { index: 0, arguments: "{" },
        { index: 1, arguments: "{" },
        { index: 0, arguments: "}" },
        { index: 1, arguments: "}" },
      ]),
    ).toEqual([
      { id: "a", name: "f", arguments: "{}" },
      { id: "b", name: "g", arguments: "{}" },
    ]);
  });

  it("tells calls without ids apart by whole arguments and a name", () => {
    expect(
      callsOf([
        { index: 0, name: "f", arguments: '{"x":1}' },
        { index: 0, name: "g", arguments: '{"y":2}' },
      ]).map(({ name, arguments: input }) => [name, input]),
    ).toEqual([
      ["f", '{"x":1}'],
      ["g", '{"y":2}'],
    ]);
  });

  it("takes arguments as an object, and no arguments for none", () => {
    expect(
      callsOf([
        { id: "a", name: "f", arguments: { x: 1 } },
        { id: "b", name: "g" },
      ]),
    ).toEqual([
      { id: "a", name: "f", arguments: { x: 1 } },
      { id: "b", name: "g", arguments: {} },
    ]);
  });

  it("an id that comes late belongs to the call that has none", () => {
    expect(
      callsOf([
        { index: 0, name: "f" },
        { index: 0, id: "a", arguments: "{}" },
      ]),
    ).toHaveLength(1);
  });
});

describe("strict schemas", () => {
  const closed = (properties: Record<string, unknown>) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });

  it(`${verifies("POS-PRS-08")}are called strict exactly when strict mode takes them`, () => {
    const node: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          { type: "string" },
          { type: "string", format: "uri" },
          { type: "integer" },
          { type: ["string", "null"] },
          { type: "array" },
        ),
        fc.record({ type: fc.constant("array"), items: tie("any") }),
        fc.record({ anyOf: fc.array(tie("any"), { minLength: 1, maxLength: 3 }) }),
        fc.dictionary(fc.constantFrom("a", "b"), tie("any")).map(closed),
        fc.record({ type: fc.constant("object"), properties: fc.dictionary(fc.constantFrom("a"), tie("any")) }),
        fc.record({ not: tie("any") }),
      ),
    })).any;
    fc.assert(
      fc.property(node, (schema) => {
        const { schema: sent, isStrict } = strictOutput(schema as Record<string, unknown>);
        return isStrict === (strictSchemaProblem(sent) === null);
      }),
    );
  });

  it("takes the envelope off again, and leaves what has none", () => {
    const output = strictOutput({ anyOf: [closed({ a: { type: "string" } }), { type: "null" }] });
    expect(output).toMatchObject({ isWrapped: true, isStrict: true });
    expect(output.unwrap('{"reply": {"a":"x"}}')).toBe('{"a":"x"}');
    for (const other of ['{"a":"x"}', "no JSON", '{"reply":1,"more":2}']) expect(output.unwrap(other)).toBe(other);
  });
});

describe("packages", () => {
  it(`${verifies("POS-API-06")}a missing one is one sentence with the command`, async () => {
    const missing = () =>
      Promise.reject(Object.assign(new Error("Cannot find package 'openai'"), { code: "ERR_MODULE_NOT_FOUND" }));
    await expect(loadPackage("openai@6", missing)).rejects.toMatchObject({
      code: "package_missing",
      message: "The package openai is not installed; run: npm install openai@6",
    });
    await expect(loadPackage("@scope/name@1", missing)).rejects.toMatchObject({
      message: expect.stringContaining("package @scope/name is"),
    });
    const broken = new Error("broken inside");
    await expect(loadPackage("openai@6", () => Promise.reject(broken))).rejects.toBe(broken);
  });
});
