import type { Verdict, VerdictCheck } from "../contract/verdict.js";

/** The deterministic verdict over checks: passed ÷ decided weight, 0.5 where nothing was decidable (POS-VER-02). */
export function scoreChecks(checks: readonly VerdictCheck[]): Verdict {
  let passed = 0;
  let decided = 0;
  for (const check of checks) {
    if (check.outcome === "unknown") continue;
    decided += check.weight;
    if (check.outcome === "pass") passed += check.weight;
  }
  // POS-VER-02
  if (decided === 0) return { score: 0.5, checked: false, checks: [...checks], by: "deterministic" };
  return { score: passed / decided, checked: true, checks: [...checks], by: "deterministic" };
}
