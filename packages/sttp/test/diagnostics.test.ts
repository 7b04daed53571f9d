import {
  adviceOf,
  diagnosticTable,
  formatDiagnostic,
  formatDiagnostics,
  formatForModel,
  fromInteropCode,
  layerSchemas,
  messageOf,
  moodPresets,
  parse,
} from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { negative } from "./fixtures/negative.js";
import { strict } from "./fixtures/strict.js";
import { hopeless, tolerant } from "./fixtures/tolerant.js";
import { baseText, edited, withContent } from "./support/base-node.js";

const everything = [strict, negative, tolerant, hopeless].flatMap((group) => Object.values(group));

describe("diagnostics", () => {
  it(`${verifies("STTP-D-01")}come sorted by start, end, place in the table`, () => {
    const order = Object.keys(diagnosticTable);
    for (const { text } of everything) {
      const keys = parse(text).diagnostics.map(
        ({ code, span }) => [span.start, span.end, order.indexOf(code)] as const,
      );
      const sorted = [...keys].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      expect(keys).toEqual(sorted);
    }
  });
  it(`${verifies("STTP-D-01")}of one kind in one place follow the schema`, () => {
    const { diagnostics } = parse("⦿⟨ {} ⟩ ⍉⟨ {} ⟩ ◈⟨ { a(1): 1 } ⟩ ⊕⟨ { prime: {} } ⟩");
    const missing = diagnostics
      .filter(({ code }) => code.startsWith("STTP_STRICT_MISSING"))
      .map(({ path }) => path?.slice(1).join("."));
    expect(missing).toEqual([
      "timestamp",
      "tier",
      "session_id",
      "user_avec",
      "model_avec",
      "rho",
      "kappa",
      "psi",
      "compression_avec",
      "trigger",
      "response_format",
      "origin_session",
      "compression_depth",
      "parent_node",
      "prime.context_summary",
      "prime.retrieval_budget",
      "prime.relevant_tier",
      "prime.attractor_config",
    ]);
  });
  it(`${verifies("STTP-D-02")}take their message from code and data alone`, () => {
    for (const { text } of everything) {
      for (const { code, data, message, severity, strictImpact, recovery } of parse(text).diagnostics) {
        expect(message).toBe(messageOf(code, data));
        expect(message).not.toMatch(/\{\w+\}/);
        expect(adviceOf(code, data)).not.toMatch(/\{\w+\}/);
        expect({ severity, strictImpact, recovery }).toEqual({
          severity: diagnosticTable[code].severity,
          strictImpact: diagnosticTable[code].strictImpact,
          recovery: diagnosticTable[code].recovery,
        });
      }
    }
    expect(messageOf("STTP_UNKNOWN_KEY", { name: "x".repeat(500) }).length).toBeLessThan(120);
  });
  it(`${verifies("STTP-D-03")}past the limit only the counts grow, and the fatal one is never left out`, () => {
    const text = `${"x ⊕⟨ text ⟩ ".repeat(50)}`;
    const full = parse(text);
    const cut = parse(text, { maxDiagnostics: 5 });
    expect(full.diagnostics.length).toBeGreaterThan(100);
    expect(cut.diagnostics).toHaveLength(6);
    expect(cut.diagnostics.some(({ code }) => code === "STTP_PARSE_LAYER_ERROR")).toBe(true);
    const note = cut.diagnostics[5]!;
    expect(note).toMatchObject({ code: "STTP_DIAGNOSTICS_TRUNCATED", span: { start: text.length, end: text.length } });
    const dropped = Object.values(note.data!).reduce<number>((sum, count) => sum + Number(count), 0);
    expect(dropped).toBe(full.diagnostics.length - 5);
    expect(cut.counts).toEqual({ ...full.counts, info: full.counts.info + 1 });
    expect(parse(withContent("a: 1, ".repeat(1500))).diagnostics).toHaveLength(1001);
  });
  it(`${verifies("STTP-Q-02")}every code is produced by some text`, () => {
    const produced = new Set(everything.flatMap(({ text }) => parse(text).diagnostics.map(({ code }) => code)));
    const special = [
      parse(new Uint8Array([0xff])),
      parse("xx", { maxInput: 1 }),
      parse(withContent("a(1): [[1]]"), { maxNesting: 2 }),
      parse(withContent("a: 1, b: 1"), { maxDiagnostics: 1 }),
      parse('⍉⟨ ⏣0{ rho: "x'),
    ];
    for (const { diagnostics } of special) for (const { code } of diagnostics) produced.add(code);
    expect(Object.keys(diagnosticTable).filter((code) => !produced.has(code as "STTP_BOM"))).toEqual([]);
  });
  it("never uses the reserved code", () => {
    expect(Object.keys(diagnosticTable)).not.toContain("STTP_STRICT_PROFILE_VIOLATION");
    for (const { severity, strictImpact } of Object.values(diagnosticTable)) {
      if (severity === "fatal" || severity === "error") expect(strictImpact).toBe(true);
      if (severity === "info") expect(strictImpact).toBe(false);
    }
  });
  it("name the layer, the path and what they relate to", () => {
    const { diagnostics } = parse(withContent("a(1): [1, { b: 1, b(1): 2 }]"));
    expect(diagnostics.map(({ code, layer, path }) => [code, layer, path])).toEqual([
      ["STTP_CONTENT_SCHEMA_MISSING_CONFIDENCE", "content", ["content", "a", 1, "b"]],
      ["STTP_DUPLICATE_KEY", "content", ["content", "a", 1, "b"]],
    ]);
    expect(diagnostics[1]!.related).toEqual([diagnostics[0]!.span]);
  });
});

describe("rendering", () => {
  const text = edited(["trigger: seed", "trigger: cron"]);
  const { diagnostics, source } = parse(text);

  it(`${verifies("STTP-P-06")}shows severity, code, place, message, the line and a caret under the span`, () => {
    const [head, line, carets, advice] = formatDiagnostic(diagnostics[0]!, source).split("\n");
    expect(head).toBe(
      "error STTP_STRICT_INVALID_ENUM 1:17 trigger is none of scheduled, threshold, resonance, seed, manual",
    );
    expect(line).toMatch(/^1 \| ⊕⟨ ⏣0\{ trigger: cron, .*…$/);
    expect(line!.length).toBeLessThan(130);
    expect(line!.slice(carets!.indexOf("^"), carets!.lastIndexOf("^") + 1)).toBe("cron");
    expect(advice).toContain("Choose one of");
  });
  it(`${verifies("STTP-P-06")}cuts long lines around the span and escapes what a terminal would obey`, () => {
    const long = withContent(`a(1): "${"x".repeat(300)}", b: "\u001b[31m\u202e", c(1): "${"y".repeat(300)}"`);
    const result = parse(long);
    const missing = result.diagnostics.find(({ code }) => code.endsWith("MISSING_CONFIDENCE"))!;
    const rendered = formatDiagnostic(missing, result.source);
    const [, line, carets] = rendered.split("\n");
    expect(rendered).not.toContain("\u001b");
    expect(rendered).not.toContain("\u202e");
    expect(rendered).toContain("\\u001b[31m\\u202e");
    expect(line!.slice(carets!.indexOf("^"), carets!.lastIndexOf("^") + 1)).toBe("b");
  });
  it(`${verifies("STTP-P-06")}lists at most as many as asked for, coloured only on demand`, () => {
    const many = parse(withContent("a: 1, b: 1, c: 1"));
    expect(formatDiagnostics(many.diagnostics, many.source, { max: 2 })).toMatch(/… and 1 more$/);
    expect(formatDiagnostics(many.diagnostics, many.source)).not.toContain("\u001b");
    expect(formatDiagnostics(many.diagnostics, many.source, { color: true })).toContain("\u001b[31merror\u001b[0m");
    expect(() => formatDiagnostics([], many.source, { max: 0 })).toThrow(RangeError);
  });
  it("tells a model in one line each what to repair, and nothing that is fine", () => {
    const result = parse(withContent('a: 1, b: 2, note: "x" y, u(1): 1').replace("rho: 0.50", "rho: 0.50, drift: 1"));
    const told = formatForModel(result.diagnostics, result.source);
    expect(told.split("\n")).toHaveLength(4);
    expect(told).toContain('content.note "\\"x\\" y"');
    expect(told).not.toContain("UNKNOWN_KEY");
    expect(formatForModel(parse(baseText).diagnostics, parse(baseText).source)).toBe("");
    const many = parse(withContent("a: f{x}, b: 1, c: f{x}, d: 2"));
    expect(formatForModel(many.diagnostics, many.source, { max: 2 })).toMatch(/\d further findings are not listed/);
  });
});

describe("data", () => {
  it(`${verifies("STTP-P-10")}tables are frozen all the way down`, () => {
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(diagnosticTable)).toBe(true);
    expect(frozen(layerSchemas)).toBe(true);
    expect(frozen(moodPresets)).toBe(true);
  });
  it(`${verifies("STTP-P-10")}codes of other readers are translated`, () => {
    expect(fromInteropCode("STTP_CONTENT_SCHEMA_INVALID_KEY")).toBe("STTP_CONTENT_SCHEMA_INVALID_KEY");
    expect(fromInteropCode("missing_layer_envelope")).toBe("STTP_MISSING_LAYER_ENVELOPE");
    expect(fromInteropCode("non_strict_spine_recovered_tolerantly")).toBe("STTP_LAYER_ORDER");
    expect(fromInteropCode("STTP_STRICT_PROFILE_VIOLATION")).toBeNull();
    expect(fromInteropCode("constructor")).toBeNull();
  });
});
