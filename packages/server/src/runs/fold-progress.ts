import type { PendingRequest, RunEvent } from "@pelorus/core";
import type { RunProgress, StepProgress } from "./run-documents.js";

/** A run of which nothing is known but that it was started. */
export function initialProgress(at: string): RunProgress {
  return {
    status: "running",
    lastSeq: 0,
    updatedAt: at,
    steps: [],
    pending: [],
    text: "",
    budget: { window: 0, inputTokens: 0, outputTokens: 0, modelCalls: 0 },
  };
}

/** What the run has come to after one more event. Pure; kinds it does not know move only `lastSeq` and the time. */
export function foldProgress(before: RunProgress, event: RunEvent): RunProgress {
  return { ...before, ...changesBy(before, event), lastSeq: event.seq, updatedAt: event.at };
}

function changesBy(before: RunProgress, event: RunEvent): Partial<RunProgress> {
  switch (event.kind) {
    case "run_started":
      return { budget: { ...before.budget, window: event.data.window.tokens } };
    case "intent_classified":
      return {
        depthProposed: event.data.depth,
        depth: event.data.depth,
        steps: [
          ...event.data.steps.map(
            (step): StepProgress => ({
              stepId: step.id,
              operation: step.operation,
              assignment: step.assignment,
              dependsOn: [...step.dependsOn],
              state: "planned",
              toolCalls: 0,
            }),
          ),
          ...event.data.dropped.map(
            (step): StepProgress => ({
              stepId: step.stepId,
              operation: step.operation,
              assignment: step.reason,
              dependsOn: [],
              state: "dropped",
              toolCalls: 0,
            }),
          ),
        ],
      };
    case "lifecycle_transitioned":
      return {
        operationState: event.data.state,
        ...(event.data.stepId === undefined
          ? {}
          : withStep(before, event.data.stepId, (step) => ({
              lifecycle: event.data.state,
              state: step.state === "planned" ? "active" : step.state,
            }))),
      };
    case "frame_positioned":
      return withStep(before, event.data.stepId, (step) => ({ state: positioned(step) }));
    case "tool_call_started":
      return withStep(before, event.data.stepId, (step) => ({ toolCalls: step.toolCalls + 1 }));
    case "tool_call_finished":
      return { pending: without(before.pending, event.data.callId) };
    case "verdict_reached":
      return withStep(before, event.data.stepId, () => ({ score: event.data.verdict.score }));
    case "step_integrated":
      return withStep(before, event.data.stepId, () => ({ state: event.data.outcome }));
    case "depth_renegotiated":
      return { depth: event.data.to };
    case "model_call_started":
      return { budget: { ...before.budget, modelCalls: before.budget.modelCalls + 1 } };
    case "spend_recorded":
      return {
        budget: {
          ...before.budget,
          inputTokens: before.budget.inputTokens + event.data.inputTokens,
          outputTokens: before.budget.outputTokens + event.data.outputTokens,
        },
      };
    case "usage_reported":
      return {
        budget: { ...before.budget, inputTokens: event.data.inputTokens, outputTokens: event.data.outputTokens },
      };
    case "text_started":
      return { messageId: event.data.messageId, text: "" };
    case "text_delta":
      return event.data.messageId === before.messageId ? { text: before.text + event.data.delta } : {};
    case "approval_requested":
      return { pending: [...without(before.pending, event.data.id), { kind: "approval", data: event.data }] };
    case "clarification_requested":
      return {
        pending: [...without(before.pending, event.data.requestId), { kind: "clarification", data: event.data }],
      };
    case "approval_resolved":
    case "clarification_resolved":
      return { pending: without(before.pending, event.data.id) };
    case "run_waiting":
      return { status: "waiting", pending: [...event.data.pending] };
    case "run_resumed":
      return { status: "running" };
    case "run_finished":
      return {
        status: event.data.status,
        pending: [],
        // What was under way when a run halted failed with it, until the run is taken up again.
        steps: before.steps.map((step) => (step.state === "active" ? { ...step, state: "failed" } : step)),
        ...(event.data.haltReason === undefined ? {} : { haltReason: event.data.haltReason }),
        ...(event.data.error === undefined ? {} : { error: event.data.error }),
      };
    default:
      return {};
  }
}

/** A step that is given a frame: the first one, or one more after its run had halted. */
function positioned({ state }: StepProgress): StepProgress["state"] {
  return state === "planned" || state === "failed" ? "active" : state;
}

function withStep(
  before: RunProgress,
  stepId: string,
  change: (step: StepProgress) => Partial<StepProgress>,
): Partial<RunProgress> {
  return { steps: before.steps.map((step) => (step.stepId === stepId ? { ...step, ...change(step) } : step)) };
}

/** The id by which a request is answered. */
export function pendingId(request: PendingRequest): string {
  return request.kind === "clarification" ? request.data.requestId : request.data.id;
}

function without(pending: readonly PendingRequest[], id: string): PendingRequest[] {
  return pending.filter((request) => pendingId(request) !== id);
}
