import { createStreamParser, parse } from "@pelorus/sttp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { TextBuffer } from "../src/source/text-buffer.js";
import { baseText, withContent } from "./support/base-node.js";

/** How many code units the general reader looked at while `work` ran; time would depend on the machine, this does not. */
function looks(work: () => void): number {
  const at = vi.spyOn(TextBuffer.prototype, "at");
  work();
  const count = at.mock.calls.length;
  at.mockRestore();
  return count;
}

/** Counts without keeping the calls, for inputs with many. */
function countLooks(work: () => void): number {
  const original = TextBuffer.prototype.at;
  let count = 0;
  TextBuffer.prototype.at = function at(offset) {
    count++;
    return original.call(this, offset);
  };
  try {
    work();
  } finally {
    TextBuffer.prototype.at = original;
  }
  return count;
}

afterEach(() => vi.restoreAllMocks());

const families = [
  "b: x, ",
  '"',
  "'x, ",
  "⊕⟨ ",
  '\\"\n',
  " ",
  ",",
  "|",
  "| x",
  "| /* ",
  "| // ",
  "x // ,",
  "x /*,*/ ",
  "⊕",
  "⟨",
  "⏣",
  "⏣ 1",
  "a(",
  "a (",
  "/*",
  "/**/",
  "//\n",
  "bare words ",
  "a: b c(.1): ",
  "a b(1",
  "◈⟨ {a(1):1} ⟩ ",
  "{",
  "[",
  "[{ ",
  "}",
  "a: {",
  "a: [1 ",
  "a: '",
  "\u00a0",
  "a\n",
  "a: 1 b",
  "a: 'x\\",
  'a: "x" y\n',
  "⏣1{ ",
  "x: { y } ",
  "1 ",
  "a(1): 1, ",
];

describe("linear work", () => {
  it(`${verifies("STTP-Q-06", "STTP-G-07")}four times the text takes at most six times the looks`, () => {
    for (const prefix of ["", "◈⟨ ⏣0{ ", "◈⟨ ⏣0{ a(1): ", "⍉⟨ ", '◈⟨ ⏣0{ a(1): ["x", ']) {
      for (const piece of families) {
        const text = (size: number): string => prefix + piece.repeat(Math.ceil(size / piece.length));
        const [small, large] = [text(1_000), text(4_000)];
        const ratio =
          countLooks(() => parse(large)) /
          Math.max(
            1,
            countLooks(() => parse(small)),
          );
        expect(ratio, `${prefix}${piece}`).toBeLessThanOrEqual(6);
      }
    }
  });
  it(`${verifies("STTP-Q-06", "STTP-P-12")}so it does when every code unit comes alone`, () => {
    const drip = (text: string) => () => {
      const stream = createStreamParser();
      for (let at = 0; at < text.length; at++) stream.push(text[at]!);
      stream.end();
    };
    for (const prefix of ["", "◈⟨ ⏣0{ ", "◈⟨ ⏣0{ a(1): "]) {
      for (const piece of [...families, "x", "1", "a(1): ".padEnd(40, "y"), '"x\\" y']) {
        const text = (size: number): string => prefix + piece.repeat(Math.ceil(size / piece.length));
        const ratio = countLooks(drip(text(2_000))) / countLooks(drip(text(500)));
        expect(ratio, `${prefix}${piece}`).toBeLessThanOrEqual(6);
      }
    }
  });
  it(`${verifies("STTP-Q-07")}strict text takes the straight road`, () => {
    const members = Array.from(
      { length: 400 },
      (_, index) => `f_${index}(.9): { a(1): "some text of usual length", b(.5): [1, 2.5, true, null] }`,
    );
    const text = withContent(members.join(", "));
    expect(parse(text).strictValid).toBe(true);
    expect(looks(() => parse(text))).toBeLessThan(baseText.length);
  });
});
