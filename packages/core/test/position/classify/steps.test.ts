import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { DEPTH_BUDGETS } from "../../../src/contract/depth.js";
import { classifyRequest } from "../../../src/position/classify-request.js";
import { planOperations } from "../../../src/position/plan-operations.js";
import { proposeDepth } from "../../../src/position/propose-depth.js";

const plan = (request: string, options = {}) => planOperations(request, options).map((step) => step.operation);

describe("asking the user", () => {
  it.each([
    "Delete it",
    "Fix this",
    "Translate it",
    "Please send them",
    "Ask me clarifying questions first",
    "Clarify",
  ])(`${verifies("POS-CLS-10")}is all that can be done with: %s`, (request) => {
    expect(plan(request)).toEqual(["CLARIFY"]);
  });

  it(`${verifies("POS-CLS-10")}is planned for demands that exclude each other`, () => {
    expect(plan("Make the letter shorter and longer")).toEqual(["CLARIFY"]);
    expect(plan("Make the letter shorter and clearer")).toEqual(["REVISE"]);
  });

  it(`${verifies("POS-CLS-10")}is not planned when the pronoun has an antecedent`, () => {
    expect(plan("Fix this", { facts: ["The build script has a typo in line 3."] })).not.toContain("CLARIFY");
    expect(plan("Fix this", { priorCso: { csoId: "c" } })).not.toContain("CLARIFY");
    expect(plan("Fix this: `retrun 1`")).not.toContain("CLARIFY");
    expect(plan("Draft a letter and translate it")).toEqual(["GENERATE", "TRANSFORM"]);
    expect(plan("Improve this paragraph")).toEqual(["REVISE"]);
    expect(plan("Explain entropy")).not.toContain("CLARIFY");
  });
});

describe("implied steps", () => {
  it(`${verifies("POS-CLS-11")}come from the participle that describes the product, and its facts come first`, () => {
    const steps = planOperations("Write a memo comparing the two laws");
    expect(steps.map(({ operation, implied }) => [operation, implied])).toEqual([
      ["RETRIEVE", true],
      ["COMPARE", true],
      ["GENERATE", false],
    ]);
  });

  it.each([
    "Write a memo for lawyers comparing notes",
    "Write a memo without comparing the two laws",
    "Write a memo to compare the two laws",
    "Write a report rewriting the old one",
  ])(`${verifies("POS-CLS-11")}do not come from: %s`, (request) => {
    expect(plan(request, { statistical: false })).toEqual(["GENERATE"]);
  });

  it(`${verifies("POS-CLS-11")}come from a product only`, () => {
    expect(plan("Translate the memo comparing the two laws", { statistical: false })).toEqual(["TRANSFORM"]);
  });

  it(`${verifies("POS-CLS-11")}retrieve nothing when material or facts are supplied, or nothing is fed`, () => {
    expect(plan("Write a memo comparing the two laws", { facts: ["Law A …", "Law B …"] })).toEqual([
      "COMPARE",
      "GENERATE",
    ]);
    expect(plan('Write a memo comparing the two laws: "Law A …" "Law B …"')).toEqual(["COMPARE", "GENERATE"]);
    expect(plan("Compare the two laws")).toEqual(["COMPARE"]);
    expect(plan("Write a memo about the two laws")).toEqual(["GENERATE"]);
  });

  it(`${verifies("POS-CLS-11", "POS-DEP-04")}fit the depth the request asks for`, () => {
    const request = "Briefly write a memo comparing the two laws";
    expect(plan(request)).toEqual(["GENERATE"]);
    for (const text of [request, "Write a memo comparing the two laws", "Write a report analysing the sales"]) {
      const { steps, operations } = classifyRequest(text);
      const { depth } = proposeDepth(text, operations);
      if (steps.some((step) => step.implied)) expect(steps.length).toBeLessThanOrEqual(DEPTH_BUDGETS[depth].operations);
    }
  });
});

describe("planned steps", () => {
  it(`${verifies("POS-CLS-12")}carry the whole clause, ids in order, and one deliverable`, () => {
    const long = `Draft a letter about ${"the long history of the harbour and ".repeat(40)}its bridges`;
    const steps = planOperations(`Find the address of the harbour office, then ${long.toLowerCase()}`);
    expect(steps.map((step) => step.id)).toEqual(["s1", "s2"]);
    expect(steps[0]?.assignment).toBe("Find the address of the harbour office");
    expect(steps[1]?.assignment).toBe(`then ${long.toLowerCase()}`);
    expect(steps.map((step) => step.deliverable)).toEqual([false, true]);
  });

  it(`${verifies("POS-CLS-12")}depend on what their pronouns and definite nouns mean`, () => {
    const steps = planOperations("Summarise the talk, plan a trip, and then translate the summary");
    expect(steps.map(({ operation, dependsOn }) => [operation, dependsOn])).toEqual([
      ["SYNTHESISE", []],
      ["PLAN", []],
      ["TRANSFORM", ["s1", "s2"]],
    ]);
    expect(planOperations("Draft a letter, translate it, and write a poem").map((step) => step.dependsOn)).toEqual([
      [],
      ["s1"],
      ["s2"],
    ]);
  });

  it(`${verifies("POS-CLS-12")}compare what was retrieved, and the deliverable takes what nothing else consumes`, () => {
    const steps = planOperations("Look up the price of A, look up the price of B, compare the prices and write a memo");
    expect(steps.map(({ operation, dependsOn }) => [operation, dependsOn])).toEqual([
      ["RETRIEVE", []],
      ["RETRIEVE", []],
      ["COMPARE", ["s1", "s2"]],
      ["GENERATE", ["s3"]],
    ]);
  });

  it(`${verifies("POS-CLS-12")}keep repeats`, () => {
    expect(plan("Translate the letter, check it, and translate it back")).toEqual(["TRANSFORM", "VERIFY", "TRANSFORM"]);
  });

  it(`${verifies("POS-CLS-12")}point backwards only, whatever the request`, () => {
    const acts = [
      "Find the price of X",
      "compare them",
      "summarise the report",
      "write a memo",
      "translate it",
      "check the sum",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 12 }), (chosen) => {
        const steps = planOperations(chosen.join(", then "));
        const seen = new Set<string>();
        for (const step of steps) {
          for (const id of step.dependsOn) expect(seen.has(id)).toBe(true);
          expect(new Set(step.dependsOn).size).toBe(step.dependsOn.length);
          seen.add(step.id);
        }
        const consumed = new Set(steps.flatMap((step) => step.dependsOn));
        const last = steps.find((step) => step.deliverable);
        for (const step of steps) if (step !== last) expect(consumed.has(step.id)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
