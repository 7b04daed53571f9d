import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { boundOutput, isWithinOutput, mostOutputUnits } from "../../src/budget/bound-output.js";

/** One token per word, with the space before it. */
const words = { count: (text: string) => text.split(/\s+/u).filter((word) => word !== "").length };

describe("an output larger than it was let", () => {
  it(`${verifies("POS-BUD-17")}is settled by bytes where they are few, whatever the script`, () => {
    expect(isWithinOutput("a".repeat(400), 100)).toBe(true);
    expect(isWithinOutput("a".repeat(401), 100)).toBe(false);
    expect(isWithinOutput("語".repeat(133), 100)).toBe(true);
    expect(isWithinOutput("語".repeat(134), 100)).toBe(false);
  });

  it(`${verifies("POS-BUD-17")}is left whole where the count finds it no larger, with room for other encodings`, () => {
    expect(boundOutput("harbour ".repeat(100), 100, words)).toBeNull();
    expect(boundOutput("harbour ".repeat(125), 100, words)).toBeNull();
    expect(boundOutput("harbour ".repeat(126), 100, words)).not.toBeNull();
  });

  it(`${verifies("POS-BUD-17")}keeps its beginning, at a line where there is one, else at a grapheme`, () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at} of the log`).join("\n");
    const kept = boundOutput(lines, 103, words) as string;
    expect(words.count(kept)).toBe(100);
    expect(lines.startsWith(`${kept}\n`)).toBe(true);
    const graphemes = { count: (text: string) => [...text].length };
    const flags = boundOutput("🇳🇱".repeat(200), 101, graphemes) as string;
    expect(flags).toBe("🇳🇱".repeat(50));
  });

  it(`${verifies("POS-BUD-17")}costs what is kept, not what is there: 17 MB without a break are read as far as the limit reaches`, () => {
    let read = 0;
    const counter = {
      count: (text: string) => {
        read += text.length;
        return Math.ceil(text.length / 4);
      },
    };
    const kept = boundOutput("x7Qz".repeat(4_250_000), 500, counter) as string;
    expect(kept).toHaveLength(2000);
    expect(read).toBeLessThan(8 * mostOutputUnits(500));
  });
});
