import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import type { FrameFact } from "../../../src/contract/frame.js";
import { STL_OPERATIONS } from "../../../src/contract/operation.js";
import { buildOperationFrame } from "../../../src/position/build-frame.js";
import { FactIndex } from "../../../src/position/fact-index.js";
import { indexWords } from "../../../src/position/fact-words.js";
import { parseSections } from "../../../src/position/parse-sections.js";
import { parseEntries } from "./parse-entries.js";

const fact = (factId: string, statement: string): FrameFact => ({
  factId,
  statement,
  provenance: "CKF",
  provenanceRef: "notes.md",
});
const indexOf = (facts: Readonly<Record<string, string>>) => {
  const index = new FactIndex();
  for (const [id, statement] of Object.entries(facts)) index.add(fact(id, statement));
  return index;
};
const ids = (facts: readonly FrameFact[]) => facts.map(({ factId }) => factId);

describe("facts for one operation", () => {
  it(`${verifies("POS-FRM-03")}at most as many as the operation can use`, () => {
    const index = new FactIndex();
    for (let at = 0; at < 40; at += 1) index.add(fact(`f${at}`, `The ferry number ${at} is white.`));
    const sizes = Object.fromEntries(
      STL_OPERATIONS.map((operation) => [operation, index.choose(operation, "ferry").length]),
    );
    expect(sizes).toEqual({
      PLAN: 10,
      RETRIEVE: 12,
      VERIFY: 16,
      CLARIFY: 4,
      COMPARE: 12,
      ANALYSE: 12,
      TRANSFORM: 6,
      SYNTHESISE: 16,
      REVISE: 8,
      GENERATE: 8,
    });
    expect(index.choose("RETRIEVE", "ferry", { limit: 3 })).toHaveLength(3);
  });

  it(`${verifies("POS-FRM-03")}the most relevant last, unrelated ones left out unless all fit`, () => {
    const facts: Record<string, string> = {
      price: "The Asper ferry costs 12 euro.",
      time: "The ferry leaves at seven.",
      both: "The Asper ferry leaves at ten and its price is low.",
    };
    // All fit: the unrelated one is there too, first.
    expect(
      ids(indexOf({ ...facts, moon: "Bananas are yellow." }).choose("CLARIFY", "price of the Asper ferry")),
    ).toEqual(["moon", "time", "price", "both"]);
    const many = { ...facts, moon: "Bananas are yellow.", sun: "Rivers are long." };
    expect(ids(indexOf(many).choose("CLARIFY", "price of the Asper ferry"))).toEqual(["time", "price", "both"]);
    expect(indexOf(many).choose("CLARIFY", "volcano")).toEqual([]);
  });

  it(`${verifies("POS-FRM-03")}the newer one among equals`, () => {
    const index = new FactIndex();
    for (let at = 0; at < 30; at += 1) index.add(fact(`f${at}`, `The ferry number ${at + 10} is white.`));
    expect(ids(index.choose("CLARIFY", "ferry"))).toEqual(["f26", "f27", "f28", "f29"]);
  });

  it(`${verifies("POS-FRM-03")}each said once: a copy, and a copy in a frame, take no place`, () => {
    const index = new FactIndex();
    const said = "The Asper ferry leaves the northern quay at noon on working days.";
    for (let at = 0; at < 9; at += 1) index.add(fact(`copy${at}`, said));
    index.add(fact("framed", `timetable({"line":"Asper"}) returned ${said}`));
    index.add(fact("other", "The Asper ferry costs 12 euro."));
    for (let at = 0; at < 9; at += 1) index.add(fact(`far${at}`, `Lighthouse ${at + 10} is painted red.`));
    const statements = index.choose("CLARIFY", "the Asper ferry").map(({ statement }) => statement);
    expect(statements.filter((statement) => statement.includes(said))).toHaveLength(1);
    expect(statements).toContain("The Asper ferry costs 12 euro.");
  });

  /** Sixty towers, each with a height and the name of another one. */
  const FIRST = ["Amber", "Birch", "Cedar", "Dune", "Ember", "Fern"];
  const SECOND = ["Arch", "Bluff", "Crest", "Dell", "Edge", "Field", "Gate", "Heath", "Isle", "Knoll"];
  const TOWERS = FIRST.flatMap((first) => SECOND.map((second) => `${first} ${second}`));
  const towerText = (at: number) =>
    `The tower ${TOWERS[at]} is ${200 + at} metres high and relays for the tower ${TOWERS[(at * 7 + 3) % TOWERS.length]}.`;
  const towers = () => {
    const index = new FactIndex();
    for (let at = 0; at < TOWERS.length; at += 1) index.add(fact(`t${at}`, towerText(at)));
    return index;
  };

  it(`${verifies("POS-FRM-03")}of many alike things those that are named, though halves of their names are everywhere`, () => {
    const asked = [4, 17, 29, 38, 51];
    const query = `How high are ${asked.map((at) => TOWERS[at]).join(", ")}?`;
    for (const operation of ["GENERATE", "RETRIEVE", "SYNTHESISE"] as const) {
      expect(ids(towers().choose(operation, query))).toEqual(expect.arrayContaining(asked.map((at) => `t${at}`)));
    }
  });

  it(`${verifies("POS-FRM-03")}and the one that only a chosen fact names`, () => {
    const index = towers();
    for (let at = 0; at < TOWERS.length; at += 1) {
      const chosen = ids(index.choose("GENERATE", `How high is the tower that ${TOWERS[at]} relays for?`));
      expect(chosen).toEqual(expect.arrayContaining([`t${at}`, `t${(at * 7 + 3) % TOWERS.length}`]));
    }
  });

  it(`${verifies("POS-FRM-03")}of a statement and its retelling the one with a source, among followed facts, too`, () => {
    const index = new FactIndex();
    for (let at = 0; at < TOWERS.length; at += 1) {
      index.add(fact(`t${at}`, `look_up({"name":"${TOWERS[at]}"}) returned ${towerText(at)}`));
      index.add({ ...fact(`d${at}`, towerText(at)), provenance: "DERIVED", provenanceRef: `step:s${at}` });
    }
    for (let at = 0; at < TOWERS.length; at += 1) {
      const chosen = ids(index.choose("RETRIEVE", `How high is the tower that ${TOWERS[at]} relays for?`));
      expect(chosen).toEqual(expect.arrayContaining([`t${at}`, `t${(at * 7 + 3) % TOWERS.length}`]));
    }
  });

  it(`${verifies("POS-FRM-03")}valid ones only`, () => {
    const index = indexOf({ old: "The Asper ferry costs 12 euro.", new: "The Asper ferry costs 13 euro." });
    expect(index.invalidate("old")).toBe(true);
    expect(index.invalidate("old")).toBe(false);
    expect(index.invalidate("none")).toBe(false);
    expect(index.size).toBe(1);
    expect(index.has("old")).toBe(false);
    expect(ids(index.choose("RETRIEVE", "Asper ferry"))).toEqual(["new"]);
    index.add(fact("new", "The Vell ferry costs 9 euro."));
    expect(index.size).toBe(1);
    expect(index.choose("RETRIEVE", "Vell")[0]?.statement).toBe("The Vell ferry costs 9 euro.");
  });

  it(`${verifies("POS-FRM-03")}whatever came and went, the choice is that of a fresh index`, () => {
    const words = ["ferry", "asper", "vell", "price", "time", "pier", "ticket"];
    const anyStatement = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
      .map((list) => list.join(" "));
    const anyStep = fc.record({ id: fc.integer({ min: 0, max: 12 }), statement: anyStatement, remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), anyStatement, (steps, query) => {
        const index = new FactIndex();
        let kept: FrameFact[] = [];
        for (const { id, statement, remove } of steps) {
          kept = kept.filter(({ factId }) => factId !== `f${id}`);
          if (remove) index.invalidate(`f${id}`);
          else {
            index.add(fact(`f${id}`, statement));
            kept.push(fact(`f${id}`, statement));
          }
        }
        const fresh = new FactIndex();
        for (const one of kept) fresh.add(one);
        expect(index.size).toBe(kept.length);
        expect(index.choose("CLARIFY", query)).toEqual(fresh.choose("CLARIFY", query));
        expect(index.choose("CLARIFY", query)).toEqual(index.choose("CLARIFY", query));
        expect(index.choose("RETRIEVE", query, { limit: 100 })).toEqual(
          fresh.choose("RETRIEVE", query, { limit: 100 }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it(`${verifies("POS-FRM-03")}two among thousands that differ in a name alone`, () => {
    const index = new FactIndex();
    for (let at = 0; at < 5000; at += 1) {
      index.add(
        fact(`f${at}`, `Sensor unit-${at} in hall ${at % 50} reports ${(at * 13) % 90} degrees on day ${at % 28}.`),
      );
    }
    const chosen = ids(index.choose("COMPARE", "Compare the degrees that unit-1234 and unit-4321 report"));
    expect(chosen).toHaveLength(12);
    expect(chosen.slice(-2).sort()).toEqual(["f1234", "f4321"]);
  });

  it(`${verifies("POS-FRM-03")}embeddings, where both sides have them, find what shares no word`, () => {
    const index = indexOf({
      car: "Automobiles need fuel.",
      ship: "The ferry is white.",
      ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`x${at}`, `Unrelated matter ${at}.`])),
    });
    const embeddings = {
      query: [1, 0],
      facts: new Map([
        ["car", [0.9, 0.1]],
        ["x3", [-1, 0]],
        ["gone", [1, 0]],
      ]),
    };
    expect(index.choose("CLARIFY", "vehicle petrol")).toEqual([]);
    expect(ids(index.choose("CLARIFY", "vehicle petrol", { embeddings }))).toEqual(["car"]);
    expect(ids(index.choose("CLARIFY", "ferry petrol", { embeddings })).sort()).toEqual(["car", "ship"]);
    // Scores of one choice leave nothing behind for the next.
    expect(index.choose("CLARIFY", "vehicle petrol")).toEqual([]);
  });

  it(`${verifies("POS-FRM-03")}stand in the frame whole, with id and provenance`, () => {
    const statement = `The fee is 12 euro.\nIt was 10 euro ${"for a very long time ".repeat(30)}before.`;
    const frame = buildOperationFrame("RETRIEVE", "What is the fee?", {
      contextFacts: [{ statement, source: "fees.md" }, "Fees rise."],
    });
    const facts = parseSections(frame.toPrompt()).find(({ name }) => name === "facts");
    expect(parseEntries(facts?.text ?? "")).toContainEqual({ head: ["f1", "CKF", "fees.md"], text: statement });
  });
});

describe("words a fact is found by", () => {
  it.each([
    ["Prices rise", "price rises"],
    ["comparing the batteries", "compare a battery"],
    ["stopped planning", "stop plan"],
    ["ＡＢＣ Straße", "abc straße"],
    ["matches classes", "match class"],
  ])(`${verifies("POS-FRM-03")}%s = %s`, (a, b) => {
    expect(indexWords(a)).toEqual(indexWords(b));
  });

  it(`${verifies("POS-FRM-03")}names keep their joints, scripts without blanks go by pairs, stop words go`, () => {
    expect(indexWords("unit A-17 of the hall")).toEqual(["unit", "17", "a-17", "hall"]);
    expect(indexWords("东京塔高")).toEqual(["东京", "京塔", "塔高"]);
    expect(indexWords("塔")).toEqual(["塔"]);
    expect(indexWords("the of and")).toEqual([]);
    expect(indexWords("цены растут")).toEqual(["цены", "растут"]);
  });
});
