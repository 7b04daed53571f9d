import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectLines } from "../../src/documents/select-lines.js";
import { cutPosition, splitLines } from "../../src/documents/split-lines.js";

describe("splitLines", () => {
  it("knows all three line ends and opens no line after the last", () => {
    expect(splitLines("a\nb\r\nc\rd")).toEqual(["a", "b", "c", "d"]);
    expect(splitLines("a\n\n")).toEqual(["a", ""]);
    expect(splitLines("\n")).toEqual([""]);
    expect(splitLines("")).toEqual([]);
  });
});

describe("cutPosition", () => {
  it("does not divide a surrogate pair and always gets on", () => {
    expect(cutPosition("a😀b", 2)).toBe(1);
    expect(cutPosition("a😀b", 3)).toBe(3);
    expect(cutPosition("😀b", 1)).toBe(2);
    expect(cutPosition("ab", 9)).toBe(2);
  });
});

describe("selectLines", () => {
  it("leads through any range in pieces that make up the range, whatever the limit", () => {
    const lines = fc.array(
      fc.string({ unit: "grapheme", maxLength: 30 }).map((line) => line.replaceAll(/[\r\n]/g, "")),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 2, max: 40 }),
        fc.nat(11),
        fc.nat(14),
        (all, maximumCharacters, from, count) => {
          const startLine = (from % all.length) + 1;
          const endLine = startLine + count;
          let text = "";
          let next: { line: number; column: number } | null = { line: startLine, column: 1 };
          while (next !== null) {
            const range: { startLine: number; endLine: number; startColumn: number } = {
              startLine: next.line,
              startColumn: next.column,
              endLine,
            };
            const part = selectLines(all, range, { path: "a.txt", maximumCharacters });
            expect(part.text.length).toBeLessThanOrEqual(maximumCharacters);
            expect(part.endLine).toBeGreaterThanOrEqual(range.startLine);
            text += part.text;
            if (part.next?.column === 1) text += "\n";
            next = part.next;
          }
          expect(text).toBe(all.slice(startLine - 1, endLine).join("\n"));
        },
      ),
    );
  });
});
