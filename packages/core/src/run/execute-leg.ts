import { DEPTH_LEVELS } from "../contract/depth.js";
import { AbortedError, JournalError, PelorusError, ReplayDivergenceError } from "../contract/error.js";
import type { RunErrorData } from "../contract/event.js";
import type { Classification, PlannedOperation } from "../contract/operation.js";
import { OperationStateMachine } from "../lifecycle/machine.js";
import { capPlan } from "../position/cap-plan.js";
import { depthForPlan } from "../position/depth-for-plan.js";
import { negotiateDepth } from "../position/negotiate-depth.js";
import { readRequestedForm } from "../position/requested-form.js";
import { assemble, bestOutputSoFar, deliverableRecord } from "./assemble.js";
import { maxCallsFor } from "./choose-tools.js";
import { classify, depthReading } from "./classify.js";
import type { RunConclusion } from "./conclusion.js";
import { executePlan } from "./execute-plan.js";
import { Halt } from "./halt.js";
import { inspectTransition } from "./inspect-policy.js";
import { emit, establishFact, type Run, recordDecision } from "./run.js";
import { startRun } from "./start-run.js";

/** Runs the whole of a run. Never rejects but for a record that is not this run's: failure is a conclusion too. */
export async function executeLeg(run: Run): Promise<RunConclusion> {
  try {
    await begin(run);
    await executePlan(run);
    const text = await assemble(run);
    await inspectTransition(run, 0, null, "COMPLETE");
    run.machine.complete({ detail: `operations=${run.plan.length}` });
    const status = isWhole(run) ? "complete" : "partial";
    return conclude(run, { status, text, haltReason: null, frame: null, error: incompleteOutput(run) });
  } catch (error) {
    if (error instanceof ReplayDivergenceError && run.replayOnly) throw error;
    const halt = asHalt(run, error);
    const { mask } = run.door;
    if (halt.frame !== undefined) run.halts.push(halt.frame);
    if (run.machine.canTransition("HALTED")) run.machine.halt(halt.reason);
    return conclude(run, {
      status: "halted",
      text: bestOutputSoFar(run),
      haltReason: halt.reason,
      frame: halt.frame ?? null,
      // POS-SEC-01
      error: halt.error === undefined || mask === null ? (halt.error ?? null) : mask.value(halt.error),
    });
  }
}

async function begin(run: Run): Promise<void> {
  await startRun(run);
  for (const [index, fact] of (run.options.contextFacts ?? []).entries()) {
    const given = typeof fact === "string" ? { statement: fact } : fact;
    run.injection.addFact(given.statement);
    establishFact(run, 0, {
      statement: given.statement,
      provenance: "CKF",
      provenanceRef: given.source ?? `context:${index + 1}`,
      confidence: given.confidence ?? 0.85,
      ...(given.types === undefined ? {} : { factTypes: given.types }),
      ...(given.labels === undefined ? {} : { labels: given.labels }),
    });
  }
  const classification = await classify(run);
  const stated = classification.steps.filter((step) => !step.implied).length;
  const [proposed, metadata] =
    run.options.depth === undefined
      ? negotiateDepth(run.request, classification.operations, depthReading(run))
      : ([run.options.depth, { renegotiated: false, renegotiationCount: 0, reason: "initial-proposal" }] as const);
  run.proposedDepth = depthForPlan(proposed, stated);
  run.depth = run.proposedDepth;
  run.depthMetadata = metadata;
  run.language = classification.language;
  run.form = readRequestedForm(run.request, classification.language);
  plan(run, classification);
}

/** Caps the plan, tells it, and starts the lifecycle. */
function plan(run: Run, classification: Classification): void {
  const { kept, dropped } = capPlan(classification.steps, run.settings.maxOperations);
  run.plan = kept;
  run.dropped = dropped;
  run.plannedCount = classification.steps.length;
  run.consumers = consumersOf(kept);
  emit(run, 0, "intent_classified", {
    operations: classification.operations,
    steps: [...kept],
    evidence: classification.evidence,
    language: classification.language,
    confidence: classification.confidence,
    depth: run.depth,
    depthMetadata: run.depthMetadata,
    dropped: [...dropped],
  });
  run.machine = new OperationStateMachine(kept, {
    clock: () => run.door.time,
    maxCalls: () => maxCallsFor(run),
    dropped,
    // Plain, like the data of every event: an `OperationEvent` writes itself in the words of public JSON.
    onEvent: (event) => emit(run, event.lane, "lifecycle_transitioned", { ...event }),
  });
  recordDecision(run, 0, {
    choice: `plan ${kept.map((step) => step.operation).join(", ")}`,
    rationale: `classified with confidence ${classification.confidence.toFixed(2)}`,
  });
  recordDecision(run, 0, {
    choice: `depth ${run.depth}`,
    rationale: run.options.depth === undefined ? "negotiated from the request" : "fixed by the caller",
    alternatives: DEPTH_LEVELS.filter((level) => level !== run.depth),
  });
  for (const step of dropped) {
    recordDecision(run, 0, { choice: `leave out ${step.operation} ${step.stepId}`, rationale: step.reason });
  }
}

function consumersOf(steps: readonly PlannedOperation[]): Map<string, PlannedOperation[]> {
  const consumers = new Map<string, PlannedOperation[]>();
  for (const step of steps) {
    for (const id of step.dependsOn) {
      const list = consumers.get(id);
      if (list === undefined) consumers.set(id, [step]);
      else list.push(step);
    }
  }
  return consumers;
}

/** POS §7: complete needs every planned step done, the deliverable verified, and nothing dropped or cut. */
function isWhole(run: Run): boolean {
  if (run.dropped.length > 0 || run.pending.length > 0) return false;
  for (const record of run.steps.values()) if (record.outcome !== "done" || record.cut) return false;
  const deliverable = deliverableRecord(run);
  return deliverable === undefined || deliverable.verdict === null || deliverable.verdict.score >= 0.5;
}

function incompleteOutput(run: Run): RunErrorData | null {
  const incomplete = deliverableRecord(run)?.incomplete ?? null;
  return incomplete === null ? null : errorData(incomplete);
}

function asHalt(run: Run, error: unknown): Halt {
  if (error instanceof Halt) return error;
  if (error instanceof AbortedError) return new Halt(run.abortReason());
  if (error instanceof ReplayDivergenceError || error instanceof JournalError) {
    return new Halt("journal_failed", { error: errorData(error), cause: error });
  }
  if (PelorusError.isInstance(error)) return new Halt("policy_error", { error: errorData(error), cause: error });
  // A fault of ours: it is told, with everything done so far kept.
  const message = error instanceof Error ? error.message : String(error);
  return new Halt("internal_error", { error: { code: "internal_error", message, isRetryable: false }, cause: error });
}

function errorData(error: PelorusError): RunErrorData {
  return { code: error.code, message: error.message, isRetryable: error.isRetryable };
}

function conclude(run: Run, conclusion: RunConclusion): RunConclusion {
  const deliverable = deliverableRecord(run);
  if (conclusion.status === "halted") run.text.end(false);
  else run.text.finish(0, deliverable?.step.id ?? "run", conclusion.text);
  return conclusion;
}
