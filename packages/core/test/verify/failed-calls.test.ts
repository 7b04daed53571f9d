import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { checkOn } from "./verify-case.js";

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
});
