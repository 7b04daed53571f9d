import { checkOutput } from "../capability/check-output.js";
import { cutPayload } from "../capability/cut-payload.js";
import { detectLoop } from "../capability/detect-loop.js";
import { canonicalJson } from "../contract/canonical-json.js";
import type { CapabilityDescriptor } from "../contract/capability.js";
import { sha256Digest } from "../contract/digest.js";
import { JournalError } from "../contract/error.js";
import type { ToolExecutionResult, ToolOutcome } from "../contract/observation.js";
import { askApproval, askToolResult } from "./ask-person.js";
import { Halt } from "./halt.js";
import { inspectApproved, inspectCall, inspectTransition } from "./inspect-policy.js";
import { emit, establishFact, type RecordedCallResult, type Run, recordDecision } from "./run.js";
import type { ObservationView, StepRecord } from "./step-record.js";

/** What became of one selected call. */
export type CallOutcome =
  | { readonly kind: "observed"; readonly observation: ObservationView; readonly outcome: ToolOutcome }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "selection-only" };

interface RecordedToolCall {
  readonly status: ToolOutcome;
  readonly errors: readonly string[];
  readonly summary: string;
  readonly payloadDigest?: string;
  /** Whether the result satisfied the output schema; absent where there is none, or where nobody checked. */
  readonly outputValid?: boolean;
  /** What is to be known beside the outcome. */
  readonly note?: string;
  /** What the capability says a person should know. */
  readonly remarks?: readonly string[];
  readonly bytes: number;
  readonly timestamp: string;
  readonly durationMs: number;
}

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
  return execute(run, lane, record, call);
}

interface PreparedCall {
  readonly descriptor: CapabilityDescriptor;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argumentsText: string;
  readonly argumentsDigest: string;
  readonly callId: string;
  readonly callKey: string;
}

async function execute(run: Run, lane: number, record: StepRecord, call: PreparedCall): Promise<CallOutcome> {
  const { descriptor, args, callId } = call;
  const capabilityId = descriptor.capabilityId;
  // POS-RUN-05: what the runtime cannot or shall not run is the application's to run.
  const external = !run.executes || descriptor.metadata?.external === true;
  if (external && !run.canWait) {
    run.pending.push({ kind: "tool_call", data: { id: callId, capabilityId, arguments: { ...args } } });
    return { kind: "selection-only" };
  }
  await inspectTransition(run, lane, record, "TOOL_SELECTED");
  record.machine.selectTool(capabilityId);
  record.calls++;
  record.proposal = 0;
  record.measures.attempted++;
  const recorded = external
    ? await externalResult(run, lane, record, call)
    : await executeRecorded(run, lane, record, call);
  emit(run, lane, "tool_call_finished", {
    callId,
    outcome: recorded.status,
    durationMs: recorded.durationMs,
    ...(recorded.errors.length === 0 ? {} : { error: recorded.errors.join("; ") }),
  });
  await inspectTransition(run, lane, record, "TOOL_EXECUTED");
  record.machine.executeTool(capabilityId, recorded.status);
  if (recorded.note !== undefined) record.machine.note(recorded.note, { operation: record.step.operation });
  // POS-EXE-09: told with the outcome, and journalled with it, so that a replay tells it again.
  for (const detail of recorded.remarks ?? []) emit(run, lane, "note_recorded", { detail, stepId: record.step.id });
  await keepPieces(run, record, call, recorded);
  return observe(run, lane, record, call, recorded);
}

async function executeRecorded(
  run: Run,
  lane: number,
  record: StepRecord,
  call: PreparedCall,
): Promise<RecordedToolCall> {
  const { descriptor, args, callId, argumentsDigest } = call;
  const { executor } = run;
  const capabilityId = descriptor.capabilityId;
  const repeatable = descriptor.costProfile.safetyClass === "read-only" || descriptor.metadata?.idempotent === true;
  const key = `${run.runId}/${record.step.id}/${record.attempts}/tool.${record.calls}`;
  const started = performance.now();
  return run.door.effect<RecordedToolCall>({
    key,
    act: "tool",
    input: `${capabilityId} ${argumentsDigest}`,
    // POS-EFF-03
    idempotent: repeatable,
    onStarted: () =>
      emit(run, lane, "tool_call_started", {
        callId,
        stepId: record.step.id,
        capabilityId,
        arguments: { ...args },
        argumentsDigest,
      }),
    lost: () => lostCall(run, "The run was interrupted during this call; whether it happened is not known."),
    aborted: () => lostCall(run, "The run was aborted during this call; whether it happened is not known."),
    perform: async ({ signal }) => {
      if (executor === null) throw new TypeError("a replay executes nothing");
      const result = await executor.execute(
        { capabilityId, arguments: args },
        {
          signal,
          idempotencyKey: key,
          runId: run.runId,
          stepId: record.step.id,
          callId,
          operation: record.step.operation,
          timeoutMs: run.settings.toolTimeoutMs,
          resultLimitBytes: run.settings.resultLimitBytes,
          retries: run.settings.retries,
          clock: run.clock,
        },
      );
      return recordResult(run, result, Math.round(performance.now() - started));
    },
  });
}

async function externalResult(
  run: Run,
  lane: number,
  record: StepRecord,
  call: PreparedCall,
): Promise<RecordedToolCall> {
  const { descriptor, args, callId, argumentsDigest } = call;
  emit(run, lane, "tool_call_started", {
    callId,
    stepId: record.step.id,
    capabilityId: descriptor.capabilityId,
    arguments: { ...args },
    argumentsDigest,
  });
  const value = await askToolResult(run, lane, record, {
    id: callId,
    capabilityId: descriptor.capabilityId,
    arguments: { ...args },
  });
  const payload = JSON.stringify(value) ?? "null";
  return run.door.effect<RecordedToolCall>({
    key: `${run.runId}/${record.step.id}/${record.attempts}/tool.${record.calls}`,
    act: "tool",
    input: `${descriptor.capabilityId} ${argumentsDigest}`,
    idempotent: true,
    perform: async () => ({
      ...(await recordPayload(run, payload, 0)),
      ...checkOutput(descriptor, payload),
    }),
  });
}

/** Raw results go to the blob store; the window sees a summary (POS-EXE-06). */
async function recordResult(run: Run, result: ToolExecutionResult, durationMs: number): Promise<RecordedToolCall> {
  if (result.status === "ok" && result.payload !== undefined) {
    const { outputValid, note, remarks } = result;
    const payload = maskedPayload(run, result.payload);
    const summary = payload === result.payload ? result.observation?.payloadSummary : undefined;
    const recorded = await recordPayload(run, payload, durationMs, summary);
    if (outputValid === undefined && note === undefined && remarks === undefined) return recorded;
    return {
      ...recorded,
      ...(outputValid === undefined ? {} : { outputValid }),
      ...(note === undefined ? {} : { note }),
      ...(remarks === undefined ? {} : { remarks }),
    };
  }
  const status: ToolOutcome =
    result.status === "validation_failed" || result.status === "not_registered" || result.status === "ok"
      ? "error"
      : result.status;
  return {
    status,
    errors: result.errors,
    summary: `${status}: ${result.errors.join("; ")}`,
    bytes: 0,
    timestamp: new Date(run.clock()).toISOString(),
    durationMs,
  };
}

/** POS-SEC-01: a result is kept whole, so it goes without the secrets as well. */
function maskedPayload(run: Run, payload: string): string {
  const { mask } = run.door;
  if (mask === null) return payload;
  const value: unknown = JSON.parse(payload);
  const masked = mask.value(value);
  return masked === value ? payload : JSON.stringify(masked);
}

async function recordPayload(
  run: Run,
  payload: string,
  durationMs: number,
  summary?: string,
): Promise<RecordedToolCall> {
  const bytes = new TextEncoder().encode(payload);
  const digest = sha256Digest(payload);
  await run.journal.putBlob(digest, bytes, run.runId);
  return {
    status: "ok",
    errors: [],
    summary: summary ?? run.summarise(payload),
    payloadDigest: digest,
    bytes: bytes.length,
    timestamp: new Date(run.clock()).toISOString(),
    durationMs,
  };
}

function lostCall(run: Run, why: string): RecordedToolCall {
  return {
    status: "lost",
    errors: [why],
    summary: `lost: ${why}`,
    bytes: 0,
    timestamp: new Date(run.clock()).toISOString(),
    durationMs: 0,
  };
}

/** What the summary leaves out stays within reach: the pieces of the raw result are ranked for every later frame. */
async function keepPieces(run: Run, record: StepRecord, call: PreparedCall, recorded: RecordedToolCall): Promise<void> {
  if (recorded.payloadDigest === undefined) return;
  const bytes = await run.journal.getBlob(recorded.payloadDigest, run.runId);
  if (bytes === null)
    throw new JournalError("journal_failed", `The result of ${call.callId} is no longer in the journal.`);
  const pieces = cutPayload(JSON.parse(new TextDecoder().decode(bytes)));
  for (const [index, piece] of pieces.entries()) {
    // A result that its own fact says whole needs no pieces.
    if (pieces.length === 1 && recorded.summary.includes(piece.statement)) return;
    const key = `${piece.source}\n${piece.statement}`;
    // POS-FRM-03: what two calls returned alike takes the place of one fact in a frame.
    if (run.pieces.has(key)) continue;
    run.pieces.add(key);
    run.facts.add({
      factId: `${call.callId}/${index + 1}`,
      statement: piece.statement,
      provenance: "TOOL",
      provenanceRef: piece.source === "" ? `call:${call.callId}/${record.step.id}` : piece.source,
    });
  }
}

function observe(
  run: Run,
  lane: number,
  record: StepRecord,
  call: PreparedCall,
  recorded: RecordedToolCall,
): CallOutcome {
  const { descriptor, callId, argumentsText, callKey } = call;
  const capabilityId = descriptor.capabilityId;
  let factId: string | undefined;
  if (recorded.status === "ok") {
    run.observedCapabilities.add(capabilityId);
    run.observationCount++;
    const digest = recorded.payloadDigest ?? "";
    factId = `f_obs_${run.windowNumber}_${run.observationCount}`;
    emit(run, lane, "observation_recorded", {
      callId,
      stepId: record.step.id,
      capabilityId,
      factId,
      summary: recorded.summary,
      ref: `blob:${digest.slice("sha256:".length)}`,
      digest,
      bytes: recorded.bytes,
      timestamp: recorded.timestamp,
    });
    if (descriptor.producesFacts) {
      establishFact(run, lane, {
        factId,
        statement: `${capabilityId}(${argumentsText}) returned ${recorded.summary}`,
        provenance: "TOOL",
        provenanceRef: `call:${callId}`,
        confidence: resultConfidence(recorded),
        ...(descriptor.metadata?.producesTypes === undefined ? {} : { factTypes: descriptor.metadata.producesTypes }),
        ...(descriptor.metadata?.dataLabels === undefined ? {} : { labels: descriptor.metadata.dataLabels }),
      });
    }
  } else {
    record.measures.failed++;
    if (recorded.status === "lost")
      run.uncertainties.push(`Whether ${capabilityId} ran is not known: ${recorded.errors[0] ?? ""}`);
  }
  const observation: ObservationView = {
    callId,
    capabilityId,
    argumentsText,
    outcome: recorded.status,
    summary: recorded.summary,
    ...(factId === undefined ? {} : { factId }),
  };
  record.observations.push(observation);
  record.draftCalls.push({
    capability: capabilityId,
    argumentsDigest: call.argumentsDigest,
    outcome: recorded.status,
    observation: factId ?? null,
    summary: recorded.summary,
    confidence: recorded.status === "ok" ? resultConfidence(recorded) : 0.5,
  });
  // A failed call may be tried again; a lost one may not: it may have happened.
  if (recorded.status === "ok" || recorded.status === "lost") {
    run.resultsByCall.set(callKey, {
      callId,
      outcome: recorded.status,
      summary: recorded.summary,
      ...(factId === undefined ? {} : { factId }),
    });
  }
  return { kind: "observed", observation, outcome: recorded.status };
}

// What passed its output schema is believed more than what nobody could check, or what breaks it.
function resultConfidence({ outputValid }: RecordedToolCall): number {
  return outputValid === true ? 0.9 : 0.8;
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
