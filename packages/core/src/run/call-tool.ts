import { detectLoop } from "../capability/detect-loop.js";
import { canonicalJson } from "../contract/canonical-json.js";
import type { CapabilityDescriptor } from "../contract/capability.js";
import { sha256Digest } from "../contract/digest.js";
import { askApproval } from "./ask-person.js";
import { executeCall } from "./execute-call.js";
import { Halt } from "./halt.js";
import { inspectApproved, inspectCall } from "./inspect-policy.js";
import type { CallOutcome, PreparedCall } from "./prepared-call.js";
import { emit, type RecordedCallResult, type Run, recordDecision } from "./run.js";
import type { ObservationView, StepRecord } from "./step-record.js";

/** Takes one parsed, schema-valid call through policy, approval, execution and observation (POS-RUN-01). */
export async function callTool(
  run: Run,
  lane: number,
  record: StepRecord,
  descriptor: CapabilityDescriptor,
  args: Readonly<Record<string, unknown>>,
  alternatives: readonly string[],
): Promise<CallOutcome> {
  const capabilityId = descriptor.capabilityId;
  const argumentsText = canonicalJson(args);
  const argumentsDigest = sha256Digest(argumentsText);
  const callKey = `${capabilityId} ${argumentsText}`;
  const callId = `call_${record.step.id}_${record.attempts}_${record.callHistory.length + 1}`;
  record.measures.decided++;
  record.callHistory.push(callKey);

  // First of all: a model that asks again and again for what was denied goes round in circles, too.
  const loop = detectLoop(record.callHistory);
  if (loop !== null) {
    emit(run, lane, "loop_detected", { stepId: record.step.id, period: loop.period, capabilityId });
    record.machine.note("loop_guard", { operation: record.step.operation });
    record.toolsEnded = true;
    return { kind: "refused", reason: "loop_guard" };
  }
  if (run.blockedCalls.has(`${capabilityId} ${argumentsDigest}`)) {
    return refuse(run, lane, record, callId, capabilityId, "denied-before");
  }
  const prepared: PreparedCall = { descriptor, args, argumentsText, argumentsDigest, callId, callKey };
  // POS-EXE-04: an equal call is answered from the record, unless the capability is made for polling.
  if (descriptor.metadata?.repeatable === true) return decide(run, lane, record, prepared, alternatives);
  const known = await knownResult(run, callKey);
  if (known !== undefined) return repeatKnown(record, known, descriptor, argumentsText);
  const waiting: (() => void)[] = [];
  run.callsUnderWay.set(callKey, waiting);
  try {
    return await decide(run, lane, record, prepared, alternatives);
  } finally {
    run.callsUnderWay.delete(callKey);
    for (const wake of waiting) wake();
  }
}

/** The result of an equal call. One that another lane is about to make is waited for, so that it is made once. */
async function knownResult(run: Run, callKey: string): Promise<RecordedCallResult | undefined> {
  for (;;) {
    const underWay = run.callsUnderWay.get(callKey);
    if (underWay === undefined) return run.resultsByCall.get(callKey);
    await run.door.standBy((wake) => underWay.push(wake));
  }
}

/** Asks policies and people about a call, and makes it where nobody refuses. */
async function decide(
  run: Run,
  lane: number,
  record: StepRecord,
  call: PreparedCall,
  alternatives: readonly string[],
): Promise<CallOutcome> {
  record.proposal = ++run.proposals;
  try {
    return (await refusalOf(run, lane, record, call)) ?? (await choose(run, lane, record, call, alternatives));
  } finally {
    record.proposal = 0;
  }
}

async function refusalOf(run: Run, lane: number, record: StepRecord, call: PreparedCall): Promise<CallOutcome | null> {
  const { descriptor, args, argumentsDigest, callId } = call;
  const { capabilityId } = descriptor;
  const inspected = await inspectCall(run, lane, record, descriptor, args, callId);
  if (inspected.verdict === "deny")
    return refuse(run, lane, record, callId, capabilityId, inspected.reasons[0] ?? "denied");
  if (inspected.verdict === "require_approval") {
    const decision = await askApproval(run, lane, record, {
      id: `appr_${sha256Digest(`${run.runId}/${callId}/${argumentsDigest}`).slice(7, 19)}`,
      stepId: record.step.id,
      call: {
        capabilityId,
        arguments: { ...args },
        argumentsDigest,
        safetyClass: descriptor.costProfile.safetyClass,
        ...(inspected.target === null ? {} : { target: inspected.target }),
      },
      reason: inspected.reasons.join("; "),
      ...(run.settings.deadline === undefined ? {} : { expiresAt: new Date(run.settings.deadline).toISOString() }),
    });
    if (decision === "denied") {
      // POS-POL-07: a denial is the call's result, and holds for the run.
      run.blockedCalls.add(`${capabilityId} ${argumentsDigest}`);
      if (run.settings.onDenied === "halt") throw new Halt("denied_by_person");
      return refuse(run, lane, record, callId, capabilityId, "denied-by-person");
    }
    const [denied] = await inspectApproved(run, lane, record, descriptor, args, callId);
    if (denied !== undefined) return refuse(run, lane, record, callId, capabilityId, denied);
  }
  return null;
}

function choose(
  run: Run,
  lane: number,
  record: StepRecord,
  call: PreparedCall,
  alternatives: readonly string[],
): Promise<CallOutcome> {
  const { callId } = call;
  const { capabilityId } = call.descriptor;
  recordDecision(run, lane, {
    choice: `call ${capabilityId}`,
    rationale: run.selectionReason,
    alternatives: alternatives.filter((id) => id !== capabilityId),
    provenance: "MODEL",
    provenanceRef: `call:${callId}`,
  });
  return executeCall(run, lane, record, call);
}

function repeatKnown(
  record: StepRecord,
  known: RecordedCallResult,
  descriptor: CapabilityDescriptor,
  argumentsText: string,
): CallOutcome {
  record.machine.note(`call answered from the record: ${known.callId}`, { operation: record.step.operation });
  const observation: ObservationView = { ...known, capabilityId: descriptor.capabilityId, argumentsText };
  if (!record.observations.some((shown) => shown.callId === known.callId)) record.observations.push(observation);
  return { kind: "observed", observation, outcome: known.outcome };
}

function refuse(
  run: Run,
  lane: number,
  record: StepRecord,
  callId: string,
  capabilityId: string,
  reason: string,
): CallOutcome {
  record.measures.failed++;
  emit(run, lane, "tool_call_refused", { callId, capabilityId, reason });
  return { kind: "refused", reason };
}
