import type { RequestedForm } from "../../src/contract/frame.js";
import type { StlOperation } from "../../src/contract/operation.js";
import type { Verdict, VerdictCheck } from "../../src/contract/verdict.js";
import type { VerificationInput } from "../../src/verify/verification-input.js";
import { verifyOutput } from "../../src/verify/verify-output.js";

export type CaseExtras = Partial<Omit<VerificationInput, "operation" | "request" | "output">>;

/** The verdict on one output of an answering step; what a case does not name is absent. */
export function verdictOn(operation: StlOperation, request: string, output: string, extras: CaseExtras = {}): Verdict {
  return verifyOutput({
    operation,
    assignment: request,
    request,
    output,
    form: PROSE,
    deliverable: true,
    facts: [],
    observations: [],
    derived: [],
    language: "en",
    ...extras,
  });
}

/** What one check says; undefined where it does not apply. */
export function checkOn(
  id: string,
  operation: StlOperation,
  request: string,
  output: string,
  extras: CaseExtras = {},
): VerdictCheck | undefined {
  return verdictOn(operation, request, output, extras).checks.find((check) => check.id === id);
}

export const PROSE: RequestedForm = { kind: "prose" };

export const fact = (factId: string, statement: string) =>
  ({ factId, statement, provenance: "CKF", provenanceRef: "notes" }) as const;
