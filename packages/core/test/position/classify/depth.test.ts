import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { DEPTH_BUDGETS, DEPTH_LEVELS, type DepthMetadata, depthMetadataSchema } from "../../../src/contract/depth.js";
import type { StlOperation } from "../../../src/contract/operation.js";
import { depthFloor } from "../../../src/position/depth-floor.js";
import { depthForPlan } from "../../../src/position/depth-for-plan.js";
import { negotiateDepth, renegotiateDepth } from "../../../src/position/negotiate-depth.js";
import { proposeDepthFor } from "../../../src/position/propose-depth.js";
import { readRequest } from "../../../src/position/read-request.js";

/** The rule alone, without what the model adds to its base. */
const byRule = (request: string, ...operations: StlOperation[]) =>
  proposeDepthFor(readRequest(request, {}), operations, null);

describe("a depth proposal", () => {
  it(`${verifies("POS-DEP-01")}begins with the characteristic depth and the number of operations`, () => {
    expect(byRule("x", "RETRIEVE").depth).toBe("D1");
    expect(byRule("x", "GENERATE").depth).toBe("D2");
    expect(byRule("x", "COMPARE").depth).toBe("D3");
    expect(byRule("x", "RETRIEVE", "TRANSFORM").depth).toBe("D2");
    expect(byRule("x", "RETRIEVE", "TRANSFORM", "CLARIFY").depth).toBe("D3");
  });

  it(`${verifies("POS-DEP-01")}rises for three or more subjects`, () => {
    expect(byRule("Compare Rust and Zig", "COMPARE").depth).toBe("D3");
    const { depth, signals } = byRule("Compare Rust, Zig and Nim", "COMPARE");
    expect(depth).toBe("D4");
    expect(signals.breadth?.evidence.map((evidence) => evidence.text)).toEqual(["Rust", "Zig", "Nim"]);
  });

  it(`${verifies("POS-DEP-01")}sinks where "just" limits scope beside a negated act, but not below D1`, () => {
    expect(byRule("Do not rewrite it, just explain the error", "ANALYSE").depth).toBe("D2");
    expect(byRule("Just explain the error", "ANALYSE").depth).toBe("D3");
    expect(byRule("Don't compare the plans, only list them", "RETRIEVE").depth).toBe("D1");
  });

  it(`${verifies("POS-DEP-01")}follows explicit cues, the deep one before the shallow, and adds for stakes up to D5`, () => {
    expect(byRule("Briefly explain the error", "ANALYSE").depth).toBe("D1");
    expect(byRule("Thoroughly explain the error", "RETRIEVE").depth).toBe("D4");
    expect(byRule("Explain the error exhaustively", "RETRIEVE").depth).toBe("D5");
    expect(byRule("Briefly but thoroughly explain the error", "RETRIEVE").depth).toBe("D4");
    expect(byRule("Explain the error in the contract", "ANALYSE").depth).toBe("D4");
    expect(byRule("Briefly explain the lawsuit", "ANALYSE").depth).toBe("D2");
    expect(byRule("Explain the lawsuit exhaustively", "ANALYSE").depth).toBe("D5");
  });

  it.each([
    "Write a short story",
    "Implement quick sort",
    "Analyse the justice system",
    "Adjust the colours",
    "Explain commonly used terms",
    "Explain deepfake videos",
    "Explain deep learning",
    "Escribe una breve historia",
    "Write a comprehensive list of names",
    'Translate "briefly and thoroughly"',
    "Only list the names",
  ])(`${verifies("POS-DEP-02")}takes no depth cue from: %s`, (request) => {
    const { signals } = byRule(request, "GENERATE");
    expect(signals.explicit).toBeUndefined();
    expect(signals.scope).toBeUndefined();
  });

  it(`${verifies("POS-DEP-02")}takes a deep adjective before the name of an examination`, () => {
    expect(byRule("Do a comprehensive review of the names", "VERIFY").signals.explicit?.value).toBe("D4");
  });

  it.each([
    ["legal", "Explain the clause for the court"],
    ["clinical", "Check the dosage"],
    ["financial", "Explain the signs of fraud"],
    ["safety", "List the hazards of the reactor"],
    ["production", "Write a script for the production database"],
  ])(`${verifies("POS-DEP-02")}knows %s stakes`, (_, request) => {
    expect(byRule(request, "RETRIEVE").signals.stakes?.value).toBe(1);
  });

  it(`${verifies("POS-DEP-03")}says why, with the words and their places`, () => {
    const request = "Thoroughly check the contract";
    const [depth, metadata] = negotiateDepth(request, ["VERIFY"]);
    expect(depth).toBe("D5");
    expect(metadata).toMatchObject({ renegotiated: false, renegotiationCount: 0, reason: "initial-proposal" });
    for (const signal of [metadata.signals?.explicit, metadata.signals?.stakes]) {
      for (const { text, span } of signal?.evidence ?? []) expect(request.slice(...span)).toBe(text);
    }
    expect(metadata.signals?.explicit?.value).toBe("D4");
    depthMetadataSchema().parse(metadata);
  });

  it(`${verifies("POS-DEP-03")}changes nothing after two renegotiations`, () => {
    const [depth, metadata] = negotiateDepth("Thoroughly check the contract", ["VERIFY"], {
      currentDepth: "D2",
      renegotiationCount: 2,
    });
    expect(depth).toBe("D2");
    expect(metadata).toEqual({ renegotiated: false, renegotiationCount: 2, reason: "max-renegotiations-reached" });
    const [deeper, changed] = negotiateDepth("Thoroughly check the contract", ["VERIFY"], {
      currentDepth: "D2",
      renegotiationCount: 1,
    });
    expect(deeper).toBe("D5");
    expect(changed).toMatchObject({
      renegotiated: true,
      renegotiationCount: 2,
      reason: "renegotiation",
      direction: "deepen",
    });
  });

  it(`${verifies("POS-DEP-04")}holds the stated steps, whatever was proposed`, () => {
    for (let steps = 1; steps <= 30; steps += 1) {
      const depth = depthForPlan("D1", steps);
      const holds = DEPTH_LEVELS.filter((level) => DEPTH_BUDGETS[level].operations >= steps);
      expect(depth).toBe(holds[0] ?? "D5");
    }
    expect(depthForPlan("D4", 2)).toBe("D4");
  });
});

describe("renegotiation", () => {
  it(`${verifies("POS-DEP-05")}moves one level for its reasons`, () => {
    for (const reason of ["unresolved-complexity", "contradiction-found", "goal-divergence"]) {
      expect(renegotiateDepth("D2", reason)).toEqual([
        "D3",
        { renegotiated: true, renegotiationCount: 1, reason: "renegotiation", direction: "deepen" },
      ]);
    }
    for (const reason of ["high-confidence-fast", "simpler-than-expected"]) {
      expect(renegotiateDepth("D2", reason, { renegotiationCount: 1 })).toEqual([
        "D1",
        { renegotiated: true, renegotiationCount: 2, reason: "renegotiation", direction: "shallow" },
      ]);
    }
  });

  it(`${verifies("POS-DEP-05")}stays at the ends, after two, and for other reasons`, () => {
    expect(renegotiateDepth("D1", "high-confidence-fast")[1].reason).toBe("saturated");
    expect(renegotiateDepth("D5", "goal-divergence")).toEqual([
      "D5",
      { renegotiated: false, renegotiationCount: 0, reason: "saturated" },
    ]);
    const [depth, metadata] = renegotiateDepth("D3", "a whim");
    expect([depth, metadata.renegotiated]).toEqual(["D3", false]);
  });

  it(`${verifies("POS-DEP-07", "POS-DEP-05")}happens at most twice`, () => {
    expect(renegotiateDepth("D3", "goal-divergence", { renegotiationCount: 2 })).toEqual([
      "D3",
      { renegotiated: false, renegotiationCount: 2, reason: "capped" },
    ]);
  });

  it(`${verifies("POS-DEP-06")}never goes below a deep cue, the floor of stakes, or the steps that remain`, () => {
    const metadataOf = (request: string) => negotiateDepth(request, ["GENERATE"])[1];
    expect(depthFloor("Write a poem", metadataOf("Write a poem"), 1)).toBe("D1");
    expect(depthFloor("Write a poem", metadataOf("Write a poem"), 4)).toBe("D3");
    expect(depthFloor("x", metadataOf("Write a poem about the lawsuit"), 1)).toBe("D2");
    expect(depthFloor("x", metadataOf("Thoroughly check the sums"), 1)).toBe("D4");
    const bare: DepthMetadata = { renegotiated: false, renegotiationCount: 0, reason: "initial-proposal" };
    expect(depthFloor("Check the sums exhaustively", bare, 1)).toBe("D5");
  });
});
