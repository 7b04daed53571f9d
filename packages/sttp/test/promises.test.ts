import {
  canonicalize,
  createStreamParser,
  equalNodes,
  formatDiagnostics,
  fromJson,
  isStrictValid,
  parse,
  parseAvec,
  parseDocument,
  print,
  toJson,
  validate,
} from "@pelorus/sttp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { negative } from "./fixtures/negative.js";
import { strict } from "./fixtures/strict.js";
import { tolerant } from "./fixtures/tolerant.js";
import { baseText, withContent } from "./support/base-node.js";
import { hostileText } from "./support/hostile-text.js";

const fixtures = [...Object.values(strict), ...Object.values(negative), ...Object.values(tolerant)];

describe("promises", () => {
  it(`${verifies("STTP-G-01", "STTP-Q-04")}no text and no bytes make anything throw`, () => {
    fc.assert(
      fc.property(hostileText, fc.uint8Array({ maxLength: 60 }), (text, bytes) => {
        for (const input of [text, bytes]) {
          const result = parse(input);
          parseDocument(input);
          isStrictValid(input);
          canonicalize(input);
          formatDiagnostics(result.diagnostics, result.source);
          if (result.node) {
            validate(result.node);
            print(result.node, { escapeGlyphs: true });
            fromJson(toJson(result.node));
          }
          const stream = createStreamParser();
          stream.push(input);
          stream.end();
        }
        parseAvec(text);
      }),
      { numRuns: 400 },
    );
  });
  it(`${verifies("STTP-G-01")}only misuse throws, with the promised class and a stable code`, () => {
    const wrong = 7 as unknown as string;
    expect(() => parse(wrong)).toThrow(expect.objectContaining({ name: "TypeError", code: "STTP_ARGUMENT_TYPE" }));
    expect(() => parse("", { maxNesting: 257 })).toThrow(
      expect.objectContaining({ name: "RangeError", code: "STTP_OPTION_RANGE" }),
    );
    expect(() => parse("", { maxDiagnostics: 0 })).toThrow(RangeError);
    expect(() => parse("", { maxInput: 1.5 })).toThrow(RangeError);
    expect(() => parse("", { profile: "loose" as "strict" })).toThrow(RangeError);
    expect(() => parse("", null as unknown as undefined)).toThrow(TypeError);
    expect(() => print({} as never)).toThrow(TypeError);
    expect(() => canonicalize("", { ordinal: -1 })).toThrow(RangeError);
    expect(() => isStrictValid(wrong)).toThrow(TypeError);
  });
  it(`${verifies("STTP-G-02", "STTP-Q-04")}equal input gives equal results, whatever was read before`, () => {
    const first = fixtures.map(({ text }) => JSON.stringify(parse(text)));
    for (const [index, { text }] of [...fixtures.entries()].reverse())
      expect(JSON.stringify(parse(text))).toBe(first[index]);
  });
  it(`${verifies("STTP-G-03")}the text comes back unchanged and everything read carries its span`, () => {
    for (const { text } of fixtures) {
      const { raw, node, source } = parse(text);
      expect(raw).toBe(text);
      expect(source.raw).toBe(text);
      for (const field of node?.content?.fields ?? []) {
        expect(text.slice(field.nameSpan!.start, field.nameSpan!.end)).toContain(field.quoted ? '"' : field.name);
        expect(field.value.span!.end).toBe(field.span!.end);
        if (field.value.kind === "raw")
          expect(text.slice(field.value.span!.start, field.value.span!.end)).toBe(field.value.text);
      }
    }
    expect(parse(new TextEncoder().encode(baseText)).raw).toBe(baseText);
  });
  it(`${verifies("STTP-G-04")}the verdict counts what a limit has dropped, in both profiles`, () => {
    const text = withContent("a(1):\u00a01, b(1): 1 ".repeat(1).concat(", c: 1"));
    const limited = parse(text, { maxDiagnostics: 1 });
    expect(limited.strictValid).toBe(false);
    expect(limited.diagnostics.map(({ code }) => code)).toEqual([
      "STTP_UNUSUAL_WHITESPACE",
      "STTP_DIAGNOSTICS_TRUNCATED",
    ]);
    const harmlessFirst = parse(`\ufeff${withContent("a: 1")}`, { maxDiagnostics: 1 });
    expect(harmlessFirst.diagnostics.some((diagnostic) => diagnostic.strictImpact)).toBe(false);
    expect(harmlessFirst.strictValid).toBe(false);
    for (const { text: each } of fixtures) {
      const open = parse(each);
      const closed = parse(each, { profile: "strict" });
      expect(closed.diagnostics).toEqual(open.diagnostics);
      expect(closed.strictValid).toBe(open.strictValid);
      expect(open.strictValid).toBe(!open.diagnostics.some((diagnostic) => diagnostic.strictImpact));
    }
  });
  it(`${verifies("STTP-G-05")}each deviation has its diagnostic`, () => {
    for (const { text } of [...Object.values(negative), ...Object.values(tolerant)]) {
      const { strictValid, diagnostics } = parse(text);
      if (!strictValid)
        expect(
          diagnostics.some((diagnostic) => diagnostic.strictImpact),
          text,
        ).toBe(true);
    }
  });
  it(`${verifies("STTP-G-06")}what is absent stays absent through reading, printing and JSON`, () => {
    const { node } = parse("◈⟨ { a: 1 } ⟩");
    expect(node).toMatchObject({ provenance: null, envelope: null, metrics: null });
    expect(print(node!).text).toBe("◈⟨ ⏣0{ a: 1 } ⟩");
    expect(toJson(node!)).toEqual({
      ir_version: "1.0.0",
      content: { fields: [{ name: "a", value: { kind: "number", data: 1 } }] },
    });
  });
  it(`${verifies("STTP-G-07")}input, nesting and diagnostics are bounded`, () => {
    const large = parse("x".repeat(101), { maxInput: 100 });
    expect(large).toMatchObject({
      node: null,
      recovery: "none",
      strictValid: false,
      diagnostics: [{ code: "STTP_INPUT_TOO_LARGE", span: { start: 0, end: 0 } }],
    });
    expect(large.raw).toHaveLength(101);
    expect(parse(baseText, { maxInput: baseText.length }).strictValid).toBe(true);
    const deep = (depth: number) => withContent(`a(1): ${"[".repeat(depth)}${"]".repeat(depth)}`);
    expect(parse(deep(63)).strictValid).toBe(true);
    expect(parse(deep(64)).diagnostics.map(({ code }) => code)).toEqual(["STTP_NESTING_LIMIT"]);
    expect(parse(deep(255), { maxNesting: 256 }).strictValid).toBe(true);
  });
  it(`${verifies("STTP-G-08")}names of the input are data`, () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"];
    const text = withContent(names.map((name) => `${name}(1): { ${name}(1): 1 }`).join(", ")).replace(
      "rho: 0.50",
      "rho: 0.50, __proto__: { rho: 1 }, constructor: 2",
    );
    const { node, strictValid } = parse(text);
    expect(strictValid).toBe(true);
    expect(node?.content?.fields.map((field) => field.name)).toEqual(names);
    expect(node?.metrics?.rho).toBe(0.5);
    expect(node?.metrics?.extensions.map((field) => field.name)).toEqual(["__proto__", "constructor"]);
    const back = fromJson(JSON.parse(JSON.stringify(toJson(node!))));
    expect(equalNodes(back.node!, node!)).toBe(true);
    expect(({} as { rho?: number }).rho).toBeUndefined();
    expect(fromJson(JSON.parse('{"ir_version":"1.0.0","__proto__":1}')).errors).toEqual([
      { path: ["__proto__"], code: "unknown_member" },
    ]);
  });
});
