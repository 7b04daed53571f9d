import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { estimateTokens } from "../../src/contract/estimate-tokens.js";
import type { CognitiveStateData } from "../../src/contract/state.js";
import { clipText } from "../../src/state/clip-text.js";
import { CognitiveStateObject } from "../../src/state/cognitive-state-object.js";
import { fold } from "../../src/state/fold.js";
import { initialState } from "../../src/state/initial-state.js";
import { preservationScore } from "../../src/state/preservation.js";

import { EventWriter } from "./run-events.js";

const options = { csoId: "c", createdAt: "2026-12-01T09:00:00.000Z", objective: "x", mode: "AGENTIC" } as const;
const size = (state: CognitiveStateData) => JSON.stringify(CognitiveStateObject.fromData(state)).length;

describe("the size of a state", () => {
  it(`${verifies("POS-CSO-09")}300 turns with 1 MB results stay under 1 MB, and every fact is still there`, () => {
    const raw = Buffer.alloc(1_000_000, "r").toString();
    let state: CognitiveStateData = initialState(options);
    const first = state;
    let previous = state;
    for (let turn = 1; turn <= 300; turn += 1) {
      if (turn > 1) state = initialState({ ...options, csoId: `c_${turn}`, prior: state });
      const writer = new EventWriter(`r_${turn}`).start(`Turn ${turn}: ${"why ".repeat(40)}`, turn, "0".repeat(64));
      writer.plan("RETRIEVE", "ANALYSE");
      for (const at of [1, 2, 3]) {
        writer.decision(`d_${turn}_${at}`, { rationale: raw, alternatives: ["search", "read"] });
      }
      // A run that puts the whole result where a summary belongs.
      writer.observation(`c_${turn}`, "s1", { factId: `f_obs_${turn}`, summary: raw, bytes: raw.length });
      writer.fact(`f_obs_${turn}`, { provenance: "TOOL", provenanceRef: `call:c_${turn}`, statement: raw });
      writer.step("s1", "RETRIEVE", { factIds: [`f_obs_${turn}`, `f_obs_${turn - 1}`, `f_${turn - 1}`] });
      writer.fact(`f_${turn}`, { provenance: "DERIVED", provenanceRef: "step:s1", statement: raw });
      writer.step("s2", "ANALYSE", { factIds: [`f_${turn}`] });
      state = writer.events.reduce(fold, state);
      expect(preservationScore(previous, state)).toBe(1);
      previous = state;
    }
    expect(state.establishedFacts).toHaveLength(600);
    expect(state.windowNumber).toBe(300);
    expect(size(state)).toBeLessThan(1_000_000);
    expect(JSON.stringify(state)).not.toContain("r".repeat(3000));
    expect(size(first)).toBeLessThan(1000);
  });

  it(`${verifies("POS-CSO-09")}raw results never enter it, wherever an event carries them`, () => {
    const raw = "ü".repeat(500_000);
    const writer = new EventWriter().start(raw).plan("RETRIEVE");
    const planned = writer.events.at(-1);
    if (planned?.kind === "intent_classified") planned.data.steps[0]!.assignment = raw;
    writer
      .observation("c_1", "s1", { summary: raw })
      .fact("f_1", { provenance: "TOOL", statement: raw })
      .fact("f_2", { provenance: "CKF", statement: raw })
      .decision("d_1", { choice: raw, rationale: raw })
      .emit("clarification_requested", {
        requestId: "clar_000000000001",
        question: raw,
        operationType: "CLARIFY",
        reason: "missing_information",
        options: [],
        context: raw,
      });
    expect(size(writer.events.reduce(fold, initialState(options)))).toBeLessThan(20_000);
  });

  it(`${verifies("POS-CSO-09")}a text is cut within its tokens, between characters, and short ones not at all`, () => {
    for (const text of ["abc", "ü".repeat(64), "世".repeat(42), "🙂".repeat(32), ""])
      expect(clipText(text, 32)).toBe(text);
    for (const text of ["a".repeat(129), "ü".repeat(65), "世".repeat(43), "🙂".repeat(33), `a${"🙂".repeat(40)}`]) {
      const cut = clipText(text, 32);
      expect(estimateTokens(cut)).toBeLessThanOrEqual(32);
      expect(estimateTokens(cut)).toBeGreaterThan(30);
      expect(cut.endsWith("…")).toBe(true);
      expect(text.startsWith(cut.slice(0, -1))).toBe(true);
      expect(cut.isWellFormed?.() ?? true).toBe(true);
    }
  });
});
