import { z } from "zod";
import { CAPABILITY_PROFILES, SAFETY_CLASSES } from "./capability.js";
import { lazySchema } from "./lazy-schema.js";
import { stlOperationSchema } from "./operation.js";

/** Where a policy is asked (POS-POL). */
export const INSPECTION_POINTS = ["frame", "selection", "arguments", "transition"] as const;
/**
 * Where a policy is asked: before a frame is shown, when a capability was chosen, when its arguments are known, at any
 * transition.
 */
export type InspectionPoint = (typeof INSPECTION_POINTS)[number];

/** What a policy may say. */
export const POLICY_VERDICTS = ["allow", "deny", "require_approval", "withhold", "halt"] as const;
/**
 * What a policy says; the strongest of several holds: halt, deny, require_approval, allow (POS-POL-03). `withhold` is
 * said of offers only.
 */
export type PolicyVerdict = (typeof POLICY_VERDICTS)[number];

export const policyContextSchema = lazySchema(() =>
  z.object({
    blockedSafetyClasses: z.array(z.enum(SAFETY_CLASSES)).optional(),
    dataResidency: z.string().optional(),
    policyDomains: z.array(z.string()).optional(),
    /** Null or absent: everything; a list: only these. */
    allowlist: z.array(z.string()).nullable().optional(),
    blocklist: z.array(z.string()).optional(),
    /** Targets calls may reach; absent: no scope rule. */
    authorisedScope: z.array(z.string()).optional(),
    /** Sinks labelled data may flow to; absent: no sink rule. */
    approvedSinks: z.array(z.string()).optional(),
    requireOversightFor: z.array(z.enum(SAFETY_CLASSES)).optional(),
    maxToolCallsPerOperation: z.int().min(0).optional(),
    /** Argument names that may not be passed, at any depth. */
    blockParameters: z.array(z.string()).optional(),
  }),
);
/** The declarative part of a policy (POS-POL-01). */
export type PolicyContextData = z.infer<ReturnType<typeof policyContextSchema>>;

/** Gives the zod schema of a halt frame. */
export const haltFrameSchema = lazySchema(() =>
  z.object({
    crpHaltReason: z.literal("PREVENTIVE_SAFETY_VIOLATION"),
    /** The lifecycle state the violation prevented. */
    haltPoint: z.string(),
    problematicFrame: z.object({
      operationType: stlOperationSchema().optional(),
      capabilityId: z.string().optional(),
      violation: z.string(),
      blockedParameter: z.string().optional(),
      policyRule: z.string().optional(),
    }),
    sessionId: z.string(),
    auditTrailUri: z.string().optional(),
    headers: z.record(z.string(), z.string()),
  }),
);
/** Why a run was stopped before something happened (POS-POL-04). HTTP 451 where served. */
export type HaltFrame = z.infer<ReturnType<typeof haltFrameSchema>>;

export const approvalRequestSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    stepId: z.string(),
    call: z.object({
      capabilityId: z.string(),
      /** The exact arguments the tool would get. */
      arguments: z.record(z.string(), z.unknown()),
      argumentsDigest: z.string(),
      safetyClass: z.enum(SAFETY_CLASSES),
      target: z.string().optional(),
    }),
    reason: z.string(),
    /** Absolute ISO-8601 UTC time. */
    expiresAt: z.string().optional(),
  }),
);
/** A question to a person about one exact call (POS-POL-05). */
export type ApprovalRequest = z.infer<ReturnType<typeof approvalRequestSchema>>;

export const clarificationRequestSchema = lazySchema(() =>
  z.object({
    /** `clar_` and 12 hex digits. */
    requestId: z.string(),
    question: z.string(),
    operationType: stlOperationSchema(),
    reason: z.enum(["missing_information", "oversight_required"]),
    options: z.array(z.string()),
    context: z.string(),
  }),
);
/** A question to a person about what is missing (POS-POL-10). */
export type ClarificationRequest = z.infer<ReturnType<typeof clarificationRequestSchema>>;

export const clarificationAnswerSchema = lazySchema(() =>
  z.object({
    action: z.enum(["answer", "skip", "abort"]),
    answer: z.unknown().optional(),
    reviewer: z.string().optional(),
  }),
);
/**
 * A person's answer to a clarification. `skip` goes on with an assumption, `abort` ends the run; `answer` is any JSON
 * (POS-POL-10).
 */
export type ClarificationAnswer = z.infer<ReturnType<typeof clarificationAnswerSchema>>;

/** What an inline handler is asked. It may answer with any value; `interpretApproval` reads it (POS-POL-06). */
export type PersonRequest =
  | { readonly kind: "approval"; readonly data: ApprovalRequest }
  | { readonly kind: "clarification"; readonly data: ClarificationRequest };
/**
 * Answers people's questions inline. `signal` fires on abort and deadline. An answer that is none is asked for once
 * more; one that throws counts as nobody there (POS-POL-06, POS-POL-10).
 */
export type ClarifyHandler = (
  request: PersonRequest,
  context: { readonly signal: AbortSignal },
) => unknown | Promise<unknown>;

export const resourcePlanSchema = lazySchema(() =>
  z.object({
    profile: z.enum(CAPABILITY_PROFILES),
    maxOperations: z.int().min(1),
    toolConcurrency: z.int().min(1),
    reason: z.string(),
  }),
);
/** What the machine can bear (POS-SYM-02). A governor only ever lowers. */
export type ResourcePlan = z.infer<ReturnType<typeof resourcePlanSchema>>;
/** Says once, when a run begins, what the machine can bear. */
export interface ResourceGovernor {
  /** Called once per run, synchronously. */
  assess(): ResourcePlan;
}

/** One decision of a policy, as inspected in the run and carried by `policy_decided`. */
export interface PolicyDecision {
  readonly point: InspectionPoint;
  readonly verdict: PolicyVerdict;
  /** Sorted. */
  readonly reasons: readonly string[];
  /** `policy-rule:<id>#<rule index>` where a program decided. */
  readonly rule?: string;
  /** The program's explanation, JSON. */
  readonly proof?: unknown;
  readonly blockedParameter?: string;
}
