import {
  avecSchema,
  cognitiveStateSchema,
  type DocumentCodec,
  depthLevelSchema,
  documentCodec,
  haltFrameSchema,
  lazySchema,
  OPERATION_STATES,
  pendingRequestSchema,
  RUN_STATUSES,
  runErrorSchema,
  stlOperationSchema,
  verdictSchema,
} from "@pelorus/core/schemas";
import { z } from "zod";

const count = () => z.int().min(0);

export const RUN_STATES = ["running", "interrupted", ...RUN_STATUSES] as const;
/**
 * How a run stands: `running`, or what its last leg ended with. `waiting` goes on after an answer, `interrupted`, when the
 * process that drove it has ended, after it is resumed; the others are final.
 */
export type RunState = (typeof RUN_STATES)[number];

export const STEP_STATES = ["planned", "active", "done", "failed", "unverified", "dropped"] as const;

export const stepProgressSchema = lazySchema(() =>
  z.object({
    stepId: z.string(),
    operation: stlOperationSchema(),
    assignment: z.string(),
    dependsOn: z.array(z.string()),
    state: z.enum(STEP_STATES),
    /** Where the step stands in the lifecycle, once it was positioned. */
    lifecycle: z.enum(OPERATION_STATES).optional(),
    /** Score of the last verdict, 0 to 1. */
    score: z.number().optional(),
    toolCalls: count(),
  }),
);
/** One planned operation as far as it has come. */
export type StepProgress = z.infer<ReturnType<typeof stepProgressSchema>>;

export const runProgressSchema = lazySchema(() =>
  z.object({
    status: z.enum(RUN_STATES),
    /** Number of the last event; 0 before the first. */
    lastSeq: count(),
    /** ISO-8601 UTC time of the last event. */
    updatedAt: z.string(),
    steps: z.array(stepProgressSchema()),
    operationState: z.enum(OPERATION_STATES).optional(),
    depthProposed: depthLevelSchema().optional(),
    depth: depthLevelSchema().optional(),
    /** Everything the run waits for; each is answered by its id. */
    pending: z.array(pendingRequestSchema()),
    /** The answer as far as it has been streamed: the message that was begun last. */
    text: z.string(),
    messageId: z.string().optional(),
    /** Tokens of the window, and of the prompts and outputs so far. */
    budget: z.object({ window: count(), inputTokens: count(), outputTokens: count(), modelCalls: count() }),
    haltReason: z.string().optional(),
    error: runErrorSchema().optional(),
  }),
);
/** What a run has come to, folded from its events. */
export type RunProgress = z.infer<ReturnType<typeof runProgressSchema>>;

export const runResultSchema = lazySchema(() =>
  z.object({
    runId: z.string(),
    sessionId: z.string(),
    status: z.enum(["complete", "partial", "halted"]),
    /** The answer, or the best output so far. */
    text: z.string(),
    operations: z.array(stlOperationSchema()),
    steps: z.array(
      z.object({
        id: z.string(),
        operation: stlOperationSchema(),
        outcome: z.enum(["done", "failed", "unverified", "dropped"]),
        /** Why the step is not done; absent when it is. */
        reason: z.string().optional(),
        depth: depthLevelSchema().optional(),
        verdict: verdictSchema().optional(),
        calls: count(),
        windows: count(),
        outputDigest: z.string().optional(),
      }),
    ),
    depthProposed: depthLevelSchema().optional(),
    depth: depthLevelSchema().optional(),
    renegotiations: count(),
    frameTokensTotal: count(),
    injectionEquivalentTokens: count(),
    observationCount: count(),
    continuationWindows: count(),
    haltReason: z.string().optional(),
    /** The halt frame of a preventive halt. */
    halt: haltFrameSchema().optional(),
    /** Calls the application is to make: a valid selection without an executor. */
    pending: z.array(pendingRequestSchema()),
    dropped: z.array(z.object({ stepId: z.string(), operation: stlOperationSchema(), reason: z.string() })),
    uncertainties: z.array(z.string()),
    usage: z.object({
      inputTokens: count(),
      outputTokens: count(),
      cachedInputTokens: count(),
      estimated: z.boolean(),
      calls: count(),
    }),
    cost: z.object({ amount: z.number(), currency: z.string(), estimated: z.boolean() }).optional(),
    avec: avecSchema().optional(),
    /** The `CRP-*` headers of the run. */
    headers: z.record(z.string(), z.string()),
    error: runErrorSchema().optional(),
    /** The cognitive state the next turn of the session goes on from. */
    state: cognitiveStateSchema().optional(),
  }),
);
/** The outcome of a run as data. */
export type RunResult = z.infer<ReturnType<typeof runResultSchema>>;

export const runProgressCodec: () => DocumentCodec<RunProgress> = lazySchema(() => documentCodec(runProgressSchema()));
