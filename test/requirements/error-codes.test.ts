import { describe, expect, it } from "vitest";
import { verifies } from "../support/verifies.js";
import { read } from "./requirement-ids.js";
import { readSourceCodes } from "./source-codes.js";

interface CatalogueEntry {
  readonly code: string;
  readonly class: string;
  readonly package: string;
  readonly meaning: string;
  readonly remedy: string;
}

const catalogue = (JSON.parse(read("specs/errors.json")) as { errors: CatalogueEntry[] }).errors;
const codes = new Set(catalogue.map(({ code }) => code));

/** Files that list codes; a code that stands only there is thrown by nobody. */
const TABLES = /\/(?:cli-errors|diagnostic\/(?:table|codes|errors|interop))\.ts$/;
/** What a member called `code` must look like to be an error code. */
const ERROR_CODE = /^(?:[a-z]+(?:_[a-z0-9]+)+|STTP_[A-Z0-9_]+|E\d{4})$/;

describe("the catalogue of error codes", () => {
  const sources = readSourceCodes((file) => TABLES.test(file));

  it(`${verifies("POS-API-04")}names every code once, with class, package, meaning and remedy`, () => {
    expect(codes.size).toBe(catalogue.length);
    for (const entry of catalogue) {
      for (const part of [entry.code, entry.class, entry.package, entry.meaning, entry.remedy]) {
        expect(part.trim(), entry.code).not.toBe("");
      }
    }
  });

  it(`${verifies("POS-API-04")}holds no code that nothing throws or reports`, () => {
    expect(catalogue.filter((entry) => !isThrown(entry)).map(({ code }) => code)).toEqual([]);
  });

  it(`${verifies("POS-API-04")}holds every code the sources state`, () => {
    const inherited = [...sources.inherited].flatMap(([owner, literals]) =>
      /Error|Transition/.test(owner) ? [...literals].filter((text) => /^[a-z]+(?:_[a-z]+)*$/.test(text)) : [],
    );
    expect(inherited.filter((code) => !codes.has(code))).toEqual([]);
    expect(sources.stated.filter(({ code }) => ERROR_CODE.test(code) && !codes.has(code)).map(show)).toEqual([]);
  });

  it("notices a code that nothing throws, and one that is thrown only by a class nobody makes", () => {
    expect(isThrown({ ...(catalogue[0] as CatalogueEntry), code: "never_thrown" })).toBe(false);
    const orphan = { ...sources, constructed: new Set<string>() };
    expect(isThrown(catalogue.find(({ code }) => code === "context_overflow") as CatalogueEntry, orphan)).toBe(false);
  });

  function isThrown({ code, package: name }: CatalogueEntry, seen = sources): boolean {
    const owners = [...seen.inherited].filter(([, literals]) => literals.has(code)).map(([owner]) => owner);
    if (seen.stated.some((place) => place.code === code)) return true;
    // A code that a class has for itself is thrown when the class is made.
    if (owners.length > 0) return owners.some((owner) => seen.constructed.has(owner));
    if (name === "@pelorus/strata" && /^E\d{4}$/.test(code)) return seen.numbers.has(Number(code.slice(1)));
    return seen.strings.has(code);
  }
});

function show({ code, file }: { readonly code: string; readonly file: string }): string {
  return `${code} in ${file}`;
}
