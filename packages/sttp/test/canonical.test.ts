import { canonicalize, equalNodes, fromJson, parse, print, type SttpNode, toJson } from "@pelorus/sttp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { negative } from "./fixtures/negative.js";
import { strict } from "./fixtures/strict.js";
import { hopeless, tolerant } from "./fixtures/tolerant.js";
import { baseText, edited, withContent, withLayer } from "./support/base-node.js";
import { hostileText } from "./support/hostile-text.js";
import { strictNodeText } from "./support/strict-node-text.js";

const nodeOf = (text: string): SttpNode => parse(text).node!;
const printed = (text: string): string => print(nodeOf(text)).text;
const contentLine = (members: string): string => printed(withContent(members)).split("\n")[2]!;
const everything = [strict, negative, tolerant, hopeless].flatMap((group) =>
  Object.values(group).map(({ text }) => text),
);

describe("canonical form", () => {
  it(`${verifies("STTP-C-01")}one line per layer, in order, with the block's ordinal or the given one`, () => {
    expect(printed(baseText)).toBe(baseText.replace("(.75)", "(.75)"));
    expect(print(nodeOf("⍉⟨ {} ⟩ ◈⟨ ⏣7{ a(1): [], b(1): {}, c(1): [1, {}] } ⟩"), { ordinal: 3 }).text).toBe(
      "◈⟨ ⏣7{ a(1): [], b(1): {}, c(1): [1, {}] } ⟩\n⍉⟨ ⏣3{} ⟩",
    );
  });
  it(`${verifies("STTP-C-02")}known keys in their order, unknown ones behind, content as it came`, () => {
    const text =
      '⊕⟨ { z: 1, prime: { b: 1, semantic_tags: [], retrieval_budget: 1, relevant_tier: raw, context_summary: "", attractor_config: { autonomy: 1, x: 2, logic: 1, friction: 1, stability: 1 } }, semantic_links: null, parent_node: null, compression_depth: 0, origin_session: "", response_format: hybrid, trigger: seed, y: 2 } ⟩';
    expect(printed(text)).toBe(
      '⊕⟨ ⏣0{ trigger: seed, response_format: hybrid, origin_session: "", compression_depth: 0, parent_node: null, semantic_links: null, prime: { attractor_config: { stability: 1.00, friction: 1.00, logic: 1.00, autonomy: 1.00, x: 2 }, context_summary: "", relevant_tier: raw, retrieval_budget: 1, semantic_tags: [], b: 1 }, z: 1, y: 2 } ⟩',
    );
    expect(contentLine("b(1): 1, a(1): 1")).toContain("b(1): 1, a(1): 1");
    expect(
      printed('⦿⟨ { model_avec: {}, user_avec: {}, schema_version: "", session_id: "", tier: raw, timestamp: "" } ⟩'),
    ).toBe('⦿⟨ ⏣0{ timestamp: "", tier: raw, session_id: "", schema_version: "", user_avec: {}, model_avec: {} } ⟩');
    expect(printed("⍉⟨ { compression_avec: { psi: 1, stability: 1 }, psi: 1, kappa: 1, rho: 1 } ⟩")).toBe(
      "⍉⟨ ⏣0{ rho: 1.00, kappa: 1.00, psi: 1.00, compression_avec: { stability: 1.00, psi: 1.00 } } ⟩",
    );
  });
  it(`${verifies("STTP-C-03")}numbers keep their exact value in their place's form`, () => {
    expect(
      printed(
        edited(
          ["rho: 0.50", "rho: .5"],
          ["kappa: 0.40", "kappa: 0.8050000072"],
          ["compression_depth: 2", "compression_depth: 2.0"],
        ),
      ),
    ).toMatch(/compression_depth: 2,[\s\S]*rho: 0.50, kappa: 0.8050000072/);
    expect(contentLine("a(0.990): 1.50, b(1.0): 1e-7, c(0): -0, d(.000000125): 1e21")).toBe(
      "◈⟨ ⏣0{ a(.99): 1.5, b(1): 0.0000001, c(0): 0, d(.000000125): 1000000000000000000000 } ⟩",
    );
    expect(contentLine("a(-.5): 1, b(12.50): 2")).toBe("◈⟨ ⏣0{ a(-.5): 1, b(12.5): 2 } ⟩");
  });
  it(`${verifies("STTP-C-04")}words of the set bare, text quoted, controls escaped, the rest verbatim`, () => {
    expect(printed(edited(["tier: raw", "tier: DAILY"]))).toContain("tier: daily");
    expect(printed(edited(["tier: raw", "tier: hourly"]))).toContain('tier: "hourly"');
    expect(contentLine(String.raw`a(1): "\" \\ \/ \b\f\n\r\t \u0000\u001f\u007f \ud800 é 😀"`)).toBe(
      String.raw`◈⟨ ⏣0{ a(1): "\" \\ / \b\f\n\r\t \u0000\u001f\u007f \ud800 é 😀" } ⟩`,
    );
  });
  it(`${verifies("STTP-C-05")}on demand braces and glyphs in strings are escaped`, () => {
    const text = withContent('a(1): "{ } ⊕⦿◈⍉◬⟨⟩⏣ [x]"');
    const { text: escaped, strictValid } = print(nodeOf(text), { escapeGlyphs: true });
    expect(escaped.split("\n")[2]).toBe(
      String.raw`◈⟨ ⏣0{ a(1): "\u007b \u007d \u2295\u29bf\u25c8\u2349\u25ec\u27e8\u27e9\u23e3 [x]" } ⟩`,
    );
    expect(strictValid).toBe(true);
    expect(equalNodes(nodeOf(escaped), nodeOf(text))).toBe(true);
  });
  it(`${verifies("STTP-C-06")}times and parents as read, odd names quoted, no confidence added`, () => {
    expect(printed(edited(["2026-05-04T03:02:01Z", "2026-05-04T03:02:01.500+02:00"]))).toContain(
      '"2026-05-04T03:02:01.500+02:00"',
    );
    expect(printed(edited(['"ref:⏣7"', "ref:⏣7"]))).toContain('parent_node: "ref:⏣7"');
    expect(printed(edited(['"ref:⏣7"', "NULL"]))).toContain("parent_node: null");
    expect(printed(edited(['"ref:⏣7"', "007"]))).toContain('parent_node: "007"');
    expect(contentLine("a.b(.9): 1, c: 2, d(NaN): 3")).toBe('◈⟨ ⏣0{ "a.b"(.9): 1, c: 2, d(NaN): 3 } ⟩');
  });
  it(`${verifies("STTP-C-07")}what has no place is left out and named`, () => {
    const text = `⊕⟨ ⏣0{ "read me" trigger: {x}, a: 1, a: 2, b: [1, f{x}], ... } ⏣1{} ⟩ ◈⟨ note ⏣0{ c(1): { d(1): x{y} } ⏣2{ e: 1 } } z(1): 1 ⟩ ◬⟨ {} ⟩ ◈⟨ {} ⟩ ⍉⟨ ⟩`;
    const { text: out, omitted, strictValid } = print(nodeOf(text));
    expect(out).toBe("⊕⟨ ⏣0{ a: 1, b: [1] } ⟩\n◈⟨ ⏣0{ c(1): {} } ⟩");
    expect(strictValid).toBe(false);
    expect(omitted.map(({ path, reason }) => `${path.join(".")} ${reason}`).sort()).toEqual(
      [
        "content duplicate",
        "content fragment",
        "content nested_block",
        "content unplaced",
        "content.c.d raw",
        "delta delta",
        "metrics unplaced",
        "provenance extra_block",
        "provenance fragment",
        "provenance preamble",
        "provenance.a duplicate",
        "provenance.b.1 raw",
        "provenance.trigger raw",
      ]
        .filter((entry) => entry !== "content duplicate")
        .concat("content unplaced")
        .sort(),
    );
  });
});

describe("laws", () => {
  it(`${verifies("STTP-C-10", "STTP-Q-04")}strict-valid text prints to equal strict-valid text and omits nothing`, () => {
    fc.assert(
      fc.property(strictNodeText, fc.boolean(), (text, escapeGlyphs) => {
        const { node, strictValid } = parse(text);
        expect(strictValid, text).toBe(true);
        const result = print(node!, { escapeGlyphs });
        expect(result).toMatchObject({ strictValid: true, omitted: [] });
        expect(equalNodes(nodeOf(result.text), node!)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
  it(`${verifies("STTP-C-11", "STTP-Q-04")}canonicalising twice changes nothing more, under both escapings`, () => {
    const check = (text: string): void => {
      const once = canonicalize(text);
      expect(canonicalize(once.text).text).toBe(once.text);
      expect(once.strictValid).toBe(parse(once.text).strictValid);
      expect(canonicalize(canonicalize(text, { escapeGlyphs: true }).text).text).toBe(once.text);
    };
    for (const text of everything) check(text);
    fc.assert(fc.property(hostileText, check), { numRuns: 300 });
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), fc.boolean(), (value, escapeGlyphs) => {
        const written = `⊕⟨ ⏣0{ u: ${JSON.stringify(value)} } ⟩`;
        const field = nodeOf(canonicalize(written, { escapeGlyphs }).text).provenance!.extensions[0]!;
        expect(field.value).toMatchObject({ kind: "string", value });
      }),
    );
  });
  it(`${verifies("STTP-C-12", "STTP-Q-04")}JSON and back is the same node, also through JSON text`, () => {
    const check = (text: string): void => {
      const { node } = parse(text);
      if (node === null) return;
      const { node: back, errors } = fromJson(JSON.parse(JSON.stringify(toJson(node))));
      expect(errors, text).toEqual([]);
      expect(equalNodes(back!, node), text).toBe(true);
      expect(print(back!).text).toBe(print(node).text);
    };
    for (const text of everything) check(text);
    fc.assert(fc.property(hostileText, check), { numRuns: 300 });
  });
  it("an empty text is the canonical form of no node", () => {
    expect(canonicalize("nothing here")).toEqual({ text: "", strictValid: false, omitted: [] });
    expect(canonicalize(withLayer("content", "◈⟨ ⟩")).strictValid).toBe(false);
  });
});
