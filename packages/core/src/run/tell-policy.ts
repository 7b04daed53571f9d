import { sha256Digest } from "../contract/digest.js";
import type { OperationState } from "../contract/event.js";
import type { PolicyDecision } from "../contract/policy.js";
import { combineDecisions } from "../policy/combine-decisions.js";
import { haltFrame } from "../policy/halt-frame.js";
import { Halt } from "./halt.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** Tells one decision as an event. `subject` is the call, capability, operation or transition it is about. */
export function tellDecision(
  run: Run,
  lane: number,
  record: StepRecord | null,
  subject: string,
  decision: PolicyDecision,
): void {
  if (record !== null) record.measures.decided++;
  emit(run, lane, "policy_decided", {
    point: decision.point,
    stepId: record?.step.id ?? "run",
    subject,
    verdict: decision.verdict,
    reasons: [...decision.reasons],
    // STRATA-POL-07: whose rule decided, and why it held.
    ...(decision.rule === undefined ? {} : { rule: decision.rule }),
    ...(decision.proof === undefined ? {} : { proof: decision.proof }),
  });
}

/** Where a halt happens and what it prevents. */
export interface HaltPlace {
  readonly haltPoint: OperationState;
  readonly subject: string;
  readonly capabilityId?: string;
}

/** Halts before `haltPoint` is reached; the frame is kept in the state and never shown to a model (POS-POL-04). */
export function haltBefore(
  run: Run,
  lane: number,
  record: StepRecord | null,
  place: HaltPlace,
  decision: PolicyDecision,
): never {
  const violation = decision.reasons[0] ?? "policy";
  const stepId = record?.step.id ?? "run";
  const frame = haltFrame({
    frameId: sha256Digest(`${run.runId}/${stepId}/${violation}/${record?.callHistory.length ?? 0}`).slice(7, 23),
    haltPoint: place.haltPoint,
    violation,
    ...(record === null ? {} : { operationType: record.step.operation }),
    ...(place.capabilityId === undefined ? {} : { capabilityId: place.capabilityId }),
    ...(decision.blockedParameter === undefined ? {} : { blockedParameter: decision.blockedParameter }),
    ...(decision.rule === undefined ? {} : { policyRule: decision.rule }),
    sessionId: run.sessionId,
  });
  emit(run, lane, "policy_decided", {
    point: decision.point,
    stepId,
    subject: place.subject,
    verdict: "halt",
    reasons: [...decision.reasons],
    ...(decision.rule === undefined ? {} : { rule: decision.rule }),
    ...(decision.proof === undefined ? {} : { proof: decision.proof }),
    halt: frame,
  });
  throw new Halt(violation, { frame });
}

/** Halts where any of the verdicts is a halt: it is stronger than everything else (STRATA-POL-02). */
export function haltIfSaid(
  run: Run,
  lane: number,
  record: StepRecord | null,
  place: HaltPlace,
  verdicts: readonly PolicyDecision[],
): void {
  const halts = verdicts.filter(({ verdict }) => verdict === "halt");
  const [first] = halts;
  // STRATA-POL-01: a halt is read at every point.
  if (first !== undefined) haltBefore(run, lane, record, place, combineDecisions(first.point, halts));
}
