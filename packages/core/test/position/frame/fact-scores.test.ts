import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { FactPostings } from "../../../src/position/fact-postings.js";
import { FactScores } from "../../../src/position/fact-scores.js";

const WORDS = ["ferry", "asper", "vell", "price", "time", "pier", "ticket", "gate", "hall", "tower", "bridge", "north"];

describe("the best of very many facts", () => {
  it(`${verifies("POS-SPD-02")}are those that reading every entry finds, with the same scores`, () => {
    const anyStatement = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(
        fc.array(anyStatement, { minLength: 150, maxLength: 500 }),
        fc.array(fc.nat(499), { maxLength: 20 }),
        anyStatement,
        fc.constantFrom(...WORDS),
        fc.integer({ min: 1, max: 20 }),
        (statements, gone, query, known, limit) => {
          const postings = new FactPostings();
          statements.forEach((words, at) => {
            // A rare name in some, so that neighbours count, too.
            const statement = `${words.join(" ")}${at % 17 === 0 ? ` unit-${at % 5} mast` : ""}`;
            postings.add({ factId: `f${at}`, statement, provenance: "CKF", provenanceRef: "notes.md" });
          });
          for (const at of gone) postings.invalidate(`f${at}`);
          const words = postings.wordsOf(query.join(" "), "unit-3 mast");
          const knownWords = new Set(postings.wordsOf(known));
          const all = new FactScores(postings);
          all.clear();
          all.score(words, limit, knownWords);
          const expected = all.ranked(limit);
          const scores = new FactScores(postings);
          scores.clear();
          const found = scores.best(words, limit, limit, knownWords);
          expect(found).toEqual(expected);
          expect(found.map((position) => scores.at(position))).toEqual(expected.map((position) => all.at(position)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it(`${verifies("POS-SPD-02")}are found without reading facts that only say the same again`, () => {
    const postings = new FactPostings();
    for (let at = 0; at < 5000; at += 1) {
      const statement = `Part ${at} of the work is done.`;
      postings.add({ factId: `f${at}`, statement, provenance: "DERIVED", provenanceRef: `step:s${at}` });
    }
    for (let at = 0; at < 5000; at += 1) {
      const statement = `Nothing is known of shelf ${at}.`;
      postings.add({ factId: `g${at}`, statement, provenance: "DERIVED", provenanceRef: `step:g${at}` });
    }
    const scores = new FactScores(postings);
    scores.clear();
    expect(scores.best(postings.wordsOf("part 77 of the work"), 8, 8).slice(0, 3)).toEqual([77, 5077, 4999]);
    expect(scores.touched.length).toBeLessThan(300);
  });
});
