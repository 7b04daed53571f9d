import { checkOutput } from "../capability/check-output.js";
import { askToolResult } from "./ask-person.js";
import { inspectTransition } from "./inspect-policy.js";
import { keepPieces, observeCall } from "./observe-call.js";
import type { CallOutcome, PreparedCall } from "./prepared-call.js";
import { lostCall, type RecordedToolCall, recordPayload, recordResult } from "./recorded-tool-call.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** Makes a call nobody refused, or has the application make it, and takes in what came of it. */
export async function executeCall(
  run: Run,
  lane: number,
  record: StepRecord,
  call: PreparedCall,
): Promise<CallOutcome> {
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
  return observeCall(run, lane, record, call, recorded);
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
