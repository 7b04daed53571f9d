import type { Verdict, VerdictCheck } from "../contract/verdict.js";
import { COMMON_CHECKS, OPERATION_CHECKS } from "./check-table.js";
import { notEmptyCheck } from "./checks/not-empty.js";
import { Evidence } from "./evidence.js";
import type { OutputCheck } from "./output-check.js";
import { scoreChecks } from "./score-checks.js";
import type { VerificationInput } from "./verification-input.js";

/**
 * Checks one output deterministically (POS-VER-01, POS-VER-02). Pure, and linear in the size of output and sources.
 * What a check cannot decide is `unknown` and does not count.
 */
export function verifyOutput(input: VerificationInput): Verdict {
  const evidence = new Evidence(input);
  const checks: VerdictCheck[] = [];
  if (evidence.empty) {
    run(notEmptyCheck, evidence, checks);
    return scoreChecks(checks);
  }
  // POS-VER-05: the common checks, then those of the operation.
  for (const check of COMMON_CHECKS) run(check, evidence, checks);
  for (const check of OPERATION_CHECKS[input.operation]) run(check, evidence, checks);
  return scoreChecks(checks);
}

function run(check: OutputCheck, evidence: Evidence, found: VerdictCheck[]): void {
  const finding = check.examine(evidence);
  if (finding === null) return;
  const { outcome, detail, span } = finding;
  // POS-VER-02: a check weighs what its outcome is worth; one that is open weighs what its failure would be.
  const weight = outcome === "pass" ? check.weight.pass : check.weight.fail;
  found.push(
    span === undefined
      ? { id: check.id, outcome, weight, detail }
      : { id: check.id, outcome, weight, detail, span: [span[0], span[1]] },
  );
}
