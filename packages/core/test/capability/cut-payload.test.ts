import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { cutPayload } from "../../src/capability/cut-payload.js";
import { summarisePayload } from "../../src/capability/summarise-payload.js";

const statements = (payload: unknown) => cutPayload(payload).map(({ statement }) => statement);

describe("the pieces of a raw result", () => {
  const passages = ["The ferry leaves at nine.", "The fare is 40 euros."].map((text, at) => ({
    path: "notes/trip.md",
    start_line: at + 1,
    end_line: at + 1,
    text,
  }));

  it(`${verifies("POS-FRM-03")}are the records of its list, whatever lists of plain values stand beside it`, () => {
    const pieces = cutPayload({ searched: 2, passages, left_out: ["a.txt", "b.txt"], folders: ["notes"] });
    expect(pieces).toEqual([
      { statement: "The ferry leaves at nine.", source: "notes/trip.md:1-1" },
      { statement: "The fare is 40 euros.", source: "notes/trip.md:2-2" },
      { statement: 'searched: 2; left_out: ["a.txt","b.txt"]; folders: ["notes"]', source: "" },
    ]);
    expect(cutPayload({ left_out: Array.from({ length: 400 }, (_, at) => `${at}.txt`), passages }).slice(0, 2)).toEqual(
      pieces.slice(0, 2),
    );
  });

  it(`${verifies("POS-FRM-03")}of several lists of records the largest comes first, by its text and not by its length`, () => {
    const ids = Array.from({ length: 9 }, (_, id) => ({ id }));
    const text = "A long paragraph. ".repeat(20).trim();
    expect(statements({ ids, papers: [{ title: "One", text }] })).toEqual([text, ...ids.map(({ id }) => `id: ${id}`)]);
  });

  it(`${verifies("POS-EXE-06")}a summary goes into the list with the most text, too`, () => {
    const left = Array.from({ length: 10 }, (_, at) => `${at}.txt`);
    const long = passages.map((passage) => ({ ...passage, text: passage.text.repeat(40) }));
    expect(summarisePayload(JSON.stringify({ left, long }))).toContain("long: table of 2 rows");
  });

  it(`${verifies("POS-FRM-03")}a record of a few plain lists stays whole`, () => {
    expect(statements({ name: "crane", loads: [1, 2], yards: ["north"], price: 5 })).toEqual([
      'name: crane; loads: [1,2]; yards: ["north"]; price: 5',
    ]);
  });

  it(`${verifies("POS-FRM-03")}what does not fit is said to be left out`, () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({ row: at }));
    const pieces = cutPayload(rows);
    expect(pieces).toHaveLength(256);
    expect(pieces.at(-1)?.statement).toBe("45 of 300 records of this result are not shown whole.");
    expect(cutPayload(rows.slice(0, 256)).at(-1)?.statement).toBe("row: 255");
    const wide = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`member_${at}`, "x".repeat(20)]));
    expect(statements(wide)[0]).toMatch(/; and \d+ more members$/);
  });

  it(`${verifies("POS-FRM-03")}no result gives more than 256 pieces or a piece of more than 1,600 characters`, () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(3000), (value, size) => {
        const payload = { value, long: ["😀".repeat(size), { text: "word ".repeat(size) }], other: [value, value] };
        const pieces = cutPayload(payload);
        expect(pieces.length).toBeLessThanOrEqual(256);
        for (const { statement } of pieces) {
          expect(statement.length).toBeLessThanOrEqual(1600);
          expect(statement.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
