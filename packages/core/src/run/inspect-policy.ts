import type { CapabilityDescriptor, CapabilitySelection } from "../contract/capability.js";
import { sha256Digest } from "../contract/digest.js";
import type { OperationState } from "../contract/event.js";
import type { InspectionPoint, PolicyDecision } from "../contract/policy.js";
import { combineDecisions } from "../policy/combine-decisions.js";
import { deriveLabels } from "../policy/derive-labels.js";
import { deriveTargets } from "../policy/derive-targets.js";
import { haltFrame } from "../policy/halt-frame.js";
import { inspectArguments } from "../policy/inspect-arguments.js";
import { needsApproval } from "../policy/needs-approval.js";
import { Halt } from "./halt.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** What the policy says of one call with its arguments. */
export interface CallInspection {
  readonly verdict: "allow" | "deny" | "require_approval";
  /** Sorted. */
  readonly reasons: readonly string[];
  /** Where the call's data goes, where that can be told. */
  readonly target: string | null;
}

/** `frame`: before the model sees the offers. Rejections of the declarative rules were made by the selection itself. */
export async function inspectFrame(
  run: Run,
  lane: number,
  record: StepRecord,
  selection: CapabilitySelection,
): Promise<CapabilitySelection> {
  void run;
  void lane;
  void record;
  return selection;
}

/**
 * `selection` and `arguments`: before TOOL_SELECTED. A denial refuses the call and is told to the model; a blocked
 * parameter, and a call that needs a person where nobody can be asked, halt the run before anything happens (POS-POL-04).
 */
export async function inspectCall(
  run: Run,
  lane: number,
  record: StepRecord,
  descriptor: CapabilityDescriptor,
  args: Readonly<Record<string, unknown>>,
  callId: string,
): Promise<CallInspection> {
  const { capabilityId } = descriptor;
  const halt = (violation: string, blockedParameter?: string): never => {
    const decision: PolicyDecision = {
      point: "arguments",
      verdict: "halt",
      reasons: [violation],
      ...(blockedParameter === undefined ? {} : { blockedParameter }),
    };
    return stop(run, lane, record, "TOOL_SELECTED", capabilityId, decision);
  };
  const rejected = run.policy.rejectReason(descriptor);
  const blocked = inspectArguments(args, run.policy.data);
  if (blocked !== null) halt(`blocked-parameter:${blocked.name}`, blocked.name);
  const targets = deriveTargets(descriptor, args);
  const invocation = run.policy.evaluateInvocation({
    capabilityId,
    target: targets,
    dataLabels: deriveLabels(descriptor, args, run.labelledFacts),
    irreversible: descriptor.metadata?.irreversible ?? false,
    safetyClass: descriptor.costProfile.safetyClass,
  });
  const decisions: PolicyDecision[] = [];
  if (rejected !== null) decisions.push({ point: "selection", verdict: "deny", reasons: [rejected] });
  if (invocation.verdict !== "allow") {
    decisions.push({ point: "arguments", verdict: invocation.verdict, reasons: invocation.reasons });
  }
  const oversight = needsApproval(descriptor, run.policy.data, run.settings.oversight);
  if (oversight !== null) decisions.push({ point: "arguments", verdict: "require_approval", reasons: [oversight] });
  const decision = combineDecisions("arguments", decisions);
  if (decisions.length > 0) tell(run, lane, record, callId, decision);
  // POS-POL-07: a call that needs a person where there is none stops the run before it happens.
  if (decision.verdict === "require_approval" && !run.asksInline && !run.canWait) {
    halt(
      decision.reasons.find((reason) => reason.startsWith("requires_oversight:")) ??
        decision.reasons[0] ??
        "requires_oversight",
    );
  }
  return {
    verdict: decision.verdict === "deny" || decision.verdict === "require_approval" ? decision.verdict : "allow",
    reasons: decision.reasons,
    target: targets.length === 0 ? null : targets.join(", "),
  };
}

/** `transition`: before the lifecycle goes on. */
export async function inspectTransition(
  run: Run,
  lane: number,
  record: StepRecord | null,
  to: OperationState,
): Promise<void> {
  void run;
  void lane;
  void record;
  void to;
}

function tell(run: Run, lane: number, record: StepRecord, subject: string, decision: PolicyDecision): void {
  record.measures.decided++;
  emit(run, lane, "policy_decided", {
    point: decision.point as InspectionPoint,
    stepId: record.step.id,
    subject,
    verdict: decision.verdict,
    reasons: [...decision.reasons],
    ...(decision.rule === undefined ? {} : { rule: decision.rule }),
    ...(decision.proof === undefined ? {} : { proof: decision.proof }),
  });
}

/** Halts before `haltPoint` is reached; the frame is kept in the state and never shown to a model (POS-POL-04). */
function stop(
  run: Run,
  lane: number,
  record: StepRecord,
  haltPoint: OperationState,
  capabilityId: string,
  decision: PolicyDecision,
): never {
  const violation = decision.reasons[0] ?? "policy";
  const frame = haltFrame({
    frameId: sha256Digest(`${run.runId}/${record.step.id}/${violation}/${record.callHistory.length}`).slice(7, 23),
    haltPoint,
    violation,
    operationType: record.step.operation,
    capabilityId,
    ...(decision.blockedParameter === undefined ? {} : { blockedParameter: decision.blockedParameter }),
    ...(decision.rule === undefined ? {} : { policyRule: decision.rule }),
    sessionId: run.sessionId,
  });
  emit(run, lane, "policy_decided", {
    point: decision.point,
    stepId: record.step.id,
    subject: capabilityId,
    verdict: "halt",
    reasons: [...decision.reasons],
    halt: frame,
  });
  throw new Halt(violation, { frame });
}
