import { sha256Digest } from "../contract/digest.js";
import type { PendingRequest } from "../contract/event.js";
import { formatHeaders } from "../lifecycle/headers/format-headers.js";
import { CognitiveStateObject } from "../state/cognitive-state-object.js";
import { roundedAvec } from "../state/measure-avec.js";
import { verifyCso } from "../state/seal.js";
import { bestOutputSoFar } from "./assemble.js";
import type { RunConclusion } from "./conclusion.js";
import { headerValues } from "./header-values.js";
import { brokenSeal } from "./record-mismatch.js";
import type { PositionedResult, StepResult } from "./result.js";
import { emit, type Run } from "./run.js";
import { runDocument } from "./run-document.js";
import { failedChecks, type StepRecord } from "./step-record.js";

/** Seals the state, reports usage, closes the run with its one last event, and makes the result of it. */
export async function finishRun(run: Run, conclusion: RunConclusion): Promise<PositionedResult> {
  const usage = usageOf(run);
  emit(run, 0, "usage_reported", {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    ...(usage.cachedInputTokens === 0 ? {} : { cachedInputTokens: usage.cachedInputTokens }),
    estimated: usage.estimated,
  });
  const cso = sealedState(run);
  emit(run, 0, "state_sealed", {
    csoId: cso.csoId,
    windowNumber: cso.windowNumber,
    ...(cso.data.csoHmac === undefined ? {} : { csoHmac: cso.data.csoHmac }),
  });
  emit(run, 0, "run_finished", {
    status: conclusion.status,
    ...(conclusion.haltReason === null ? {} : { haltReason: conclusion.haltReason }),
    completion: run.machine.completion,
    remaining: run.machine.remaining,
    textDigest: sha256Digest(conclusion.text),
    ...(conclusion.error === null ? {} : { error: conclusion.error }),
  });
  run.machine.stop();
  let error = conclusion.error;
  try {
    const { csoHmac } = cso.data;
    await run.door.close(conclusion.status, {
      ...(conclusion.haltReason === null ? {} : { haltReason: conclusion.haltReason }),
      ...(csoHmac === undefined ? {} : { csoHmac }),
    });
    await run.recorder?.finish(runDocument(run, conclusion.status), cso.data, run.chain?.text ?? "", run.log.events);
  } catch (failure) {
    // The answer is there; that its record is not complete is said.
    const message = failure instanceof Error ? failure.message : String(failure);
    error ??= {
      code: "journal_failed",
      message: run.door.mask?.text(message) ?? message,
      isRetryable: false,
    };
  }
  return makeResult(run, { ...conclusion, error }, conclusion.status, cso, []);
}

/** The result of a leg that ends because people are waited for. */
export function waitingResult(run: Run): PositionedResult {
  const pending = [...run.door.openRequests.values()] as PendingRequest[];
  const cso = CognitiveStateObject.fromData(run.fold.snapshot());
  const conclusion: RunConclusion = {
    status: "partial",
    text: bestOutputSoFar(run),
    haltReason: null,
    frame: null,
    error: null,
  };
  return makeResult(run, conclusion, "waiting", cso, pending);
}

/**
 * A live run seals its state. A replay seals nothing anew: it carries the seal its journal was closed with, so that a journal
 * that was changed since gets no seal of its own. Throws `JournalError` (`record_mismatch`) where the key is at hand and the
 * seal is not that of what the journal gives.
 */
function sealedState(run: Run): CognitiveStateObject {
  const data = run.fold.snapshot();
  const { hmacKey } = run.options;
  if (!run.replayOnly) {
    const state = CognitiveStateObject.fromData(data);
    return hmacKey === undefined ? state : state.seal(hmacKey);
  }
  if (run.recordedSeal === null) return CognitiveStateObject.fromData(data);
  const sealed = { ...data, csoHmac: run.recordedSeal };
  // POS-REC-07
  if (hmacKey !== undefined && !verifyCso(sealed, hmacKey)) throw brokenSeal(run.runId);
  return CognitiveStateObject.fromData(sealed);
}

function makeResult(
  run: Run,
  conclusion: RunConclusion,
  status: PositionedResult["status"],
  cso: CognitiveStateObject,
  open: readonly PendingRequest[],
): PositionedResult {
  const spent = totalSpend(run);
  return {
    runId: run.runId,
    sessionId: run.sessionId,
    text: conclusion.text,
    status,
    operations: run.plan.map((step) => step.operation),
    steps: stepResults(run, status, conclusion),
    cso,
    stateMachine: run.machine,
    headers: formatHeaders(headerValues(run, conclusion), { strict8: run.options.strict8 ?? false }),
    depth: run.depth,
    depthProposed: run.proposedDepth,
    renegotiations: run.renegotiations,
    frameTokensTotal: run.frameTokensTotal,
    injectionEquivalentTokens: run.injection.total,
    observationCount: run.observationCount,
    continuationWindows: run.continuationWindows,
    halted: status === "halted",
    haltReason: conclusion.haltReason,
    halt: conclusion.frame,
    pending: [...run.pending, ...open],
    dropped: run.dropped,
    trims: run.caller.trims,
    uncertainties: [...run.uncertainties],
    usage: usageOf(run),
    cost: spent,
    avec: meanAvec(run),
    nodes: run.chain?.nodes ?? [],
    eventStream: run.machine.eventStream(),
    events: run.log.events,
    error: conclusion.error,
  };
}

function stepResults(run: Run, status: PositionedResult["status"], conclusion: RunConclusion): StepResult[] {
  const results: StepResult[] = run.plan.flatMap((step): StepResult[] => {
    const record = run.steps.get(step.id);
    if (record === undefined) return [];
    return [
      {
        id: step.id,
        operation: step.operation,
        ...outcomeOf(record, status, conclusion),
        depth: record.depth,
        verdict: record.verdict,
        calls: record.calls,
        windows: record.windows,
        outputDigest: record.outputDigest ?? sha256Digest(record.output),
      },
    ];
  });
  for (const dropped of run.dropped) {
    results.push({
      id: dropped.stepId,
      operation: dropped.operation,
      outcome: "dropped",
      reason: dropped.reason,
      depth: null,
      verdict: null,
      calls: 0,
      windows: 0,
      outputDigest: null,
    });
  }
  return results;
}

/** POS-RUN-04: a step without a verdict was under way when the run stopped: nothing of it is done. */
function outcomeOf(
  record: StepRecord,
  status: PositionedResult["status"],
  { haltReason, error }: RunConclusion,
): Pick<StepResult, "outcome" | "reason"> {
  if (record.verdict !== null) return { outcome: record.outcome, reason: reasonOf(record) };
  if (status === "waiting") return { outcome: "unverified", reason: "The run waits for an answer." };
  return { outcome: "failed", reason: [haltReason ?? "halted", ...(error === null ? [] : [error.message])].join(": ") };
}

/** Why a step came out as it did; null for one that is done. */
function reasonOf({ outcome, output, verdict }: StepRecord): string | null {
  if (outcome === "done") return null;
  if (outcome === "failed") return output;
  return failedChecks(verdict).join("; ");
}

function usageOf(run: Run): PositionedResult["usage"] {
  const { usage } = run.caller;
  const judged = run.judge?.usage;
  if (judged === undefined) return { ...usage };
  return {
    inputTokens: usage.inputTokens + judged.inputTokens,
    outputTokens: usage.outputTokens + judged.outputTokens,
    cachedInputTokens: usage.cachedInputTokens + judged.cachedInputTokens,
    estimated: usage.estimated || judged.estimated,
    calls: usage.calls + judged.calls,
  };
}

function totalSpend(run: Run): PositionedResult["cost"] {
  const { currency, spent, estimated } = run.ledger;
  return currency === undefined || spent === undefined ? null : { amount: spent, currency, estimated };
}

function meanAvec(run: Run): PositionedResult["avec"] {
  const { count, sum } = run.avec;
  if (count === 0) return null;
  return roundedAvec({
    stability: sum.stability / count,
    friction: sum.friction / count,
    logic: sum.logic / count,
    autonomy: sum.autonomy / count,
  });
}
