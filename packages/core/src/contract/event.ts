import { z } from "zod";
import { CAPABILITY_PROFILES } from "./capability.js";
import { depthLevelSchema, depthMetadataSchema } from "./depth.js";
import { lazySchema } from "./lazy-schema.js";
import { FINISH_REASONS, MODEL_CALL_PURPOSES } from "./model.js";
import { TOOL_OUTCOMES } from "./observation.js";
import { cueEvidenceSchema, plannedOperationSchema, stlOperationSchema } from "./operation.js";
import {
  approvalRequestSchema,
  clarificationRequestSchema,
  haltFrameSchema,
  INSPECTION_POINTS,
  POLICY_VERDICTS,
} from "./policy.js";
import { avecSchema, decisionSchema, establishedFactSchema } from "./state.js";
import { verdictSchema } from "./verdict.js";

/** States of the lifecycle; the edges are a table in `lifecycle/transitions` (POS-LIF-01). */
export const OPERATION_STATES = [
  "INTENT_CLASSIFIED",
  "OPERATION_POSITIONED",
  "TOOL_SELECTED",
  "TOOL_EXECUTED",
  "OPERATION_VERIFIED",
  "INTEGRATED",
  "COMPLETE",
  "HALTED",
] as const;
/** A state of the lifecycle. */
export type OperationState = (typeof OPERATION_STATES)[number];

/** The statuses of a run. */
export const RUN_STATUSES = ["complete", "partial", "halted", "waiting"] as const;
/**
 * How a run stands: `complete`, `partial` and `halted` are ends, `waiting` goes on with an answer. POS-RUN says when
 * each holds.
 */
export type RunStatus = (typeof RUN_STATUSES)[number];

export const operationEventSchema = lazySchema(() =>
  z.object({
    state: z.enum(OPERATION_STATES),
    operation: stlOperationSchema().optional(),
    /** Index into the plan, counted from 0; -1 before the first step. */
    operationIndex: z.int(),
    detail: z.string(),
    /** ISO-8601 UTC. */
    timestamp: z.string(),
    /** State before; equal to `state` for a note. */
    from: z.enum(OPERATION_STATES),
    stepId: z.string().optional(),
    lane: z.int(),
    /** Counts the events of the run's machines from 1. */
    seq: z.int(),
  }),
);
/** One transition or note of the lifecycle (POS-LIF-03). */
export type OperationEventData = z.infer<ReturnType<typeof operationEventSchema>>;

/** Gives the zod schema of what a waiting run waits for. */
export const pendingRequestSchema = lazySchema(() =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("approval"), data: approvalRequestSchema() }),
    z.object({ kind: z.literal("clarification"), data: clarificationRequestSchema() }),
    /** A valid selection without an executor: the application runs the tool (POS-RUN-05). */
    z.object({
      kind: z.literal("tool_call"),
      data: z.object({ id: z.string(), capabilityId: z.string(), arguments: z.record(z.string(), z.unknown()) }),
    }),
  ]),
);
/** What a waiting run waits for. */
export type PendingRequest = z.infer<ReturnType<typeof pendingRequestSchema>>;

/** Gives the zod schema of an error in an event or a result. */
export const runErrorSchema = lazySchema(() =>
  z.object({ code: z.string(), message: z.string(), isRetryable: z.boolean() }),
);
/** An error as data: a code of the catalogue, one sentence, and whether resuming the run can help. */
export type RunErrorData = z.infer<ReturnType<typeof runErrorSchema>>;

const id = () => z.string();
const count = () => z.int().min(0);

/** The data of every event kind; the envelope is added by `runEventSchema`. */
export const eventDataSchemas = lazySchema(() => ({
  run_started: z.object({
    version: z.literal("1.0"),
    sessionId: id(),
    request: z.string(),
    requestDigest: z.string(),
    windowNumber: z.int(),
    profile: z.enum(CAPABILITY_PROFILES),
    /** The context window in tokens and where the number comes from (POS-BUD-10). */
    window: z.object({ tokens: count(), source: z.enum(["option", "endpoint", "catalogue", "reported", "default"]) }),
    priorCsoHash: z.string().optional(),
    optionsDigest: z.string(),
  }),
  intent_classified: z.object({
    operations: z.array(stlOperationSchema()),
    steps: z.array(plannedOperationSchema()),
    evidence: z.array(cueEvidenceSchema()),
    language: z.string(),
    confidence: z.number(),
    depth: depthLevelSchema(),
    depthMetadata: depthMetadataSchema(),
    dropped: z.array(z.object({ stepId: id(), operation: stlOperationSchema(), reason: z.string() })),
  }),
  lifecycle_transitioned: operationEventSchema(),
  note_recorded: z.object({
    detail: z.string(),
    operation: stlOperationSchema().optional(),
    stepId: id().optional(),
    /** True where the note is a question that stays open: it enters the state. */
    question: z.boolean().optional(),
  }),
  frame_positioned: z.object({
    stepId: id(),
    attempt: count(),
    sections: z.array(z.object({ name: z.string(), tokens: count() })),
    capabilityIds: z.array(z.string()),
    selectionReason: z.string().optional(),
    rejected: z.array(z.object({ capabilityId: z.string(), reason: z.string() })),
    /** Facts and decisions the frame shows: the output is built on them (POS-CSO-03). */
    factIds: z.array(z.string()),
    decisionIds: z.array(z.string()),
  }),
  budget_trimmed: z.object({
    stepId: id(),
    purpose: z.enum(MODEL_CALL_PURPOSES),
    section: z.string(),
    mode: z.string(),
    tokensBefore: count(),
    tokensAfter: count(),
    linesRemoved: count(),
  }),
  provider_truncated: z.object({ stepId: id(), counted: count(), reported: count(), window: count() }),
  model_call_started: z.object({
    key: id(),
    stepId: id(),
    purpose: z.enum(MODEL_CALL_PURPOSES),
    inputTokens: count(),
    maxOutputTokens: count(),
    exact: z.boolean(),
  }),
  model_call_finished: z.object({
    key: id(),
    finishReason: z.enum([...FINISH_REASONS, "unknown"]),
    durationMs: z.number(),
    error: runErrorSchema().optional(),
  }),
  text_started: z.object({ messageId: id(), stepId: id() }),
  text_delta: z.object({ messageId: id(), delta: z.string() }),
  text_ended: z.object({ messageId: id(), complete: z.boolean() }),
  reasoning_started: z.object({ messageId: id(), stepId: id() }),
  reasoning_delta: z.object({ messageId: id(), delta: z.string() }),
  reasoning_ended: z.object({ messageId: id() }),
  tool_input_delta: z.object({ callId: id(), delta: z.string() }),
  tool_call_started: z.object({
    callId: id(),
    stepId: id(),
    capabilityId: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    argumentsDigest: z.string(),
  }),
  tool_call_finished: z.object({
    callId: id(),
    outcome: z.enum(TOOL_OUTCOMES),
    durationMs: z.number(),
    error: z.string().optional(),
  }),
  tool_call_refused: z.object({ callId: id(), capabilityId: z.string(), reason: z.string() }),
  observation_recorded: z.object({
    callId: id(),
    stepId: id(),
    capabilityId: z.string(),
    factId: id().optional(),
    summary: z.string(),
    /** `blob:<64 hex>` */
    ref: z.string(),
    digest: z.string(),
    bytes: count(),
    /** Time the call ended, as the observation's provenance states it. */
    timestamp: z.string(),
  }),
  reask_sent: z.object({ stepId: id(), problem: z.string() }),
  retry_scheduled: z.object({ key: id(), attempt: count(), delayMs: z.number(), reason: z.string() }),
  window_continued: z.object({ stepId: id(), window: count(), reason: z.string() }),
  model_fallback: z.object({ key: id(), from: z.string(), to: z.string(), reason: z.string() }),
  step_replanned: z.object({ stepId: id(), reason: z.string(), capabilityId: z.string().optional() }),
  loop_detected: z.object({ stepId: id(), period: count(), capabilityId: z.string() }),
  verdict_reached: z.object({ stepId: id(), attempt: count(), verdict: verdictSchema() }),
  depth_renegotiated: z.object({
    from: depthLevelSchema(),
    to: depthLevelSchema(),
    direction: z.enum(["deepen", "shallow"]),
    reason: z.string(),
    count: count(),
  }),
  policy_decided: z.object({
    point: z.enum(INSPECTION_POINTS),
    stepId: id(),
    /** The capability, call or transition that was judged. */
    subject: z.string(),
    verdict: z.enum(POLICY_VERDICTS),
    reasons: z.array(z.string()),
    rule: z.string().optional(),
    proof: z.unknown().optional(),
    /** The halt frame, where the verdict halted the run. */
    halt: haltFrameSchema().optional(),
  }),
  approval_requested: approvalRequestSchema(),
  approval_resolved: z.object({
    id: id(),
    decision: z.enum(["approved", "denied", "aborted", "cancelled", "expired"]),
    reviewer: z.string(),
  }),
  clarification_requested: clarificationRequestSchema(),
  clarification_resolved: z.object({
    id: id(),
    action: z.enum(["answer", "skip", "abort", "cancelled"]),
    reviewer: z.string(),
  }),
  fact_established: establishedFactSchema(),
  decision_recorded: decisionSchema(),
  fact_invalidated: z.object({ factId: id(), affected: z.array(z.string()) }),
  step_integrated: z.object({
    stepId: id(),
    outcome: z.enum(["done", "failed", "unverified"]),
    outputDigest: z.string(),
    avec: avecSchema(),
  }),
  node_recorded: z.object({
    nodeId: id(),
    parentNode: z.string().optional(),
    /** The canonical text. */
    node: z.string(),
    /** As in the node: the state's `record_head` repeats them, and a fold parses no text. */
    originSession: id(),
    modelAvec: avecSchema(),
  }),
  spend_recorded: z.object({
    key: id(),
    model: z.string(),
    inputTokens: count(),
    outputTokens: count(),
    amount: z.number().optional(),
    currency: z.string().optional(),
    total: z.number().optional(),
    estimated: z.boolean(),
  }),
  usage_reported: z.object({
    inputTokens: count(),
    outputTokens: count(),
    cachedInputTokens: count().optional(),
    estimated: z.boolean(),
  }),
  state_sealed: z.object({ csoId: id(), windowNumber: z.int(), csoHmac: z.string().optional() }),
  run_waiting: z.object({ pending: z.array(pendingRequestSchema()) }),
  run_resumed: z.object({ leg: z.int() }),
  run_finished: z.object({
    status: z.enum(["complete", "partial", "halted"]),
    haltReason: z.string().optional(),
    completion: z.number(),
    remaining: z.array(z.string()),
    textDigest: z.string(),
    error: runErrorSchema().optional(),
  }),
}));

/** The data of each kind of event, by the kind. */
export type EventDataByKind = {
  [K in keyof ReturnType<typeof eventDataSchemas>]: z.infer<ReturnType<typeof eventDataSchemas>[K]>;
};
/** The closed union of event kinds (POS-EVT-03); readers keep unknown ones. */
export type EventKind = keyof EventDataByKind;

export interface EventEnvelope<K extends EventKind> {
  /** Starts at 1 and grows by 1. */
  readonly seq: number;
  readonly runId: string;
  /** ISO-8601 UTC: the recorded time of the effect before it. */
  readonly at: string;
  readonly lane: number;
  readonly kind: K;
  readonly data: EventDataByKind[K];
}
/** One event of a run, discriminated by `kind`. */
export type RunEvent = { [K in EventKind]: EventEnvelope<K> }[EventKind];

/** The schema of one event kind with its envelope. */
export const runEventSchemas = lazySchema(() => {
  const entries = Object.entries(eventDataSchemas()).map(
    ([kind, data]) =>
      [
        kind,
        z.object({
          seq: z.int().min(1),
          runId: z.string(),
          at: z.string(),
          lane: z.int().min(0),
          kind: z.literal(kind),
          data,
        }),
      ] as const,
  );
  return Object.fromEntries(entries) as unknown as { [K in EventKind]: z.ZodType<EventEnvelope<K>> };
});
