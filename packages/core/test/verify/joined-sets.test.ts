import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { JoinedSets } from "../../src/verify/reading/joined-sets.js";
import { readingOf } from "../../src/verify/reading/recent-readings.js";

describe("what the checks ask of many sources", () => {
  it(`${verifies("POS-VER-01")}is answered as by one set of all values, however often it is asked`, () => {
    const word = fc.constantFrom("pier", "ferry", "fee", "gate", "hall");
    fc.assert(
      fc.property(fc.array(fc.array(word)), fc.array(word, { maxLength: 60 }), (lists, questions) => {
        const joined = new JoinedSets(lists.map((list) => new Set(list)));
        const all = new Set(lists.flat());
        expect(questions.map((question) => joined.has(question))).toEqual(
          questions.map((question) => all.has(question)),
        );
      }),
    );
  });

  it(`${verifies("POS-VER-01")}rests on readings that say the same whether a text was read before or not`, () => {
    const texts = Array.from({ length: 200 }, (_, at) => `Gate ${at} opens at ${at % 24}.`);
    for (const text of [...texts, ...texts, "x ".repeat(3000)]) expect(readingOf(text).text).toBe(text);
    expect(readingOf("Gate 199 opens at 7.")).toBe(readingOf("Gate 199 opens at 7."));
  });
});
