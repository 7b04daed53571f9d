import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { CheckOutcome, Verdict } from "../../src/contract/verdict.js";
import { isAtLeastAsGood } from "../../src/verify/is-at-least-as-good.js";
import { scoreChecks } from "../../src/verify/score-checks.js";

/** `p`, `f`, `u` per check a, b, c …; each weighs 1 unless `weights` says otherwise. */
function verdict(outcomes: string, weights: readonly number[] = []): Verdict {
  const words: Readonly<Record<string, CheckOutcome>> = { p: "pass", f: "fail", u: "unknown" };
  return scoreChecks(
    [...outcomes].flatMap((letter, at) => {
      const outcome = words[letter];
      return outcome === undefined
        ? []
        : [{ id: String.fromCharCode(97 + at), outcome, weight: weights[at] ?? 1, detail: "" }];
    }),
  );
}

/** True where the first wins whichever of the two came first. */
const wins = (first: Verdict, second: Verdict) => isAtLeastAsGood(first, second) && !isAtLeastAsGood(second, first);

describe("the better of two attempts", () => {
  it(`${verifies("POS-VER-03")}is not the one about which less was decided`, () => {
    const checked = verdict("pppf");
    const barely = verdict("puuu");
    expect(barely.score).toBeGreaterThan(checked.score);
    expect(wins(checked, barely)).toBe(true);
    expect(wins(verdict("pppf", [1, 1, 1, 4]), verdict("pppu", [1, 1, 1, 4]))).toBe(true);
  });

  it(`${verifies("POS-VER-03")}is the one about which less was decided where it does better in what decided about both`, () => {
    expect(wins(verdict("ppuu"), verdict("pfpp"))).toBe(true);
    expect(wins(verdict("puuu"), verdict("fppp"))).toBe(true);
  });

  it(`${verifies("POS-VER-03")}is the one that a failed check concerns no more`, () => {
    expect(wins(verdict("pp-"), verdict("ppf"))).toBe(true);
    expect(wins(verdict("ppp"), verdict("pp-"))).toBe(true);
  });

  it(`${verifies("POS-VER-03")}is the better score where the same checks decided, by their weight`, () => {
    expect(wins(verdict("ppf"), verdict("pff"))).toBe(true);
    expect(wins(verdict("pf", [3, 1]), verdict("fp", [3, 1]))).toBe(true);
    expect(wins(verdict("pf", [1, 3]), verdict("fp", [1, 3]))).toBe(false);
    expect(isAtLeastAsGood(verdict("pf"), verdict("pf"))).toBe(true);
  });

  it(`${verifies("POS-VER-03")}is never an empty one beside one that says something`, () => {
    expect(wins(verdict("pffff", [1, 4, 4, 4, 4]), verdict("f----"))).toBe(true);
    expect(isAtLeastAsGood(verdict("f----"), verdict("f----"))).toBe(true);
  });
});
