import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPassages } from "../../src/documents/split-passages.js";

const split = (text: string, path = "a.txt") => splitPassages(text.split("\n"), path);

describe("splitPassages", () => {
  it("opens a passage at every heading of Markdown and names the headings above", () => {
    const text = "intro\n# A\none\n### B\ntwo\n### C\nthree\n## D\n\nfour\n# E\nfive";
    expect(split(text, "a.md").map(({ startLine, endLine, context }) => [startLine, endLine, context])).toEqual([
      [1, 1, ""],
      [2, 3, "A"],
      [4, 5, "A › B"],
      [6, 7, "A › C"],
      [8, 10, "A › D"],
      [11, 12, "E"],
    ]);
  });

  it("takes no heading from a fence or from another format", () => {
    expect(split("# A\n```\n# b\n```\nend", "a.md")).toHaveLength(1);
    expect(split("# A\n# B", "a.py")).toHaveLength(1);
  });

  it("keeps short paragraphs together and parts long ones between paragraphs", () => {
    const paragraph = "word ".repeat(80).trim();
    const passages = split([paragraph, "", paragraph, "", paragraph, "", "end"].join("\n"));
    expect(passages.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 3],
      [5, 7],
    ]);
  });

  it("gives the rows of a table the names of its columns", () => {
    const rows = Array.from({ length: 200 }, (_, n) => `row ${n},${n * n}`);
    const passages = split(["name,square", ...rows].join("\n"), "a.csv");
    expect(passages.length).toBeGreaterThan(2);
    expect(new Set(passages.map(({ context }) => context))).toEqual(new Set(["name,square"]));
  });

  it("covers every line that is not blank, verbatim, in order, in passages of bounded size", () => {
    const line = fc.oneof(
      fc.constantFrom("", "  ", "# heading", "## deeper", "```", "a,b,c"),
      fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\r\n]/g, " ")),
      fc.integer({ min: 1, max: 4000 }).map((length) => "wörter 😀 ".repeat(length / 9 + 1).slice(0, length)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom("a.md", "a.csv", "a.txt"), (lines, path) => {
        const passages = splitPassages(lines, path);
        const covered = new Set<number>();
        let last = 0;
        for (const { startLine, endLine, text } of passages) {
          expect(startLine).toBeGreaterThanOrEqual(last);
          expect(lines.slice(startLine - 1, endLine).join("\n")).toContain(text);
          expect(text.length).toBeLessThanOrEqual(1300);
          for (let at = startLine; at <= endLine; at++) covered.add(at);
          last = endLine;
        }
        const missing = lines.flatMap((content, at) =>
          content.trim() !== "" && !covered.has(at + 1) ? [content] : [],
        );
        expect(missing).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("puts a long line together again from its slices", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("😀", "word ", "x", "日本"), { minLength: 2000, maxLength: 4000 }),
        (parts) => {
          const line = parts.join("");
          const passages = splitPassages([line], "a.txt");
          expect(passages.map(({ text }) => text).join("")).toBe(line);
          for (const { text } of passages) expect(text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("comes through four megabytes of one line, of blank lines and of headings", () => {
    expect(split("a".repeat(4_000_000)).length).toBeGreaterThan(3000);
    expect(split("\n".repeat(4_000_000))).toEqual([]);
    expect(split("# x\n".repeat(100_000), "a.md")).toHaveLength(100_000);
  });
});
