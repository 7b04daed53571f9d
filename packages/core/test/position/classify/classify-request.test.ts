import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { classificationSchema } from "../../../src/contract/operation.js";
import { classifyOperations } from "../../../src/position/classify-operations.js";
import { classifyRequest } from "../../../src/position/classify-request.js";
import { negotiateDepth } from "../../../src/position/negotiate-depth.js";
import { planOperations } from "../../../src/position/plan-operations.js";

const plan = (request: string) => planOperations(request).map((step) => step.operation);

describe("classifyRequest", () => {
  it(`${verifies("POS-CLS-01")}answers steps, and the operations are the steps' without repeats, in order`, () => {
    const classification = classifyRequest("Translate the minutes, summarise them, then translate the summary back");
    expect(classification.steps.map((step) => step.operation)).toEqual(["TRANSFORM", "SYNTHESISE", "TRANSFORM"]);
    expect(classification.operations).toEqual(["TRANSFORM", "SYNTHESISE"]);
    expect(classification.language).toBe("en");
    expect(classifyOperations("Translate the minutes, summarise them, then translate the summary back")).toEqual(
      classification.operations,
    );
    expect(planOperations("Compare tea and coffee")).toEqual(classifyRequest("Compare tea and coffee").steps);
  });

  it(`${verifies("POS-CLS-01")}refuses anything but a string`, () => {
    for (const value of [undefined, null, 7, {}, ["Write"]]) {
      expect(() => classifyRequest(value as unknown as string)).toThrow(TypeError);
    }
  });

  it(`${verifies("POS-CLS-01")}takes a request without any cue to want something made, with no evidence and no confidence`, () => {
    for (const request of ["", "   ", "hello", "zzz qqq", "…", "42"]) {
      const { steps, operations, evidence, confidence } = classifyRequest(request);
      expect({ operations, evidence, confidence, steps: steps.length }).toEqual({
        operations: ["GENERATE"],
        evidence: [],
        confidence: 0,
        steps: 1,
      });
      expect(steps[0]?.deliverable).toBe(true);
    }
  });

  it(`${verifies("POS-CLS-01")}satisfies its schema for any text`, () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (request) => {
        const classification = classifyRequest(request);
        classificationSchema().parse(classification);
        expect(classification.steps.filter((step) => step.deliverable)).toHaveLength(1);
        expect(classification.confidence).toBeGreaterThanOrEqual(0);
        expect(classification.confidence).toBeLessThanOrEqual(1);
        expect(classification.divergence).toBeGreaterThanOrEqual(0);
        expect(classification.divergence).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it(`${verifies("POS-CLS-02")}points each cue at its words in the original request`, () => {
    const request = "  Ｃompare the “old” plan — and ⟨then⟩ summarise 𝔘 it";
    const { evidence } = classifyRequest(request);
    expect(evidence.length).toBeGreaterThan(0);
    for (const cue of evidence) expect(request.slice(...cue.span)).toBe(cue.cue);
    expect(evidence.map((cue) => [cue.operation, cue.cue, cue.role])).toContainEqual([
      "COMPARE",
      "Ｃompare",
      "imperative",
    ]);
  });

  it(`${verifies("POS-CLS-02")}lists negated and masked cues without giving them effect`, () => {
    const request = 'Do not rewrite it, only check the letter: "please translate this"';
    const { operations, evidence } = classifyRequest(request);
    expect(operations).toEqual(["VERIFY"]);
    expect(evidence.find((cue) => cue.cue === "rewrite")).toMatchObject({ operation: "REVISE", negated: true });
    expect(evidence.find((cue) => cue.cue === "translate")).toMatchObject({ operation: "TRANSFORM", masked: true });
  });

  it(`${verifies("POS-CLS-02")}numbers the clause of each cue and names its role`, () => {
    const { evidence } = classifyRequest(
      "Make a plan for the move, then write to the landlord. Why is the rent so high?",
    );
    expect(evidence.map(({ operation, role, clause }) => [operation, role, clause])).toEqual([
      ["PLAN", "noun", 0],
      ["GENERATE", "imperative", 1],
      ["ANALYSE", "question", 2],
    ]);
  });

  it(`${verifies("POS-CLS-03")}never finds a cue inside a word`, () => {
    for (const noun of [
      "budget",
      "planetarium",
      "suffix",
      "editorial",
      "DevSecOps",
      "listener",
      "prefixes",
      "checkout",
    ]) {
      expect(plan(`Write about the ${noun}`)).toEqual(["GENERATE"]);
      expect(classifyRequest(`Write about the ${noun}`).evidence).toHaveLength(1);
    }
  });

  it.each([
    ["When does the 18:20 train leave?", [["RETRIEVE", "When does the 18:20 train leave"]]],
    [
      "List the trains after 18:20 and write a reply",
      [
        ["RETRIEVE", "18:20"],
        ["GENERATE", "write a reply"],
      ],
    ],
    [
      "Summarise the meeting at 18:20. Then write a memo.",
      [
        ["SYNTHESISE", "18:20"],
        ["GENERATE", "write a memo"],
      ],
    ],
    ["Check that the ratio is 3:1 and report it", [["VERIFY", "3:1"]]],
    ["Compare 3.5 and 4.2 litres", [["COMPARE", "Compare 3.5 and 4.2 litres"]]],
    ["Vergleiche 1.000,50 und 2,75 Euro", [["COMPARE", "1.000,50 und 2,75"]]],
    ["总结18：20的会议", [["SYNTHESISE", "18：20"]]],
    [
      "Find release 2.10.1, then summarise it",
      [
        ["RETRIEVE", "2.10.1"],
        ["SYNTHESISE", "summarise"],
      ],
    ],
  ] as const)(`${verifies("POS-CLS-03")}keeps figures whole: %s`, (request, expected) => {
    const steps = planOperations(request).filter((step) => !step.implied);
    expect(steps.map(({ operation }) => operation).slice(0, expected.length)).toEqual(
      expected.map(([operation]) => operation),
    );
    for (const [index, [, part]] of expected.entries()) expect(steps[index]?.assignment).toContain(part);
  });

  it(`${verifies("POS-CLS-03")}takes marks between digits only into figures`, () => {
    expect(planOperations("Translate into French at 9.30: good morning")[0]?.assignment).toBe(
      "Translate into French at 9.30",
    );
    expect(classifyRequest("1. Find the report.\n2. Summarise it.").operations).toEqual(["RETRIEVE", "SYNTHESISE"]);
    expect(classifyRequest("Find the report of 2019. Summarise it.").operations).toEqual(["RETRIEVE", "SYNTHESISE"]);
    expect(negotiateDepth("Compare 1,000 and 2,000", ["COMPARE"])[1].signals?.breadth).toBeUndefined();
  });

  it(`${verifies("POS-CLS-03")}folds words with NFKC and case, and keeps inner apostrophes and hyphens`, () => {
    expect(plan("ＳＵＭＭＡＲＩＳＥ the talk")).toEqual(["SYNTHESISE"]);
    expect(plan("Fact-check the leaflet")).toEqual(["VERIFY"]);
    expect(plan("DON’T translate the leaflet, just summarise it")).toEqual(["SYNTHESISE"]);
  });

  it(`${verifies("POS-CLS-04")}knows inflected verbs and noun acts`, () => {
    expect(plan("After comparing the bids, draft a letter")).toEqual(["COMPARE", "GENERATE"]);
    expect(plan("After you have verified the totals, draft a letter")).toEqual(["VERIFY", "GENERATE"]);
    expect(plan("Summarize the talk")).toEqual(plan("Summarise the talk"));
    expect(plan("Please analyze the sales")).toEqual(["ANALYSE"]);
    expect(plan("Please do an analysis of the sales")).toEqual(["ANALYSE"]);
    expect(plan("I need a translation of the leaflet")).toEqual(["TRANSFORM"]);
    expect(plan("Carry out a verification of the totals")).toEqual(["VERIFY"]);
  });

  it(`${verifies("POS-CLS-07")}lets the longest cue win and gives a word to one operation`, () => {
    expect(plan("Rewrite the leaflet")).toEqual(["REVISE"]);
    expect(plan("Is the answer correct?")).toEqual(["VERIFY"]);
    expect(plan("Correct the answer")).toEqual(["REVISE"]);
    expect(plan("Explain how it works")).toEqual(["ANALYSE"]);
    expect(plan("Explain gravity to a seven year old")).toEqual(["GENERATE"]);
    expect(plan("What are the key takeaways of the talk?")).toEqual(["SYNTHESISE"]);
    expect(plan("Review the patch and tell me whether it is safe to ship")).toEqual(["VERIFY"]);
  });

  it(`${verifies("POS-CLS-06")}reads the role: acts, deliverable nouns, and things that only look like acts`, () => {
    expect(plan("Make a plan for the launch")).toEqual(["PLAN"]);
    expect(plan("I would like a comparison of the two phones")).toEqual(["COMPARE"]);
    expect(plan("Give me a summary of the talk")).toEqual(["SYNTHESISE"]);
    expect(plan("Check the regulator's draft")).toEqual(["VERIFY"]);
    expect(plan("Generate a credit report template")).toEqual(["GENERATE"]);
    expect(plan("Analyse the review process")).toEqual(["ANALYSE"]);
    expect(plan("Write a script that compares two lists and sorts them")).toEqual(["GENERATE"]);
  });
});
