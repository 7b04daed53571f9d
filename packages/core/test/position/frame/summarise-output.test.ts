import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { estimateTokens } from "../../../src/contract/estimate-tokens.js";
import { splitUnits } from "../../../src/position/split-sentences.js";
import { summariseOutput } from "../../../src/position/summarise-output.js";

describe("an earlier output made shorter", () => {
  it(`${verifies("POS-FRM-04")}is itself when it fits, and never longer than the room`, () => {
    const anyOutput = fc
      .array(
        fc.oneof(
          fc.constantFrom("# Heading", "A sentence. And one more!", "- item one", "", "中文句子。第二句。"),
          fc.string({ maxLength: 60 }),
        ),
        { maxLength: 30 },
      )
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(anyOutput, fc.string({ maxLength: 20 }), fc.integer({ min: 1, max: 120 }), (text, query, room) => {
        const short = summariseOutput(text, query, room);
        expect(estimateTokens(short)).toBeLessThanOrEqual(room);
        if (estimateTokens(text) <= room) expect(short).toBe(text);
        // Nothing is made up: every line is made of pieces of the text, in its order.
        let from = 0;
        for (const word of short.split(/\s+/).filter(Boolean)) {
          const found = text.indexOf(word, from);
          expect(found).toBeGreaterThanOrEqual(0);
          from = found;
        }
      }),
      { numRuns: 500 },
    );
  });

  it(`${verifies("POS-FRM-04")}keeps headings and prefers rare words of the question`, () => {
    const text = [
      "# Lines",
      "The ferry line runs daily. The ferry line is old. The ferry to Asper runs on Sundays.",
      "## Fares",
      "The ferry line has fares. Children pay half.",
    ].join("\n");
    expect(summariseOutput(text, "When does the ferry line to Asper run?", 22)).toBe(
      "# Lines\nThe ferry to Asper runs on Sundays.\n## Fares\nChildren pay half.",
    );
  });

  it(`${verifies("POS-FRM-04")}of one endless sentence the beginning`, () => {
    const short = summariseOutput(`start ${"word ".repeat(500)}`, "nothing", 10);
    expect(short.startsWith("start word")).toBe(true);
    expect(estimateTokens(short)).toBeLessThanOrEqual(10);
    expect(summariseOutput("🌍".repeat(50), "x", 3).isWellFormed()).toBe(true);
  });
});

describe("sentences", () => {
  const sentences = (text: string) => splitUnits(text).map(({ span }) => text.slice(...span));

  it.each([
    ["One. Two! Three?", ["One.", "Two!", "Three?"]],
    [
      "Dr. Weber pays 3.50 euro, e.g. on 1.2.2024. Then he goes.",
      ["Dr. Weber pays 3.50 euro, e.g. on 1.2.2024.", "Then he goes."],
    ],
    ['He said "Go." Then left.', ['He said "Go."', "Then left."]],
    ["第一句。第二句！", ["第一句。", "第二句！"]],
    ["- one\n- two", ["- one", "- two"]],
    ["  \n\n", []],
  ])(`${verifies("POS-FRM-04")}%j`, (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it(`${verifies("POS-FRM-04")}knows headings`, () => {
    expect(splitUnits("# A\n**B**\nC").map(({ heading }) => heading)).toEqual([true, true, false]);
  });
});
