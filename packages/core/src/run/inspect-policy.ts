import type { CapabilityDescriptor } from "../contract/capability.js";
import type { OperationState } from "../contract/event.js";
import type { PolicyDecision } from "../contract/policy.js";
import { combineDecisions } from "../policy/combine-decisions.js";
import { deriveLabels } from "../policy/derive-labels.js";
import { deriveTargets } from "../policy/derive-targets.js";
import { inspectArguments } from "../policy/inspect-arguments.js";
import { needsApproval } from "../policy/needs-approval.js";
import type { PolicyCall } from "../policy/strata-policy/policy-situation.js";
import { askPrograms } from "./ask-programs.js";
import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";
import { haltBefore, haltIfSaid, tellDecision } from "./tell-policy.js";

/** What the policy says of one call with its arguments. */
export interface CallInspection {
  readonly verdict: "allow" | "deny" | "require_approval";
  /** Sorted. */
  readonly reasons: readonly string[];
  /** Where the call's data goes, where that can be told. */
  readonly target: string | null;
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
  const halt = (violation: string, rest: Partial<PolicyDecision> = {}): never =>
    haltBefore(run, lane, record, callPlace(descriptor), {
      ...rest,
      point: "arguments",
      verdict: "halt",
      reasons: [violation],
    });
  const rejected = run.policy.rejectReason(descriptor);
  const blocked = inspectArguments(args, run.policy.data);
  if (blocked !== null) halt(`blocked-parameter:${blocked.name}`, { blockedParameter: blocked.name });
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
  if (decisions.length > 0) tellDecision(run, lane, record, callId, combineDecisions("arguments", decisions));
  decisions.push(...(await askAboutCall(run, lane, record, descriptor, args, callId)));
  const decision = combineDecisions("arguments", decisions);
  // POS-POL-07: a call that needs a person where there is none stops the run before it happens.
  if (decision.verdict === "require_approval" && !run.asksInline && !run.canWait) {
    const violation =
      decision.reasons.find((reason) => reason.startsWith("requires_oversight:")) ??
      decision.reasons[0] ??
      "requires_oversight";
    const { rule, proof } = decisions.find(({ reasons }) => reasons.includes(violation)) ?? decision;
    halt(violation, { ...(rule === undefined ? {} : { rule }), ...(proof === undefined ? {} : { proof }) });
  }
  return {
    verdict: decision.verdict === "deny" || decision.verdict === "require_approval" ? decision.verdict : "allow",
    reasons: decision.reasons,
    target: targets.length === 0 ? null : targets.join(", "),
  };
}

/**
 * The policies' word on a call a person has just approved. An approval meets `require_approval` and lifts no denial
 * (STRATA-POL-03); while it was waited for, what the policies rest on may have changed.
 */
export async function inspectApproved(
  run: Run,
  lane: number,
  record: StepRecord,
  descriptor: CapabilityDescriptor,
  args: Readonly<Record<string, unknown>>,
  callId: string,
): Promise<readonly string[]> {
  if (run.programs.length === 0) return [];
  const call = policyCall(run, record, descriptor, args, callId, true);
  const { verdicts } = await askPrograms(run, record, { point: "arguments", call });
  const denials = verdicts.filter(({ verdict }) => verdict === "deny");
  for (const denial of denials) tellDecision(run, lane, record, callId, denial);
  haltIfSaid(run, lane, record, callPlace(descriptor), verdicts);
  return combineDecisions("arguments", denials).reasons;
}

/** `transition`: before the lifecycle goes on. Only a halt is read. */
export async function inspectTransition(
  run: Run,
  lane: number,
  record: StepRecord | null,
  to: OperationState,
): Promise<void> {
  if (run.programs.length === 0) return;
  const from = (record?.machine ?? run.machine).state;
  const { verdicts } = await askPrograms(run, record, { point: "transition", transition: { from, to } });
  haltIfSaid(run, lane, record, { haltPoint: to, subject: `${from}>${to}` }, verdicts);
}

/** What the policies say of a call before and after its arguments are looked at. */
async function askAboutCall(
  run: Run,
  lane: number,
  record: StepRecord,
  descriptor: CapabilityDescriptor,
  args: Readonly<Record<string, unknown>>,
  callId: string,
): Promise<readonly PolicyDecision[]> {
  if (run.programs.length === 0) return [];
  const call = policyCall(run, record, descriptor, args, callId, false);
  const { known: _, ...unseen } = call;
  const verdicts: PolicyDecision[] = [];
  for (const [point, seen] of [
    ["selection", unseen],
    ["arguments", call],
  ] as const) {
    const said = await askPrograms(run, record, { point, call: seen });
    for (const verdict of said.verdicts) {
      // What a selection was told is not told again of its arguments.
      const isNew = !verdicts.some((known) => known.rule === verdict.rule && known.reasons[0] === verdict.reasons[0]);
      if (!isNew) continue;
      verdicts.push(verdict);
      if (verdict.verdict !== "halt") tellDecision(run, lane, record, callId, verdict);
    }
    haltIfSaid(run, lane, record, callPlace(descriptor), said.verdicts);
  }
  const refuses = run.programs.some(({ policy }) => policy.defaultVerdict === "deny");
  if (verdicts.length === 0 && refuses) {
    // STRATA-POL-02: nobody decided, and the host's default is no.
    const decision = combineDecisions("arguments", [], "deny");
    tellDecision(run, lane, record, callId, decision);
    verdicts.push(decision);
  }
  return verdicts;
}

function policyCall(
  run: Run,
  record: StepRecord,
  descriptor: CapabilityDescriptor,
  args: Readonly<Record<string, unknown>>,
  callId: string,
  approved: boolean,
): PolicyCall {
  return {
    id: callId,
    operationId: record.step.id,
    capabilityId: descriptor.capabilityId,
    irreversible: descriptor.metadata?.irreversible ?? false,
    approved,
    known: {
      arguments: args,
      labels: deriveLabels(descriptor, args, run.labelledFacts),
      targets: deriveTargets(descriptor, args),
    },
  };
}

function callPlace({ capabilityId }: CapabilityDescriptor) {
  return { haltPoint: "TOOL_SELECTED", subject: capabilityId, capabilityId } as const;
}
