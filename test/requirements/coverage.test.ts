import { describe, expect, it } from "vitest";
import { citations, read, specifiedIds } from "./requirement-ids.js";

// Ids whose work is announced and not there yet, each with what will bring it. An entry must be uncited, so that the list
// shrinks as the work arrives.
const later = JSON.parse(read("test/requirements/later.json")) as Record<string, string>;

describe("requirements and the tests that prove them", () => {
  const specified = specifiedIds();
  const known = new Set(specified.map(({ id }) => id));
  const cited = citations();
  const citedIds = new Set(cited.map(({ id }) => id));

  it("finds the requirements of the core and of both languages", () => {
    for (const [prefix, least] of [
      ["POS-", 158],
      ["STRATA-", 80],
      ["STTP-", 100],
    ] as const) {
      expect([...known].filter((id) => id.startsWith(prefix)).length, prefix).toBeGreaterThanOrEqual(least);
    }
  });

  it("states each id once", () => {
    const seen = new Set<string>();
    const twice = specified.filter(({ id }) => seen.size === seen.add(id).size);
    expect(twice).toEqual([]);
  });

  it("cites every requirement in a test or a bench", () => {
    expect([...known].filter((id) => !citedIds.has(id) && !Object.hasOwn(later, id)).sort()).toEqual([]);
  });

  it("cites nothing that is no requirement", () => {
    expect([...citedIds].filter((id) => !known.has(id)).map((id) => cited.find((place) => place.id === id))).toEqual(
      [],
    );
  });

  it("lists as coming only what is a requirement and has no test yet, with a reason", () => {
    expect(Object.keys(later).filter((id) => !known.has(id) || citedIds.has(id))).toEqual([]);
    expect(Object.values(later).filter((reason) => reason.trim().length < 10)).toEqual([]);
  });
});
