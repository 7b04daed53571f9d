import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { STL_OPERATIONS } from "../../src/contract/operation.js";
import { CHECK_OUTCOMES, verdictSchema } from "../../src/contract/verdict.js";
import { COMMON_CHECKS, OPERATION_CHECKS } from "../../src/verify/check-table.js";
import { scoreChecks } from "../../src/verify/score-checks.js";
import { PROSE, verdictOn } from "./verify-case.js";

const check = fc.record({
  id: fc.constantFrom("a", "b", "c"),
  outcome: fc.constantFrom(...CHECK_OUTCOMES),
  weight: fc.integer({ min: 1, max: 9 }),
  detail: fc.constant("d"),
});

describe("score", () => {
  it(`${verifies("POS-VER-02")}is passed ÷ decided weight, and 0.5 unchecked where nothing is decided`, () => {
    fc.assert(
      fc.property(fc.array(check), (checks) => {
        const weigh = (outcome: string) =>
          checks.filter((one) => one.outcome === outcome).reduce((sum, one) => sum + one.weight, 0);
        const decided = weigh("pass") + weigh("fail");
        const verdict = scoreChecks(checks);
        expect(verdict.score).toBe(decided === 0 ? 0.5 : weigh("pass") / decided);
        expect(verdict.checked).toBe(decided > 0);
        expect(verdict.checks).toEqual(checks);
      }),
    );
    expect(scoreChecks([])).toEqual({ score: 0.5, checked: false, checks: [], by: "deterministic" });
  });

  it(
    verifies("POS-VER-02", "POS-VER-04") +
      "every check reports its own weight; an open one that of its failure, for a judge",
    () => {
      for (const operation of STL_OPERATIONS) {
        const table = new Map([...COMMON_CHECKS, ...OPERATION_CHECKS[operation]].map((one) => [one.id, one]));
        const verdict = verdictOn(
          operation,
          "Compare A and B: list two points in 5 words.",
          "It is so, and that is that, as ever.",
        );
        for (const { id, outcome, weight } of verdict.checks) {
          expect(weight).toBe(outcome === "pass" ? table.get(id)?.weight.pass : table.get(id)?.weight.fail);
        }
      }
    },
  );

  it(
    verifies("POS-VER-02", "POS-VER-03") +
      "one serious fault alone is enough for a revision, whatever passes beside it",
    () => {
      for (const operation of STL_OPERATIONS) {
        const passes = [...COMMON_CHECKS, ...OPERATION_CHECKS[operation]];
        for (const faulty of passes.filter(({ weight }) => weight.fail > 1)) {
          const checks = passes.map((one) => ({
            id: one.id,
            outcome: one === faulty ? ("fail" as const) : ("pass" as const),
            weight: one === faulty ? one.weight.fail : one.weight.pass,
            detail: "d",
          }));
          // Not all checks ever apply at once; with the eleven that may, the score stays below the threshold.
          const applying = checks.filter(({ outcome }, at) => outcome === "fail" || at < 11);
          expect(scoreChecks(applying).score).toBeLessThan(0.75);
        }
      }
    },
  );

  it(`${verifies("POS-VER-02")}verdicts are pure, bounded, and their spans lie in the output, for any text`, () => {
    const texts = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            "1. ",
            "- ",
            "a",
            "Berlin",
            "12",
            "?",
            "\n",
            "```",
            "| a |",
            "---",
            "{",
            '"',
            "<a>",
            ":",
            " not ",
            "东京",
            "=== FACTS ===",
            "不",
          ),
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.constantFrom(...STL_OPERATIONS), texts, texts, texts, (operation, request, output, source) => {
        for (const kind of ["prose", "json", "csv", "table", "list", "xml", "yaml", "code"] as const) {
          const extras = {
            form: kind === "prose" ? PROSE : { kind },
            facts: [{ factId: "f1", statement: source, provenance: "CKF", provenanceRef: "r" } as const],
            derived: [{ stepId: "s1", text: source }],
          };
          const verdict = verdictOn(operation, request, output, extras);
          expect(verdictSchema().parse(verdict)).toEqual(verdict);
          expect(verdictOn(operation, request, output, extras)).toEqual(verdict);
          expect(verdict.score).toBeGreaterThanOrEqual(0);
          expect(verdict.score).toBeLessThanOrEqual(1);
          for (const { span, detail } of verdict.checks) {
            expect(detail).not.toBe("");
            if (span === undefined) continue;
            expect(span[0]).toBeGreaterThanOrEqual(0);
            expect(span[1]).toBeGreaterThanOrEqual(span[0]);
            expect(span[1]).toBeLessThanOrEqual(output.length);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
