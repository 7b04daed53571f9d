import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { planOperations } from "../../../src/position/plan-operations.js";

const plan = (request: string) => planOperations(request).map((step) => step.operation);
const DATA = "compare the plans and write a report";

describe("material", () => {
  it.each([
    ["double quotes", `Translate "${DATA}"`],
    ["typographic quotes", `Translate “${DATA}”`],
    ["guillemets", `Translate «${DATA}»`],
    ["CJK quotes", `Translate 「${DATA}」`],
    ["single quotes", `Translate '${DATA}' into Welsh`],
    ["inline code", `Translate \`${DATA}\``],
    ["a fence", `Translate\n\`\`\`\n${DATA}\n\`\`\``],
    ["an unclosed fence", `Translate\n\`\`\`\n${DATA}`],
    ["a block quote", `Translate\n> ${DATA}`],
    ["a link", "Translate https://example.org/compare/plans?write=report"],
    ["text after a colon", `Translate into Welsh: ${DATA}`],
    ["a block after a colon", `Translate the following:\n\n${DATA}\n${DATA}`],
    ["a block after a blank line", `Translate this text.\n\n${DATA}.`],
    ["a labelled block", `Translate the text below.\nText: ${DATA}`],
    ["a labelled block before the instruction", `Text: ${DATA}\n\nTranslate the text above`],
    ["data lines", `Translate the list.\n- bananas\n- compare plans\n- a report`],
  ])(`${verifies("POS-CLS-05")}in %s has no effect`, (_, request) => {
    expect(plan(request)).toEqual(["TRANSFORM"]);
  });

  it(`${verifies("POS-CLS-05")}does not begin at a lone quotation mark or an apostrophe`, () => {
    expect(plan(`Compare the 5" and the 6 inch pipe and write a memo`)).toEqual(["COMPARE", "GENERATE"]);
    expect(plan("Compare the students' plans and write a memo")).toEqual(["COMPARE", "GENERATE"]);
  });

  it(`${verifies("POS-CLS-05")}does not swallow numbered steps that are the instruction`, () => {
    expect(plan("1. Find two suppliers\n2. Compare their prices\n3. Write a memo")).toEqual([
      "RETRIEVE",
      "COMPARE",
      "GENERATE",
    ]);
  });
});
