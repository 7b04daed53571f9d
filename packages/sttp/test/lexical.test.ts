import { parse } from "@pelorus/sttp";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { edited, withContent, withLayer } from "./support/base-node.js";
import { contentOf } from "./support/content-of.js";
import { codes, findings } from "./support/findings.js";

/** What the members of a content block are read as. */
const read = (members: string): unknown[] => contentOf(withContent(members));
/** What is found in the members of a content block. */
const found = (members: string): string[] => findings(withContent(members));

describe("unquoted text", () => {
  it(`${verifies("STTP-L-01")}ends before separators, closers and the line end`, () => {
    expect(read("a(1): x y, b(1): z w\n")).toEqual([
      ["a", 1, "x y"],
      ["b", 1, "z w"],
    ]);
    expect(read("a(1): x [1, 2] {3}, b(1): 1")[0]).toEqual(["a", 1, { raw: "x [1, 2] {3}" }]);
    expect(read("a(1): x\nb(1): 1")).toEqual([
      ["a", 1, "x"],
      ["b", 1, 1],
    ]);
  });
  it(`${verifies("STTP-L-01")}ends at a signature with a number, not at one without`, () => {
    expect(read("a(1): left b(.5): right")).toEqual([
      ["a", 1, "left"],
      ["b", 0.5, "right"],
    ]);
    expect(read("a(1): left b (.5): right")).toEqual([["a", 1, "left b (.5): right"]]);
    expect(read("a(1): left b: right")).toEqual([["a", 1, "left b: right"]]);
    expect(read("a(1): [left b(.5): right]")).toEqual([["a", 1, ["left b(.5): right"]]]);
  });
  it(`${verifies("STTP-L-01")}a number or literal ends at its first space before a signature or comment only`, () => {
    expect(read("a(1): 4 b: 5")).toEqual([
      ["a", 1, 4],
      ["b", undefined, 5],
    ]);
    expect(read("a(1): true // why\n")).toEqual([["a", 1, true]]);
    expect(read("a(1): 4 apples b: 5")).toEqual([["a", 1, "4 apples b: 5"]]);
    expect(read("a(1): x // why\n")).toEqual([["a", 1, "x // why"]]);
    expect(codes(edited(["tier: raw, session_id", "tier: raw session_id"]))).toEqual(["MISSING_COMMA"]);
    expect(codes(edited(["tier: raw, session_id", "tier: rare session_id"]))).toContain("UNPARSED_VALUE");
  });
  it(`${verifies("STTP-L-01")}quoted parts are skipped whole, a lone quote is a character`, () => {
    expect(read('a(1): say "x, y}" now, b(1): 1')[0]).toEqual(["a", 1, { raw: 'say "x, y}" now' }]);
    expect(read('a(1): five" wide, b(1): 1')).toEqual([
      ["a", 1, { raw: 'five" wide' }],
      ["b", 1, 1],
    ]);
    expect(read('a(1): five" wide\nb(1): "x"')).toEqual([
      ["a", 1, { raw: 'five" wide' }],
      ["b", 1, "x"],
    ]);
  });
  it(`${verifies("STTP-L-01")}ends before a block and at nested depth before nothing but a Stop`, () => {
    expect(read("a(1): x ⏣2{ b: 1 }")).toEqual([["a", 1, "x"]]);
    expect(read("a(1): f(\nx)")).not.toEqual([]);
    expect(read("a(1): {,\nb(1): 1")).not.toContainEqual(["b", 1, 1]);
  });
  it(`${verifies("STTP-L-02")}is classified: literal, number, word, raw, bare`, () => {
    expect(read("a(1): true, b(1): null, c(1): -1.50, d(1): x{, e(1): 2")).toEqual([
      ["a", 1, true],
      ["b", 1, null],
      ["c", 1, -1.5],
      ["d", 1, { raw: "x{, e(1): 2 }" }],
    ]);
    expect(found("a(1): x⟨y, b(1): a|b, c(1): True")).toEqual([
      "UNPARSED_VALUE@x⟨y",
      "PIPE_AMBIGUOUS@a|b",
      "BARE_VALUE@True",
    ]);
    expect(found("a(1): x\u0001y, b(1): x\ty")).toEqual(["UNPARSED_VALUE@x\u0001y", "BARE_VALUE@x\ty"]);
    expect(codes(edited(['"ref:⏣7"', "ref:a|b"]))).toEqual(["PIPE_AMBIGUOUS"]);
  });
  it(`${verifies("STTP-L-02")}inf, NaN, overflow and long exponents are no numbers`, () => {
    const values = ["inf", "NaN", "1e999", "1e1000", "1e309", `${"9".repeat(400)}`, "0x1", "1_000", "--1", "."];
    for (const value of values) expect(read(`a(1): ${value}`), value).toEqual([["a", 1, value]]);
    expect(read("a(1): 1e308, b(1): 1e-308")).toEqual([
      ["a", 1, 1e308],
      ["b", 1, 1e-308],
    ]);
  });
});

describe("after errors", () => {
  it(`${verifies("STTP-L-03")}skipping ends before the next separator, respecting nesting and quotes`, () => {
    expect(read('= { a, b } "x, y" z, c(1): 1')).toEqual([["c", 1, 1]]);
    expect(found('= { a, b } "x, y" z, c(1): 1')).toEqual(['C_INVALID_PAIR@= { a, b } "x, y" z']);
    expect(found("(x, c(1): 1")).toEqual(["C_INVALID_PAIR@(x"]);
  });
  it(`${verifies("STTP-L-03")}skipping goes over what would end a value: a signature, a marker, a comment`, () => {
    for (const junk of [
      "= { a } b(.5): 1",
      "= { a } 4 // why",
      "= { a } ⏣1{ y: 2 }",
      "= { a } true b: 5",
      '{ a } "open b(.5): 1',
    ]) {
      expect(read(`${junk}, c(1): 1`), junk).toEqual([["c", 1, 1]]);
      expect(found(`${junk}, c(1): 1`), junk).toEqual([`C_INVALID_PAIR@${junk}`]);
    }
  });
  it(`${verifies("STTP-L-03")}skipping always moves on, and ends at the line or a closer`, () => {
    expect(read("= { a } b\nc(1): 1")).toEqual([["c", 1, 1]]);
    expect(found("= [ a } b ], c(1): 1")).toEqual(["C_INVALID_PAIR@= [ a } b", "STRAY_CLOSER@]"]);
    expect(read("= ".repeat(500))).toEqual([]);
  });
  it(`${verifies("STTP-L-04")}text behind a value makes the whole raw, once`, () => {
    expect(read('a(1): "x" y\nz, b(1): 1')).toEqual([
      ["a", 1, { raw: '"x" y' }],
      ["b", 1, 1],
    ]);
    expect(found('a(1): "x" y, b(1): 1')).toEqual(['VALUE_TRAILING_TEXT@"x" y']);
    expect(read("a(1): { b(1): 1 } c, d(1): 2")).toEqual([
      ["a", 1, { raw: "{ b(1): 1 } c" }],
      ["d", 1, 2],
    ]);
    expect(read('a(1): ["x" "y" [1] z 2]')).toEqual([["a", 1, ["x", "y", { raw: "[1] z 2" }]]]);
    expect(found('a(1): ["x" "y"]')).toEqual(["MISSING_COMMA@"]);
  });
  it(`${verifies("STTP-L-04")}a comma behind skipped text is optional and silent`, () => {
    expect(found("... a(1): 1").slice(1)).toEqual([]);
    expect(found('a(1): 1, "text", b(1): 1')).toEqual(['C_INVALID_PAIR@"text"']);
    expect(found('a(1): 1, "text" b(1): 1')).toEqual(['C_INVALID_PAIR@"text"']);
  });
  it(`${verifies("STTP-L-05")}a value is missing before separators, closers and signatures`, () => {
    expect(read("a(1):, b(1): }")).toEqual([
      ["a", 1, { raw: "" }],
      ["b", 1, { raw: "" }],
    ]);
    expect(read("a(1): b(.5): 1")).toEqual([
      ["a", 1, { raw: "" }],
      ["b", 0.5, 1],
    ]);
    expect(read("a(1):\nb: 1")).toEqual([
      ["a", 1, { raw: "" }],
      ["b", undefined, 1],
    ]);
    expect(read("a(1): b: 1")).toEqual([["a", 1, "b: 1"]]);
    expect(read("a(1): | b(1): 1")).toEqual([
      ["a", 1, { raw: "" }],
      ["b", 1, 1],
    ]);
  });
  it(`${verifies("STTP-L-06")}a signature that goes wrong costs its member at most`, () => {
    expect(found("a(.9, b(.8): 1")).toEqual(["C_INVALID_PAIR@a(.9"]);
    expect(found("a(.9: 1, b(1): 2")).toEqual(["C_MISSING_CONFIDENCE@a", "C_INVALID_KEY@a(.9"]);
    expect(found(`a(${"x".repeat(65)}): 1, b(1): 2`)).toEqual([expect.stringMatching(/^C_INVALID_PAIR@/)]);
    expect(found(`a(.${"9".repeat(63)}): 1`)).toEqual([]);
    expect(found("a(1)\nb(1): 2")).toEqual(["C_INVALID_PAIR@a(1)"]);
    expect(read("a(1)\nb(1): 2")).toEqual([["b", 1, 2]]);
    expect(codes(edited(["rho: 0.50", "rho(.5: 0.50"]))).toEqual(["INVALID_KEY"]);
  });
});

describe("strings", () => {
  it(`${verifies("STTP-L-07")}a string without end stops at its line and becomes raw`, () => {
    const text = withLayer("metrics", '⍉⟨ ⏣0{ rho: "0.5, \nkappa: 1 } ⟩');
    expect(findings(text)).toContain('STRING_UNTERMINATED@"0.5,');
    expect(parse(text).node?.metrics?.kappa).toBe(1);
  });
  it(`${verifies("STTP-L-07")}unknown escapes keep both characters; the text of a string is never structure`, () => {
    expect(read(String.raw`a(1): "\q \u00 \u0041"`)).toEqual([["a", 1, String.raw`\q \u00 A`]]);
    expect(read('a(1): "} ⟩ ◈⟨ ⏣0{ b(1): 2 }", c(1): 3')).toEqual([
      ["a", 1, "} ⟩ ◈⟨ ⏣0{ b(1): 2 }"],
      ["c", 1, 3],
    ]);
    expect(read(String.raw`"k\u0065y"(1): 1`)).toEqual([["key", 1, 1]]);
  });
  it(`${verifies("STTP-L-08")}single quotes close where something follows that may follow a value`, () => {
    expect(read("a(1): 'it's so', b(1): 'x' | c(1): 1")).toEqual([
      ["a", 1, "it's so"],
      ["b", 1, "x"],
      ["c", 1, 1],
    ]);
    expect(read(String.raw`a(1): 'it\'s, so'`)).toEqual([["a", 1, String.raw`it\'s, so`]]);
    expect(read("a(1): 'x y z\n")).toEqual([["a", 1, "'x y z"]]);
    expect(found("'a'(1): 1")).toEqual(["C_INVALID_KEY@'a'"]);
  });
});

describe("containers and layers", () => {
  it(`${verifies("STTP-L-09")}a closer closes what is open inside, one that matches nothing is skipped`, () => {
    expect(read("a(1): { b(1): [1, { c(1): 2 }, d(1): 3")).toEqual([
      ["a", 1, [["b", 1, [1, [["c", 1, 2]], "d(1): 3"]]]],
    ]);
    expect(found("a(1): { b(1): [1, { c(1): 2 ] }, d(1): 3")).toEqual(["CONTAINER_UNCLOSED@{"]);
    expect(read("a(1): { b(1): [1, { c(1): 2 ] }, d(1): 3")).toEqual([
      ["a", 1, [["b", 1, [1, [["c", 1, 2]]]]]],
      ["d", 1, 3],
    ]);
    expect(parse(withContent("a(1): { b(1): [[1")).diagnostics.map(({ code, data }) => [code, data])).toEqual([
      ["STTP_CONTAINER_UNCLOSED", { count: 1 }],
      ["STTP_CONTAINER_UNCLOSED", { count: 2 }],
    ]);
    expect(found("a(1): 1 ) ], b(1): 2")).toContain("STRAY_CLOSER@]");
  });
  it(`${verifies("STTP-L-09")}nothing but a closed string crosses the end of a layer`, () => {
    for (const open of ["{ b(1): ", "[[", "x y ", "x { ", "/* ", "// ", "'x ", 'x "y ', "= ( "]) {
      const text = withContent(`a(1): ${open}`).replace(" } ⟩\n⍉", " ⟩\n⍉");
      expect(parse(text).node?.metrics?.rho, open).toBe(0.5);
    }
  });
  it(`${verifies("STTP-L-10")}text at layer level is set apart, markers without block are stray`, () => {
    const text = withLayer("content", "◈⟨ note: ⏣ ⏣12 three ⏣0{ a(1): 1 } end ⟩");
    expect(findings(withLayer("content", "◈⟨ some words ⏣0{ a(1): 1 } end ⟩"))).toEqual([
      "LAYER_TEXT@some words",
      "LAYER_TEXT@end",
    ]);
    expect(codes(text)).toContain("WRAPPER_MISSING");
    expect(findings(withLayer("content", "◈⟨ ⏣ ⏣12 } ⏣0{ a(1): 1 } ⏣3 ⟩"))).toEqual([
      "STRAY_NODE_MARKER@⏣",
      "STRAY_NODE_MARKER@⏣12",
      "STRAY_CLOSER@}",
      "STRAY_NODE_MARKER@⏣3",
    ]);
    expect(findings(withLayer("content", "◈⟨ ⏣ 12N{ a(1): 1 } ⟩"))).toEqual([
      "MARKER_SPACING@⏣ 12",
      "ORDINAL_INVALID@12N",
    ]);
    expect(codes(withLayer("metrics", "⍉⟨ ⏣rho: 1 ⟩"))).not.toContain("ORDINAL_INVALID");
    expect(parse(withLayer("metrics", "⍉⟨ ⏣rho: 1 ⟩")).node?.metrics?.rho).toBe(1);
  });
});
