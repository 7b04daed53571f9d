import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexTerms } from "../../src/documents/index-terms.js";

describe("indexTerms", () => {
  it.each([
    ["The quick, brown fox!", "the QUICK (brown) fox"],
    ["policies and guaranteed boxes", "policy and guarantee box"],
    ["façade Ærø naïve", "facade Ærø naive"],
    ["camelCase HTTPServer snake_case", "camel case http server snake case"],
    ["KR-1001 NF505", "kr 1001 nf 505"],
    ["1,318 and 8.14.0", "1 318 and 8 14 0"],
    ["ﬁne １２", "fine 12"],
  ])("finds %j and %j under the same terms", (one, other) => {
    expect(indexTerms(one)).toEqual(indexTerms(other));
  });

  it("keeps order and repeats, and takes unspaced script in pairs", () => {
    expect(indexTerms("heron reed heron")).toEqual(["heron", "reed", "heron"]);
    expect(indexTerms("図書館 本")).toEqual(["図書", "書館", "本"]);
    expect(indexTerms("— … 🧺")).toEqual([]);
  });

  it("accepts any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        for (const term of indexTerms(text)) expect(term).not.toBe("");
      }),
    );
  });

  it("leaves out encoded data and comes through megabytes of it", () => {
    expect(indexTerms("a".repeat(2_000_000))).toEqual([]);
    expect(indexTerms("aB".repeat(200_000))).toHaveLength(200_001);
    expect(indexTerms("漢".repeat(500_000))).toHaveLength(499_999);
  });
});
