import { isStrictValid, parse } from "@pelorus/sttp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/support/verifies.js";
import { negative } from "./fixtures/negative.js";
import { strict } from "./fixtures/strict.js";
import { tolerant } from "./fixtures/tolerant.js";
import { strictNodeText } from "./support/strict-node-text.js";
import { isStrictByTheBook } from "./support/strict-recogniser.js";

/** Splits a node into tokens of the grammar, so that mutations mostly hit structure. */
const tokensOf = (text: string): string[] =>
  text.match(/"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|[0-9.]+|\s+|[\s\S]/gu) ?? [];

const replacements = [
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  ",",
  ":",
  '"x"',
  "1",
  "-.5",
  "1.",
  "+1",
  "1e2",
  "true",
  "null",
  "raw",
  "daily",
  "x",
  " ",
  "\n",
  "",
  "",
  "",
  "⟩",
  "⊕⟨",
  "⏣1",
  "⏣",
  "⏣ 1",
  "//x\n",
  "|",
  "'x'",
  "(.9)",
  "( .9)",
  "(1.5)",
  ".9",
  '"\\u00e9"',
  '"\\q"',
  '"\\ud800"',
  "\u00a0",
  "\ufeff",
  "psi",
  "Tier",
  "drift",
  "2024-02-30",
  '"2024-02-29T00:00:00Z"',
  "{}",
  "[]",
  "a(1): 1",
  "u: 1,",
  ",,",
  "1.0",
  "1.5",
  "00",
  "parent_node",
  "tier",
  "semantic_links",
];

/** xoshiro128**, seeded once: mutations need a long period and no correlation between neighbours. */
function randomSource(seed: number): (below: number) => number {
  const s = Uint32Array.from([seed, 0x9e3779b9, 0x243f6a88, 0xb7e15162]);
  const rotate = (x: number, k: number): number => ((x << k) | (x >>> (32 - k))) >>> 0;
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(s[1]!, 5) >>> 0, 7), 9) >>> 0;
    const shifted = (s[1]! << 9) >>> 0;
    s[2]! ^= s[0]!;
    s[3]! ^= s[1]!;
    s[1]! ^= s[2]!;
    s[0]! ^= s[3]!;
    s[2]! ^= shifted;
    s[3] = rotate(s[3]!, 11);
    return result;
  };
  for (let warm = 0; warm < 64; warm++) next();
  return (below) => Math.floor((next() / 0x100000000) * below);
}

describe("strict within tolerant", () => {
  it(`${verifies("STTP-Q-05")}an independent recogniser agrees on all fixtures`, () => {
    for (const { text, strictValid } of [strict, negative, tolerant].flatMap((group) => Object.values(group))) {
      expect(isStrictByTheBook(text), text).toBe(strictValid);
    }
  });
  it(`${verifies("STTP-Q-05")}it agrees on a hundred thousand token mutations of valid nodes`, () => {
    const bases = fc.sample(strictNodeText, { seed: 20260504, numRuns: 200 }).map(tokensOf);
    const random = randomSource(0xc0ffee);
    let stillValid = 0;
    for (let round = 0; round < 100_000; round++) {
      const tokens = bases[round % bases.length]!.slice();
      for (let edits = 1 + random(2); edits > 0; edits--) {
        const at = random(tokens.length);
        const kind = random(4);
        if (kind === 0) tokens.splice(at, 1);
        else if (kind === 1) tokens.splice(at, 0, replacements[random(replacements.length)]!);
        else if (kind === 2) tokens[at] = replacements[random(replacements.length)]!;
        else tokens[at] = tokens[random(tokens.length)]!;
      }
      const text = tokens.join("");
      const byTheBook = isStrictByTheBook(text);
      if (byTheBook) stillValid++;
      const ours = isStrictValid(text);
      if (ours !== byTheBook) expect({ text, strictValid: ours }).toEqual({ text, strictValid: byTheBook });
    }
    // Both verdicts must occur often, or the comparison would prove little.
    expect(stillValid).toBeGreaterThan(2_000);
    expect(stillValid).toBeLessThan(80_000);
  }, 240_000);
  it(`${verifies("STTP-Q-05")}strict-valid text yields nothing but harmless findings`, () => {
    fc.assert(
      fc.property(strictNodeText, (text) => {
        expect(isStrictByTheBook(text)).toBe(true);
        for (const { severity, strictImpact } of parse(text).diagnostics) {
          expect(strictImpact).toBe(false);
          expect(["info", "warning"]).toContain(severity);
        }
      }),
      { numRuns: 300 },
    );
  });
});
