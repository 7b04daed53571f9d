import { canonicalize, parse } from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { describeShared } from "../../../test/support/shared.js";
import { verifies } from "../../../test/support/verifies.js";

interface StrictRow {
  readonly id: string;
  readonly text: string;
  readonly strictValid: boolean;
}

interface CorpusRow {
  readonly id: string;
  readonly text: string;
  readonly judgement: "strict-valid" | "tolerant-recoverable" | "hopeless";
  readonly why: string;
  readonly layers: string;
}

const rows = <T>(jsonl: string): T[] =>
  jsonl
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);

/** What each hint of the corpus, written by another reader, comes to in our codes. */
const implied: readonly (readonly [hint: RegExp, codes: readonly string[]])[] = [
  [/content-key-without-confidence/, ["CONTENT_SCHEMA_MISSING_CONFIDENCE"]],
  [/enum:(?!.*=None)/, ["STRICT_INVALID_ENUM", "PIPE_AMBIGUOUS"]],
  [/=None/, ["PLACEHOLDER"]],
  [/(?:^|; )missing:[a-z]+\.(?!\S*(?:prime|_avec|attractor_config)(?:;|$))/, ["STRICT_MISSING_REQUIRED_KEY"]],
  [
    /missing:[a-z]+\.(?:prime|user_avec|model_avec|compression_avec|attractor_config)(?:;|$)/,
    ["STRICT_MISSING_REQUIRED_OBJECT"],
  ],
  [/missing-layers:[^;]*⊕/, ["MISSING_LAYER_PROVENANCE"]],
  [/missing-layers:[^;]*⦿/, ["MISSING_LAYER_ENVELOPE"]],
  [/missing-layers:[^;]*◈/, ["MISSING_LAYER_CONTENT"]],
  [/missing-layers:[^;]*⍉/, ["MISSING_LAYER_METRICS"]],
  [/bare-preamble-string/, ["PREAMBLE_STRING"]],
  [/raw-newline-in-string/, ["STRING_CONTROL"]],
  [/quoted-content-key/, ["QUOTED_FIELD_NAME"]],
  [/bare-content-value|bare-string/, ["BARE_VALUE", "UNPARSED_VALUE"]],
  [/ref-token/, ["PARENT_NODE_FORM", "PIPE_AMBIGUOUS"]],
  [/confidence-out-of-range|bad-confidence/, ["CONTENT_SCHEMA_INVALID_CONFIDENCE"]],
  [/lone-node-marker-before-node/, ["STRAY_NODE_MARKER"]],
  [/stray-layer-end-after-node/, ["STRAY_LAYER_END"]],
  [/delta-layer/, ["DELTA_LAYER"]],
  [/duplicate-layer/, ["DUPLICATE_LAYER"]],
  [/text-outside-layers/, ["TEXT_OUTSIDE_NODE"]],
  [/non-identifier-key:gift_context/, ["CONTENT_SCHEMA_INVALID_KEY"]],
  [/pair-without-colon:\.\.\./, ["CONTENT_SCHEMA_INVALID_PAIR", "INVALID_PAIR"]],
  [/◈:2-objects/, ["MULTIPLE_BLOCKS", "NESTED_BLOCK"]],
];

const glyphs = { provenance: "⊕", envelope: "⦿", content: "◈", metrics: "⍉" } as const;

describeShared("acceptance vectors", (read) => {
  describe("strict.jsonl", () => {
    const strict = rows<StrictRow>(read("vectors/sttp/strict.jsonl"));
    it(`${verifies("STTP-Q-03")}the verdict is the given one on every line`, () => {
      expect(strict.length).toBeGreaterThan(0);
      expect(strict.map(({ id, text }) => [id, parse(text).strictValid])).toEqual(
        strict.map(({ id, strictValid }) => [id, strictValid]),
      );
    });
  });

  describe("corpus.jsonl", () => {
    const corpus = rows<CorpusRow>(read("vectors/sttp/corpus.jsonl"));
    it(`${verifies("STTP-Q-03")}strict-valid rows are, and no others`, () => {
      for (const { id, text, judgement } of corpus)
        expect(parse(text).strictValid, id).toBe(judgement === "strict-valid");
    });
    it(`${verifies("STTP-Q-03")}recoverable rows yield their layers`, () => {
      for (const { id, text, judgement, layers } of corpus) {
        if (judgement === "hopeless") continue;
        const { node } = parse(text);
        expect(node, id).not.toBeNull();
        const found = Object.entries(glyphs).filter(([kind]) => node![kind as keyof typeof glyphs] !== null);
        expect(found.map(([, glyph]) => glyph).join(""), id).toBe(
          [...new Set(layers)].filter((glyph) => glyph !== "◬").join(""),
        );
      }
    });
    it(`${verifies("STTP-Q-03")}each hint at a fault has its diagnostic`, () => {
      for (const { id, text, judgement, why } of corpus) {
        if (judgement !== "tolerant-recoverable") continue;
        const codes = new Set(parse(text).diagnostics.map(({ code }) => code.slice("STTP_".length)));
        for (const [hint, expected] of implied) {
          if (hint.test(why))
            expect(
              expected.some((code) => codes.has(code as never)),
              `${id} ${hint}`,
            ).toBe(true);
        }
      }
    });
    it(`${verifies("STTP-Q-03")}hopeless rows end in a result with an error, not in an exception`, () => {
      for (const { id, text, judgement } of corpus) {
        if (judgement !== "hopeless") continue;
        const { counts, recovery, strictValid } = parse(text);
        expect(counts.fatal + counts.error, id).toBeGreaterThan(0);
        expect([recovery, strictValid], id).toEqual([recovery === "none" ? "none" : "partial", false]);
      }
    });
    it("canonicalising is idempotent on every row", () => {
      for (const { id, text } of corpus) {
        const { text: once } = canonicalize(text);
        expect(canonicalize(once).text, id).toBe(once);
      }
    });
  });
});

describe("pinned differences", () => {
  it(`${verifies("STTP-Q-09")}what other readers let pass is judged here`, () => {
    const metrics = "⍉⟨ { rho: 1 } ⟩";
    const codes = (text: string) =>
      parse(text)
        .diagnostics.filter(({ strictImpact }) => strictImpact)
        .map(({ code }) => code.slice("STTP_".length));
    expect(codes(`◈⟨ { a(.9): bare } ⟩ ${metrics}`)).toContain("BARE_VALUE");
    expect(codes("⊕⟨ { parent_node: ref:⏣1 } ⟩")).toContain("PARENT_NODE_FORM");
    expect(codes("⦿⟨ { tier: sometimes } ⟩")).toContain("STRICT_INVALID_ENUM");
    expect(codes("◈⟨ { a(1): 1 } { b: 1 } ⟩")).toContain("CONTENT_SCHEMA_MISSING_CONFIDENCE");
    expect(codes("◈⟨ { a(1): [{ b: 1 }] } ⟩")).toContain("CONTENT_SCHEMA_MISSING_CONFIDENCE");
    expect(codes("◈⟨ { a(1): { a(1): { a(1): { a(1): { a(1): {} } } } } } ⟩")).toContain("DEPTH_EXCEEDED");
    expect(codes("◈⟨ { a(1): 1 } ")).toContain("MISSING_LAYER_END");
    expect(codes("text ◈⟨ { a(1): 1 } ⟩")).toContain("TEXT_OUTSIDE_NODE");
    expect(parse('⊕⟨ { parent_node: "null" } ⟩').node?.provenance?.parent_node).toMatchObject({
      kind: "plain",
      text: "null",
    });
  });
});
