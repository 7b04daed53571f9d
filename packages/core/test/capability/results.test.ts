import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { detectLoop } from "../../src/capability/detect-loop.js";
import { jsonText } from "../../src/capability/json-text.js";
import { summarisePayload } from "../../src/capability/summarise-payload.js";
import { estimateTokens } from "../../src/contract/estimate-tokens.js";

describe("loops", () => {
  const sequence = (text: string) => [...text].map((letter) => ({ capabilityId: letter, arguments: { n: 1 } }));

  it.each([
    ["AAA", 1],
    ["XABABAB", 2],
    ["ABCABCABC", 3],
    ["ZZABCDABCDABCD", 4],
    ["AABAABAAB", 3],
    ["ABABAB", 2],
  ])(`${verifies("POS-EXE-04")}B098: %s repeats with period %i`, (calls, period) => {
    expect(detectLoop(sequence(calls))).toEqual({ period });
    expect(detectLoop([...calls])).toEqual({ period });
  });

  it.each(["", "A", "AA", "ABAB", "ABABA", "AAAB", "ABCABCAB", "ABCDEABCDEABCDE"])(
    `${verifies("POS-EXE-04")}B098: %j does not`,
    (calls) => {
      expect(detectLoop(sequence(calls))).toBeNull();
    },
  );

  it(`${verifies("POS-EXE-04")}B098: calls are compared by their canonical arguments`, () => {
    const call = (args: Record<string, unknown>) => ({ capabilityId: "a", arguments: args });
    expect(
      detectLoop([
        call({ x: 1, y: { b: 1, a: 2 } }),
        call({ y: { a: 2, b: 1 }, x: 1 }),
        call({ x: 1, y: { b: 1, a: 2 } }),
      ]),
    ).toEqual({ period: 1 });
    expect(detectLoop([call({ x: 1 }), call({ x: "1" }), call({ x: 1 })])).toBeNull();
  });
});

describe("JSON text", () => {
  it(`${verifies("POS-EXE-06")}is that of JSON.stringify for every JSON value, with its length`, () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(jsonText(value)).toEqual({ kind: "text", text, bytes: Buffer.byteLength(text) });
      }),
    );
  });

  it(`${verifies("POS-EXE-06")}sorted keys make equal values equal`, () => {
    expect(jsonText({ b: [{ d: 1, c: 2 }], a: undefined, "10": 0, "9": 0 }, { sortKeys: true })).toMatchObject({
      text: '{"10":0,"9":0,"b":[{"c":2,"d":1}]}',
    });
  });

  const cyclic: { a: unknown[] } = { a: [1] };
  cyclic.a.push({ back: cyclic });
  it.each([
    ["NaN", { a: [1, Number.NaN] }, "/a/1"],
    ["an infinity", [{ "x/y": Number.POSITIVE_INFINITY }], "/0/x~1y"],
    ["a BigInt", 10n, ""],
    ["a cycle", cyclic, "/a/1/back"],
    ["a function", { f: () => 1 }, "/f"],
    ["a map", { m: new Map() }, "/m"],
    ["bytes", [new Uint8Array(2)], "/0"],
  ])(`${verifies("POS-EXE-06")}%s is no JSON, and the place is named`, (_what, value, path) => {
    expect(jsonText(value)).toMatchObject({ kind: "not_json", path });
  });

  it(`${verifies("POS-EXE-06")}what stands twice is no cycle, dates are written, absent members are left out`, () => {
    const shared = { s: 1 };
    expect(jsonText([shared, shared])).toMatchObject({ text: '[{"s":1},{"s":1}]' });
    expect(jsonText({ d: new Date(0), u: undefined, n: null })).toMatchObject({
      text: '{"d":"1970-01-01T00:00:00.000Z","n":null}',
    });
    expect(jsonText(undefined)).toMatchObject({ text: "null" });
  });

  it(`${verifies("POS-EXE-06")}stops at the limit, in bytes, and never recurses`, () => {
    expect(jsonText("é".repeat(10), { maxBytes: 22 })).toMatchObject({ kind: "text", bytes: 22 });
    expect(jsonText("é".repeat(10), { maxBytes: 21 })).toEqual({ kind: "too_large" });
    const row = { text: "x".repeat(1000) };
    expect(
      jsonText(
        Array.from({ length: 5000 }, () => row),
        { maxBytes: 2000 },
      ),
    ).toEqual({ kind: "too_large" });
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level++) deep = [deep];
    expect(jsonText(deep)).toMatchObject({ kind: "text", bytes: 400_001 });
  });
});

describe("summaries", () => {
  it(`${verifies("POS-EXE-06")}a result that fits is shown whole`, () => {
    const payload = '{"temperature":21.5,"unit":"C"}';
    expect(summarisePayload(payload)).toBe(payload);
  });

  it(`${verifies("POS-EXE-06")}a table: rows, columns with ranges and samples`, () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({
      id: index - 5,
      city: ["Bonn", "Kiel", "Ulm", "Hof"][index % 4],
      ...(index % 2 === 0 ? { note: "even" } : {}),
    }));
    const summary = summarisePayload(JSON.stringify(rows));
    expect(summary).toContain("table of 300 rows, 3 columns");
    expect(summary).toContain("id: -5 to 294");
    expect(summary).toContain('city: "Bonn", "Kiel", "Ulm", … (4 distinct)');
    expect(summary).toContain('note: "even" (150 missing)');
    expect(summary).toContain("first row: {id: -5");
    expect(summary).toContain("last row: {id: 294");
  });

  it(`${verifies("POS-EXE-06")}an object: keys and scalars, and what its largest list holds`, () => {
    const value = {
      total: 300,
      page: { size: 20, next: "p2" },
      results: Array.from({ length: 300 }, (_, n) => ({ n })),
      ok: true,
    };
    const summary = summarisePayload(JSON.stringify(value));
    expect(summary).toContain("object with 4 keys");
    expect(summary).toContain("total: 300");
    expect(summary).toContain("ok: true");
    expect(summary).toContain("page: object with 2 keys (size, next)");
    expect(summary).toContain("results: table of 300 rows");
    expect(summary).toContain("results: n: 0 to 299");
  });

  it(`${verifies("POS-EXE-06")}a list: count, first, last; a text: beginning and end`, () => {
    const list = summarisePayload(JSON.stringify(Array.from({ length: 900 }, (_, n) => n)));
    expect(list).toContain("list of 900; first: 0; last: 899");
    const text = summarisePayload(JSON.stringify(`Start. ${"x ".repeat(5000)}The end.`));
    expect(text).toMatch(/^text of 10015 characters: Start\./);
    expect(text.endsWith("The end.")).toBe(true);
  });

  it(`${verifies("POS-EXE-06")}an error is told first and in full`, () => {
    const message = `Row 17 of the upload is broken: ${"detail ".repeat(60)}end of message`;
    const summary = summarisePayload(JSON.stringify({ data: "x".repeat(4000), rows: [1, 2, 3], error: message }));
    expect(summary).toContain(message);
    expect(summary.indexOf("error:")).toBeLessThan(summary.indexOf("data:"));
  });

  it(`${verifies("POS-EXE-06")}no result takes more than 256 tokens, and none is cut inside a character`, () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("🌍".repeat(400), "中".repeat(900)),
    );
    const value = fc.oneof(
      fc.array(text, { maxLength: 80 }),
      fc.dictionary(text, fc.oneof(text, fc.array(text)), { maxKeys: 60 }),
      fc.array(fc.dictionary(fc.constantFrom("a", "b", "🌍".repeat(200)), text), { maxLength: 40 }),
      text,
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(value, fc.integer({ min: 16, max: 256 }), (one, maxTokens) => {
        const payload = JSON.stringify(one);
        const summary = summarisePayload(payload, { maxTokens });
        expect(estimateTokens(summary)).toBeLessThanOrEqual(maxTokens);
        expect(summary).toBe(summarisePayload(payload, { maxTokens }));
        if (payload.isWellFormed()) expect(summary.isWellFormed()).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
