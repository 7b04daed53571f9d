import { contentField, contentObject, equalNodes, parse, parseParentRef, type SttpNode } from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { tolerant } from "./fixtures/tolerant.js";
import { baseText, edited, withContent } from "./support/base-node.js";

const nodeOf = (text: string): SttpNode => parse(text).node!;

describe("the tree", () => {
  it(`${verifies("STTP-A-01")}typed members project the first block and are absent unless well-typed`, () => {
    const node = nodeOf(
      edited(
        ["rho: 0.50", 'rho: "0.5"'],
        ["kappa: 0.40", "kappa: true"],
        ["tier: raw", "tier: RAW"],
        ["2026-05-04", "2026-13-04"],
        ["compression_depth: 2", "compression_depth: 2.5"],
      ),
    );
    expect(node.metrics).toMatchObject({ rho: 0.5, psi: 2.2 });
    expect(node.metrics).not.toHaveProperty("kappa");
    expect(node.envelope?.tier).toBe("raw");
    expect(node.envelope).not.toHaveProperty("timestamp");
    expect(node.provenance).not.toHaveProperty("compression_depth");
    expect(node.metrics?.blocks[0]?.object.fields[1]).toMatchObject({
      name: "kappa",
      value: { kind: "boolean", value: true },
    });
  });
  it(`${verifies("STTP-A-01")}a strict node is given exactly for strict-valid text`, () => {
    const result = parse(baseText);
    expect(result.strict).toBe(result.node);
    expect(result.strict?.provenance.prime.attractor_config.autonomy).toBe(0.6);
    expect(parse(tolerant.bareSession.text).strict).toBeNull();
  });
  it(`${verifies("STTP-A-01")}aliases and malformed optional keys find their place`, () => {
    const node = nodeOf(
      edited(
        ["session_id:", "SESSION_ID:"],
        ["parent_node:", "parentNodeId:"],
        ["retrieval_budget: 12", "retrieval_budget: 12, semantic_tags: 1, other: 2"],
      ),
    );
    expect(node.envelope?.session_id).toBe("harbour-2");
    expect(node.provenance?.parent_node).toMatchObject({ kind: "ref", ordinal: 7 });
    expect(node.provenance?.prime?.extensions.map((field) => field.name)).toEqual(["semantic_tags", "other"]);
  });
  it(`${verifies("STTP-A-02")}a decimal is the exact value of what was written`, () => {
    const decimals = (members: string) =>
      nodeOf(withContent(members)).content!.fields.map(
        ({ value }) => value.kind === "number" && [value.decimal, value.value],
      );
    expect(decimals("a(1): 0.80500000720000000001, b(1): 007.50, c(1): -0.0, d(1): .5, e(1): 10, f(1): -000")).toEqual([
      ["0.80500000720000000001", 0.8050000072],
      ["7.5", 7.5],
      ["0", 0],
      ["0.5", 0.5],
      ["10", 10],
      ["0", 0],
    ]);
    expect(decimals("a(1): 12e-3, b(1): -1.5E+2, c(1): 3., d(1): 1e21, e(1): 120e-1")).toEqual([
      ["0.012", 0.012],
      ["-150", -150],
      ["3", 3],
      ["1000000000000000000000", 1e21],
      ["12", 12],
    ]);
    const zero = nodeOf(withContent("a(1): -0")).content!.fields[0]!.value;
    expect(zero.kind === "number" && Object.is(zero.value, 0)).toBe(true);
    expect(contentField("a", 1, 1e-7).value).toMatchObject({ decimal: "0.0000001" });
    expect(contentField("a", 1, 1.5e300).value).toMatchObject({ decimal: `15${"0".repeat(299)}` });
  });
  it(`${verifies("STTP-A-03")}parent references are told apart by their text`, () => {
    expect(parseParentRef(null)).toEqual({ kind: "none" });
    expect(parseParentRef("ref:⏣12")).toEqual({ kind: "ref", id: "⏣12", ordinal: 12, text: "ref:⏣12" });
    expect(parseParentRef("⏣12")).toEqual({ kind: "ref", id: "⏣12", ordinal: 12, text: "⏣12" });
    expect(parseParentRef("ref:run/s1")).toEqual({ kind: "ref", id: "run/s1", text: "ref:run/s1" });
    expect(parseParentRef("⏣1234567890")).toEqual({ kind: "ref", id: "⏣1234567890", text: "⏣1234567890" });
    for (const text of ["", "⏣", "⏣1a", "node-14", "null", "REF:x"])
      expect(parseParentRef(text)).toEqual({ kind: "plain", id: text, text });
    expect(() => parseParentRef(1 as unknown as string)).toThrow(TypeError);
  });
  it(`${verifies("STTP-A-04")}the source map knows lines, bytes, layers and paths`, () => {
    const text = `\ufeff${baseText}`.replace('"north"', '"nörd 😀"');
    const { source, node } = parse(text);
    expect(source.positionAt(0)).toEqual({ line: 1, column: 1 });
    expect(source.positionAt(text.indexOf("◈"))).toEqual({ line: 3, column: 1 });
    expect(source.positionAt(text.length).line).toBe(4);
    expect(parse("a\r\nb").source.positionAt(2)).toEqual({ line: 1, column: 3 });
    for (const offset of [0, 1, 700, text.indexOf("😀"), text.indexOf("😀") + 2, text.length]) {
      expect(source.utf8OffsetAt(offset)).toBe(new TextEncoder().encode(text.slice(0, offset)).length);
    }
    expect(source.layerSpan("content")).toEqual(node?.content?.span);
    expect(source.layerSpan("delta")).toBeNull();
    expect(source.nodeAt(text.indexOf("12, sounded"))).toEqual(["content", "depth", "fathoms"]);
    expect(source.nodeAt(text.indexOf("retrieval_budget"))).toEqual(["provenance", "prime", "retrieval_budget"]);
    expect(source.nodeAt(text.indexOf("\n"))).toBeNull();
    expect(() => source.positionAt(text.length + 1)).toThrow(RangeError);
  });
  it(`${verifies("STTP-A-04")}every code unit but space, comments and separators belongs to something`, () => {
    for (const { text } of Object.values(tolerant)) {
      const { node } = parse(text);
      const covered = new Uint8Array(text.length);
      const cover = (span: { start: number; end: number } | undefined) => span && covered.fill(1, span.start, span.end);
      for (const layer of [node?.provenance, node?.envelope, node?.content, node?.metrics, node?.extensions.delta])
        cover(layer?.span);
      for (const { layer } of node?.unplacedLayers ?? []) cover(layer.span);
      for (const { code, span } of parse(text).diagnostics)
        if (/OUTSIDE|STRAY|LOOKALIKE|WHITESPACE/.test(code)) cover(span);
      const left = [...text].filter(
        (unit, index) => text.length === [...text].length && covered[index] === 0 && !/\s/.test(unit),
      );
      expect(left.join(""), text).toBe("");
    }
  });
  it(`${verifies("STTP-A-05")}nodes are equal by what they say, not by how it is written`, () => {
    const base = nodeOf(baseText);
    const same = [
      baseText.replaceAll("⏣0", ""),
      baseText.replaceAll(", ", " ,\n"),
      edited(["tier: raw", 'tier: "raw"'], ["rho: 0.50", '"rho": 00.5']),
      edited(['origin_session: "harbour"', "origin_session: harbour"]),
    ];
    for (const text of same) expect(equalNodes(base, nodeOf(text)), text).toBe(true);
    const other = [
      edited(["fathoms(.75)", "fathoms(.76)"]),
      edited(["rho: 0.50", "rho: 0.500000000000000000001"]),
      edited(['"north"', '"North"']),
      withContent('depth(.8): { fathoms(.75): 12, sounded(1): true }, heading(.9): "north"'),
      edited(["rho: 0.50", "rho: 0.50, x: 1"]),
      edited(["⊕⟨ ⏣0", "⊕⟨ ⏣1"]),
      edited(['"ref:⏣7"', '"⏣7"']),
    ];
    for (const text of other) expect(equalNodes(base, nodeOf(text)), text).toBe(false);
    const [a, b] = ["x: 1, y: 2", "y: 2, x: 1"].map((extras) => nodeOf(edited(["rho: 0.50", `rho: 0.50, ${extras}`])));
    expect(equalNodes(a!, b!)).toBe(false);
  });
  it("objects built in code hold each name once", () => {
    expect(() => contentObject([contentField("a", 1, 1), contentField("a", 1, 2)])).toThrow(RangeError);
  });
});
