import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { classifyRequest } from "../../../src/position/classify-request.js";
import { findClauseHead } from "../../../src/position/clause-head.js";
import { ENGLISH } from "../../../src/position/cue-tables/english.js";
import { compileLexicon, type Lexicon, type LexiconEntry } from "../../../src/position/lexicon.js";
import { readActs } from "../../../src/position/read-acts.js";
import { type RequestToken, tokeniseRequest } from "../../../src/position/tokenise-request.js";

/** Tokens whose reads are counted. */
function counted(tokens: RequestToken[]): { tokens: readonly RequestToken[]; reads: () => number } {
  let reads = 0;
  const proxy = new Proxy(tokens, {
    get(target, key) {
      if (typeof key === "string" && key.charCodeAt(0) <= 57) reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { tokens: proxy, reads: () => reads };
}

const HOSTILE = [
  "not ",
  "then ",
  "and ",
  "please ",
  "write it and ",
  "before you write, ",
  "turn it ",
  "first write it. ",
  "or write ",
  "compare a list of ",
  ", ",
  "do not write, ",
  "write a plan ",
];

describe("classification time", () => {
  const lexicon: Lexicon = compileLexicon([ENGLISH]);

  it.each(HOSTILE)(`${verifies("POS-CLS-14")}grows with the number of tokens for repeated "%s"`, (unit) => {
    const work = (times: number) => {
      const request = unit.repeat(times);
      const { tokens, reads } = counted(tokeniseRequest(request, lexicon));
      readActs(request, tokens, lexicon);
      return reads();
    };
    expect(work(4_000)).toBeLessThan(work(2_000) * 2.2);
  });

  it(`${verifies("POS-CLS-14")}looks only a bounded way ahead for an act`, () => {
    const request = `${"please ".repeat(5_000)}write a letter`;
    const { tokens, reads } = counted(tokeniseRequest(request, lexicon));
    findClauseHead(tokens, 0, tokens.length, lexicon);
    expect(reads()).toBeLessThan(200);
    // Where the last act in reach is: doubling the reach would double what is read of "please please please …".
    const withOpeners = (count: number) =>
      classifyRequest(`Compare the cups and ${"please ".repeat(count)}write a letter`, { statistical: false })
        .operations;
    expect(withOpeners(10)).toEqual(["COMPARE", "GENERATE"]);
    expect(withOpeners(20)).toEqual(["COMPARE"]);
  });

  it(`${verifies("POS-CLS-14")}takes a megabyte of quotation marks, negators and order words`, () => {
    for (const unit of ['"', "'", "not ", "then ", "` ", "“", "写"]) {
      const request = unit.repeat(Math.ceil(1_000_000 / unit.length));
      expect(classifyRequest(request).steps.length).toBeGreaterThan(0);
    }
  }, 60_000);

  it(`${verifies("POS-SPD-02")}looks every word up once in one map`, () => {
    let lookups = 0;
    const words = new Map<string, LexiconEntry>(lexicon.words);
    // Every first word of a cue is in it, inflected forms, too.
    for (const word of ["summarise", "summarised", "compare", "comparing", "write", "written", "please", "before"]) {
      expect(words.has(word), word).toBe(true);
    }
    const spied: Lexicon = {
      ...lexicon,
      words: new Proxy(words, {
        get(target, key) {
          if (key !== "get") return Reflect.get(target, key);
          return (word: string) => {
            lookups += 1;
            return target.get(word);
          };
        },
      }),
    };
    const tokens = tokeniseRequest("Compare the two plans and then write a short memo about them", spied);
    expect(lookups).toBe(12);
    expect(tokens.length).toBeLessThanOrEqual(12);
  });
});
