import { parse } from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { baseText, edited, envelopeText, withContent, withLayer } from "./support/base-node.js";
import { contentOf } from "./support/content-of.js";
import { codes, findings } from "./support/findings.js";

describe("marker spoofing and layer confusion", () => {
  it(`${verifies("STTP-T1-01")}markers and braces inside a string are data`, () => {
    for (const spoof of ["⟩", "◈⟨ ⏣0{ x(1): 1 } ⟩", "{", "}} ⟩ ⍉⟨"]) {
      const text = withContent(`a(.9): "${spoof}", b(.9): 1`);
      expect(parse(text).strictValid).toBe(true);
      expect(contentOf(text)).toEqual([
        ["a", 0.9, spoof],
        ["b", 0.9, 1],
      ]);
    }
  });
  it(`${verifies("STTP-T1-02")}a key is looked up in the tree, not in text`, () => {
    const text = edited(["prime: {", 'note: "prime: { context_summary: \\"other\\" }", prime: {']);
    const { node, strictValid } = parse(text);
    expect(strictValid).toBe(true);
    expect(node?.provenance?.prime?.context_summary).toBe("chart the route");
  });
  it(`${verifies("STTP-T1-03")}a layer on a later line of a string is one string`, () => {
    const text = withContent('a(.9): "one\n⦿⟨ ⏣0{ session_id: \\"evil\\" } ⟩", b(.9): 1');
    expect(codes(text)).toEqual(["STRING_CONTROL", "STRING_SPANS_MARKER"]);
    expect(parse(text).node?.envelope?.session_id).toBe("harbour-2");
    expect(contentOf(text)).toHaveLength(2);
  });
  it(`${verifies("STTP-T1-04")}look-alikes open no layer, a second layer does not replace the first`, () => {
    for (const opening of ["◈〈", "◈<", "◈\u200b⟨", "◈⟪", "◈\u2329"]) {
      expect(codes(edited(["◈⟨", opening])), opening).toContain("MISSING_LAYER_CONTENT");
    }
    const text = edited(["\n◈⟨", `\n${envelopeText.replace("harbour-2", "evil")}\n◈⟨`]);
    expect(codes(text)).toEqual(["DUPLICATE_LAYER"]);
    expect(parse(text).node?.envelope?.session_id).toBe("harbour-2");
  });
});

describe("malformed confidences", () => {
  it(`${verifies("STTP-T2-01")}are kept as numbers or text, never clamped`, () => {
    const text = withContent("a(1.01): 1, b(-.1): 1, c(2): 1, d(): 1, e(NaN): 1, f(0x1): 1, g(.9.9): 1");
    expect(codes(text)).toEqual(Array.from({ length: 7 }, () => "C_INVALID_CONFIDENCE"));
    expect(parse(text).node?.content?.fields.map((field) => field.confidence)).toEqual([
      1.01,
      -0.1,
      2,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
  it(`${verifies("STTP-T2-02")}broken signatures do not take later fields with them`, () => {
    for (const broken of ["a(.9, b(.8): 1", "a(.9: 1, b(.8): 1", "a(.9)(.1): 1, b(.8): 1", "a((.9)): 1, b(.8): 1"]) {
      const text = withContent(broken);
      expect(
        codes(text).some((code) => code === "C_INVALID_PAIR" || code === "C_INVALID_KEY"),
        broken,
      ).toBe(true);
      expect(contentOf(text)).toContainEqual(["b", 0.8, 1]);
      expect(parse(text).strictValid).toBe(false);
    }
  });
  it(`${verifies("STTP-T2-03")}a confidence covers its own field only`, () => {
    expect(findings(withContent('k(.7): "}} end", m: true'))).toEqual(["C_MISSING_CONFIDENCE@m"]);
    expect(findings(withContent('k(.7): [2, [{ m: "v" }]]'))).toEqual(["C_MISSING_CONFIDENCE@m"]);
  });
});

describe("delimiter smuggling", () => {
  it(`${verifies("STTP-T3-01")}a doubtful pipe is never a separator`, () => {
    for (const value of ["x | y", "x || y"]) {
      expect(contentOf(withContent(`a(.9): ${value}`))).toEqual([["a", 0.9, value]]);
      expect(codes(withContent(`a(.9): ${value}`))).toEqual(["PIPE_AMBIGUOUS"]);
    }
    expect(codes(edited(["tier: raw", "tier: raw | daily"]))).toEqual(["PIPE_AMBIGUOUS", "STRICT_INVALID_ENUM"]);
  });
  it(`${verifies("STTP-T3-02")}a member behind a pipe inherits nothing; a pipe in a string is data`, () => {
    expect(contentOf(withContent("a(.9): x | b: y"))).toEqual([
      ["a", 0.9, "x"],
      ["b", undefined, "y"],
    ]);
    expect(codes(withContent("a(.9): x | b: y"))).toContain("C_MISSING_CONFIDENCE");
    expect(parse(withContent('a(.9): "x | b(.1): y"')).strictValid).toBe(true);
  });
  it(`${verifies("STTP-T3-03")}the text of a value makes no key`, () => {
    const text = edited([
      'origin_session: "harbour", compression_depth: 2, parent_node: "ref:⏣7", ',
      "origin_session: abc parent_node: null,\ncompression_depth: 2, ",
    ]);
    expect(findings(text)).toEqual(["STRICT_MISSING_REQUIRED_KEY@{", "BARE_VALUE@abc parent_node: null"]);
    expect(parse(text).node?.provenance?.origin_session).toBe("abc parent_node: null");
  });
});

describe("bleed-through", () => {
  it(`${verifies("STTP-T4-01")}an unclosed layer leaves the next one intact`, () => {
    const noBrace = edited(["retrieval_budget: 12 } } ⟩", "retrieval_budget: 12 } ⟩"]);
    const noEnd = edited(["retrieval_budget: 12 } } ⟩", "retrieval_budget: 12"]);
    expect(codes(noBrace)).toEqual(["CONTAINER_UNCLOSED"]);
    expect(codes(noEnd)).toEqual(["CONTAINER_UNCLOSED", "MISSING_LAYER_END"]);
    for (const text of [noBrace, noEnd]) {
      expect(parse(text).node?.envelope?.user_avec?.psi).toBe(2.2);
      expect(parse(text).node?.provenance?.prime?.retrieval_budget).toBe(12);
    }
  });
  it(`${verifies("STTP-T4-02")}members behind an early closer are no fields of the node`, () => {
    const text = withLayer("content", "◈⟨ ⏣0{ a(.9): { b(.9): 1 } } }, c: 2 } ⟩");
    expect(codes(text)).toContain("MEMBERS_AFTER_BLOCK");
    expect(contentOf(text)).toEqual([["a", 0.9, [["b", 0.9, 1]]]]);
  });
  it(`${verifies("STTP-T4-03")}crossed closers stay inside their layer`, () => {
    const text = withLayer("content", "◈⟨ ⏣0{ a(.9): { b(.9): 1 ], c(.9): [1 } ⟩");
    expect(codes(text)).toContain("STRAY_CLOSER");
    expect(codes(text)).toContain("CONTAINER_UNCLOSED");
    expect(parse(text).node?.metrics?.rho).toBe(0.5);
  });
  it(`${verifies("STTP-T4-04")}a missing quote swallows up to the next one, and no layer is guessed`, () => {
    const text = edited(['origin_session: "harbour"', 'origin_session: "harbour']);
    const result = parse(text);
    expect(result.strictValid).toBe(false);
    expect(result.counts.error).toBeGreaterThan(0);
    expect(result.node?.provenance?.origin_session).toBe("harbour, compression_depth: 2, parent_node: ");
    expect(result.node?.provenance?.compression_depth).toBeUndefined();
    expect(result.node?.provenance?.parent_node).toBeUndefined();
    const early = edited(['context_summary: "chart the route"', 'context_summary: chart the route"']);
    expect(parse(early).node?.provenance?.prime?.context_summary).toBeUndefined();
  });
  it(`${verifies("STTP-T4-05", "STTP-Q-08")}hostile repetition gives a bounded list and no stack overflow`, () => {
    const families = ["b: x, ", '"', "'x, ", "⊕⟨ ", '\\"\n'].map((piece) => piece.repeat(20_000));
    const inputs = [`◈⟨ ⏣0{ ${"a(.9): { ".repeat(20_000)}`, `◈⟨ ⏣0{ a(1): ${"[".repeat(100_000)}`];
    for (const family of families) inputs.push(family, `◈⟨ ⏣0{ ${family}`);
    for (const input of inputs) {
      const { diagnostics, counts, strictValid } = parse(input);
      expect(strictValid).toBe(false);
      expect(diagnostics.length).toBeLessThanOrEqual(1001);
      expect(counts.fatal + counts.error + counts.warning).toBeGreaterThan(0);
    }
    expect(parse(`${baseText}${"⊕⟨ ".repeat(1000)}`, { maxDiagnostics: 7 }).diagnostics).toHaveLength(8);
  });
});
