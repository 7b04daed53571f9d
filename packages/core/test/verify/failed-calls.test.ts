import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { STL_OPERATIONS } from "../../src/contract/operation.js";
import { checkOn, verdictOn } from "./verify-case.js";

const REQUEST = "How many anvils are in store?";
const FAILED = {
  observations: [
    { callId: "call_s1_1_1", capabilityId: "count", outcome: "error", summary: "error: the store is shut" },
  ],
} as const;
const WORKED = {
  observations: [
    { callId: "call_s1_1_1", capabilityId: "count", outcome: "ok", summary: "There are 12 anvils in store." },
  ],
} as const;
const outcome = (id: string, output: string, extras = FAILED as Parameters<typeof checkOn>[4]) =>
  checkOn(id, "RETRIEVE", REQUEST, output, extras)?.outcome;

describe("a source that is a failed call", () => {
  it(`${verifies("POS-VER-01")}is none, whatever form the citation has`, () => {
    for (const output of [
      "There are 12 anvils. [call:call_s1_1_1/s1]",
      "There are 12 anvils [call:call_s1_1_1].",
      "According to call:call_s1_1_1 there are 12 anvils.",
      "The first count failed [call:call_s1_1_1]. There are 12 anvils [call:call_s1_1_1].",
      "Prices fall, and there are 12 anvils without handles. [call:call_s1_1_1]",
    ]) {
      expect([output, outcome("sourced", output), outcome("grounding", output)]).toEqual([output, "fail", "fail"]);
    }
  });

  it(`${verifies("POS-VER-01")}may be named by a sentence that says it failed, and by one about another call`, () => {
    expect(outcome("sourced", "The count failed, so the number is not known. [call:call_s1_1_1]")).not.toBe("fail");
    expect(outcome("sourced", "There are 12 anvils. [call:call_s1_1_1]", WORKED)).not.toBe("fail");
    const other = checkOn("sourced", "RETRIEVE", REQUEST, "There are twelve anvils. [call:call_s1_1_10]", FAILED);
    expect(other?.detail).not.toContain("returned nothing");
  });

  it.each(STL_OPERATIONS.filter((operation) => !["CLARIFY"].includes(operation)))(
    `${verifies("POS-VER-01", "POS-VER-03")}is none for %s: an output that names it is told so and scores below what is let pass`,
    (operation) => {
      const cited = verdictOn(operation, REQUEST, "There are 12 anvils in store. [call:call_s1_1_1]", FAILED);
      expect(
        cited.checks.filter(({ detail }) => detail.includes("call_s1_1_1")).map(({ outcome }) => outcome),
      ).toContain("fail");
      expect(cited.score).toBeLessThan(0.75);
      const honest = verdictOn(
        operation,
        REQUEST,
        "The count of the anvils in store failed. [call:call_s1_1_1]",
        FAILED,
      );
      expect(honest.checks.some(({ detail }) => detail.includes("call_s1_1_1"))).toBe(false);
      expect(honest.score).toBeGreaterThan(cited.score);
    },
  );

  it(`${verifies("POS-VER-01")}of GENERATE passes where nobody names it, and is looked for only where a call failed`, () => {
    const output = "There are 12 anvils in store.";
    expect(checkOn("cited-calls", "GENERATE", REQUEST, output, FAILED)?.outcome).toBe("pass");
    expect(checkOn("cited-calls", "GENERATE", REQUEST, output, WORKED)).toBeUndefined();
    expect(checkOn("cited-calls", "RETRIEVE", REQUEST, output, FAILED)).toBeUndefined();
  });

  it(`${verifies("POS-VER-01")}is none for a later step that was told of it`, () => {
    const output = "There are 12 anvils in store. [call:call_s1_1_1]";
    const told = checkOn("cited-calls", "GENERATE", REQUEST, output, { failedCalls: ["call_s1_1_1"] });
    expect(told?.outcome).toBe("fail");
    expect(told?.span).toBeDefined();
  });
});
