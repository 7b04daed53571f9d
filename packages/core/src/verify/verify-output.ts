import type { Verdict, VerdictCheck } from "../contract/verdict.js";
import { endedCheck } from "./checks/ended.js";
import { notEmptyCheck } from "./checks/not-empty.js";
import { scoreChecks } from "./score-checks.js";
import type { VerificationInput } from "./verification-input.js";

type Check = (input: VerificationInput) => VerdictCheck | null;

/** Checks of every output; null where a check has nothing to say of this one. */
const COMMON: readonly Check[] = [notEmptyCheck, endedCheck];

/** Checks one output deterministically (POS-VER-01 … -03). Pure and linear in the size of the output. */
export function verifyOutput(input: VerificationInput): Verdict {
  const checks: VerdictCheck[] = [];
  for (const check of COMMON) {
    const found = check(input);
    if (found !== null) checks.push(found);
  }
  return scoreChecks(checks);
}
