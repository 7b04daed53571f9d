import type { Verdict, VerdictCheck } from "../contract/verdict.js";
import { scoreChecks } from "./score-checks.js";

/**
 * Whether one output of a step was found at least as good as another, both scored on the same checks: those that decided
 * about both (POS-VER-03). Scores of two verdicts do not compare by themselves, since an output that says too little for
 * most checks would win by passing the few that are left. A check that failed one and does not concern the other counts,
 * too: that fault is gone. Of equals, the one about which more was decided is the better.
 */
export function isAtLeastAsGood(verdict: Verdict, other: Verdict): boolean {
  const score = comparableScore(verdict, other);
  const opposite = comparableScore(other, verdict);
  return score === opposite ? decidedCount(verdict) >= decidedCount(other) : score > opposite;
}

function comparableScore({ checks }: Verdict, other: Verdict): number {
  const opposites = new Map(other.checks.map(({ id, outcome }) => [id, outcome]));
  const comparable = checks.filter(({ id, outcome }) => {
    const opposite = opposites.get(id);
    return opposite === undefined ? outcome === "fail" : opposite !== "unknown";
  });
  return scoreChecks(comparable).score;
}

function decidedCount({ checks }: { readonly checks: readonly VerdictCheck[] }): number {
  return checks.filter(({ outcome }) => outcome !== "unknown").length;
}
