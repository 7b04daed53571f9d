import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { planOperations } from "../../../src/position/plan-operations.js";

const plan = (request: string) => planOperations(request).map((step) => step.operation);

describe("negation", () => {
  it.each([
    ["Do not write code, just explain why the test fails", ["ANALYSE"]],
    ["Don't compare the plans, only list them", ["RETRIEVE"]],
    ["Never rewrite the letter; create a new one", ["GENERATE"]],
    ["Summarise the talk without translating it", ["SYNTHESISE"]],
    ["There is no need to compare the plans, simply list them", ["RETRIEVE"]],
    ["Rather than rewriting the letter, check it", ["VERIFY"]],
    ["Check the letter instead of rewriting it", ["VERIFY"]],
    ["Do not translate or summarise the text, but check it", ["VERIFY"]],
    ["Do not translate the text; summarise it", ["SYNTHESISE"]],
  ])(`${verifies("POS-CLS-08")}%s`, (request, expected) => {
    expect(plan(request)).toEqual(expected);
  });

  it.each([
    ["Don't forget to check the totals", ["VERIFY"]],
    ["Do not hesitate to rewrite the letter", ["REVISE"]],
    ["Not only compare the plans but also write a memo", ["COMPARE", "GENERATE"]],
  ])(`${verifies("POS-CLS-08")}is not found in: %s`, (request, expected) => {
    expect(plan(request)).toEqual(expected);
  });
});

describe("order", () => {
  it.each([
    ["Draft the letter and then translate it", ["GENERATE", "TRANSFORM"]],
    ["Translate the letter, then summarise it, and finally check it", ["TRANSFORM", "SYNTHESISE", "VERIFY"]],
    ["Before you draft the letter, look up the address", ["RETRIEVE", "GENERATE"]],
    ["Before drafting the letter, look up the address", ["RETRIEVE", "GENERATE"]],
    ["After checking the totals, draft the letter", ["VERIFY", "GENERATE"]],
    ["Draft the letter after checking the totals", ["VERIFY", "GENERATE"]],
    ["Once you have summarised the talk, translate the summary", ["SYNTHESISE", "TRANSFORM"]],
    ["Finally translate the letter, but first check it", ["VERIFY", "TRANSFORM"]],
    ["Step 1: find two suppliers. Step 2: compare them.", ["RETRIEVE", "COMPARE"]],
    ["Look up the price; then plan the purchase; finally, write a memo", ["RETRIEVE", "PLAN", "GENERATE"]],
  ])(`${verifies("POS-CLS-09")}is the stated one: %s`, (request, expected) => {
    expect(plan(request)).toEqual(expected);
  });

  it(`${verifies("POS-CLS-09")}of one clause that states none is the table's`, () => {
    expect(plan("I need a summary of the talk and a plan for the week")).toEqual(["PLAN", "SYNTHESISE"]);
  });
});
