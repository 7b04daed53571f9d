import { expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { guardPromptBudget } from "../../src/budget/guard-prompt-budget.js";
import { MODEL_CALL_PURPOSES } from "../../src/contract/model.js";
import { buildGoalCompass } from "../../src/position/build-compass.js";
import { parseSections } from "../../src/position/parse-sections.js";
import { buildStepFrame, type FrameObservation } from "../../src/position/step-frame.js";

/** Four characters a token, as the report states its sizes. */
const tokens = (text: string) => Math.ceil(text.length / 4);

it(`${verifies("POS-BUD-08", "POS-BUD-02")}B004: three results of 30k tokens in a window of 64k: every call of every purpose is guarded`, () => {
  const request = "Look up the three reports and compare what they say about ridership.";
  const step = {
    id: "s1",
    operation: "COMPARE" as const,
    assignment: request,
    dependsOn: [],
    deliverable: true,
    implied: false,
    evidence: [],
  };
  const observations: FrameObservation[] = [];
  let trimmed = 0;
  for (let call = 1; call <= 3; call += 1) {
    observations.push({
      callId: `c${call}`,
      capabilityId: "read_report",
      argumentsText: `{"n":${call}}`,
      outcome: "ok",
      summary: Array.from({ length: 1500 }, (_, at) => `report ${call}, row ${at}: ${"riders ".repeat(9)}`).join("\n"),
    });
    expect(tokens(observations[call - 1]?.summary ?? "")).toBeGreaterThan(30_000);
    for (const purpose of MODEL_CALL_PURPOSES) {
      const frame = buildStepFrame({
        step,
        stepIndex: 0,
        stepCount: 1,
        plan: [step],
        request,
        depth: "D3",
        goalCompass: buildGoalCompass("COMPARE", request),
        windowTokens: 64_000,
        stateSlice: "",
        facts: [],
        derived: [],
        observations,
        successTest: "Every report appears.",
        form: { kind: "prose" },
        ...(purpose === "reask" || purpose === "revise" ? { feedback: ["The last reply was cut."] } : {}),
      });
      const guarded = guardPromptBudget(frame.toSections(), {
        contextWindow: 64_000,
        requestedMaxTokens: 4096,
        minOutputTokens: 4096,
        countTokensFn: tokens,
      });
      expect(guarded.inputTokens).toBe(tokens(guarded.prompt));
      expect(guarded.inputTokens + guarded.maxOutputTokens + 256).toBeLessThanOrEqual(64_000);
      const names = parseSections(guarded.prompt).map(({ name }) => name);
      expect(names).toContain("assignment");
      expect(names.includes("feedback")).toBe(purpose === "reask" || purpose === "revise");
      trimmed += guarded.trims.length;
      // Whole observations go, the oldest first: a result without its call never stands in the prompt.
      const left = parseSections(guarded.prompt).find(({ name }) => name === "observations")?.text ?? "";
      const shown = [1, 2, 3].filter((n) => left.includes(`[call:c${n} `));
      expect(shown).toEqual([call]);
      expect(left).toContain(`report ${call}, row 0:`);
      expect(left).toContain(`report ${call}, row 1499:`);
    }
  }
  expect(trimmed).toBeGreaterThan(0);
});
