import { z } from "zod";
import { depthLevelSchema } from "./depth.js";
import { lazySchema } from "./lazy-schema.js";
import type { JsonSchema, JsonValue } from "./model.js";
import { stlOperationSchema } from "./operation.js";

/** The kinds of capabilities; `tool` is the default (POS-FAB-01). */
export const CAPABILITY_KINDS = ["tool", "mcp-tool", "agent", "query", "service"] as const;
/** What a capability is; `tool` where nothing is said. */
export type CapabilityKind = (typeof CAPABILITY_KINDS)[number];

/** Closed; a class outside it is refused at registration (POS-FAB-12, POS-EXE-02). */
export const SAFETY_CLASSES = ["read-only", "mutating", "network", "destructive", "human-oversight"] as const;
/**
 * What a call may do to the world. Policies block classes, and people approve them: by default destructive and
 * human-oversight.
 */
export type SafetyClass = (typeof SAFETY_CLASSES)[number];

/** The profiles, from the one that bears most to the one that bears least. */
export const CAPABILITY_PROFILES = ["frontier", "capable-local", "small-local"] as const;
/** How much a model can be shown at once: bounds tools per frame, calls and windows. */
export type CapabilityProfile = (typeof CAPABILITY_PROFILES)[number];

/** K of the fabric and the most capabilities presented, per profile (POS-FAB-07). */
export const PROFILE_LIMITS: Readonly<Record<CapabilityProfile, { readonly k: number; readonly presented: number }>> = {
  frontier: { k: 7, presented: 3 },
  "capable-local": { k: 4, presented: 3 },
  "small-local": { k: 2, presented: 2 },
};

/** How a reply may be held to a schema. */
export const STRUCTURED_OUTPUT_MODES = ["json-schema", "grammar", "regex", "off"] as const;
/** How a tool frame says replies are held to its schema; `json-schema` by default. */
export type StructuredOutputMode = (typeof STRUCTURED_OUTPUT_MODES)[number];

const opaqueObject = () => z.record(z.string(), z.unknown());

export const costProfileSchema = lazySchema(() =>
  z.object({
    /** Tokens a call typically costs. */
    tokens: z.number().min(0).default(0),
    latencyMs: z.number().min(0).default(0),
    safetyClass: z.enum(SAFETY_CLASSES),
  }),
);

export const capabilityMetadataSchema = lazySchema(() =>
  z.object({
    description: z.string().optional(),
    /** Fact types a successful call establishes. */
    producesTypes: z.array(z.string()).optional(),
    /** Running it twice with equal arguments has the effect of once: timeouts may be retried (POS-EXE-05). */
    idempotent: z.boolean().optional(),
    /** Equal calls are run again instead of answered from the record: polling (POS-EXE-04). */
    repeatable: z.boolean().optional(),
    irreversible: z.boolean().optional(),
    /** Labels of the data the capability carries. */
    dataLabels: z.array(z.string()).optional(),
    /** Name of the argument that says where the call's data goes (POS-POL-02). */
    targetArgument: z.string().optional(),
    /** The application runs it: a call is handed out as `tool_call` and goes on with the answer (POS-RUN-05). */
    external: z.boolean().optional(),
  }),
);

export const capabilityDescriptorSchema = lazySchema(() =>
  z.object({
    /** 1–128 characters of one line, unique in a fabric. Models see ids they cannot take under other names (POS-PRS-10). */
    capabilityId: z
      .string()
      .min(1)
      .max(128)
      .refine(
        (id) => id.trim() === id && id.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(id),
        "has control characters, line breaks, half a surrogate pair, or white space at an end",
      ),
    kind: z.enum(CAPABILITY_KINDS).default("tool"),
    version: z.string().default("1.0.0"),
    operationTypes: z.array(stlOperationSchema()).min(1),
    inputSchema: opaqueObject(),
    outputSchema: opaqueObject().default({}),
    producesFacts: z.boolean().default(true),
    costProfile: costProfileSchema(),
    servesIntents: z.array(z.string()).optional(),
    consumesFacts: z.array(z.string()).optional(),
    dependencies: z.array(z.string()).optional(),
    mutuallyExclusiveWith: z.array(z.string()).optional(),
    dataResidency: z.string().optional(),
    allowedPolicyDomains: z.array(z.string()).optional(),
    embeddingVector: z.array(z.number()).optional(),
    /** The model that made the vector. A run blends the vector in where its embedder is of this model (POS-FAB-03). */
    embeddingModel: z.string().optional(),
    metadata: capabilityMetadataSchema().optional(),
  }),
);
/** What the runtime knows of a capability (POS-FAB-01). */
export type CapabilityDescriptor = z.infer<ReturnType<typeof capabilityDescriptorSchema>>;

/** What an implementation is handed beside its arguments (POS-EXE-03). */
export interface CapabilityCallContext {
  /** Fires on time-out and on abort of the run. */
  readonly signal: AbortSignal;
  /** The structural effect key of the call: equal on every retry and resume. */
  readonly idempotencyKey: string;
  readonly runId: string;
  readonly stepId: string;
  readonly callId: string;
  /** Tells how far the call is, and starts its time limit anew, up to ten times the limit in all (POS-EXE-08). */
  reportProgress(progress: { readonly fraction?: number; readonly message?: string }): void;
  /**
   * Says what a person should know of the call beside its result, such as what was left out. Once the call is over, each
   * remark is a `note_recorded` event (POS-EXE-09).
   */
  remark(text: string): void;
}

/** Runs a capability. The result must be JSON (no cycles, NaN or BigInt); throwing is an `error` outcome. */
export type CapabilityImplementation = (
  args: Readonly<Record<string, unknown>>,
  context: CapabilityCallContext,
) => unknown | Promise<unknown>;

/** A descriptor with the code that serves it; what `defineCapability` makes and `options.tools` takes. */
export interface CapabilityDefinition {
  readonly descriptor: CapabilityDescriptor;
  readonly execute: CapabilityImplementation;
}

/** The closed reasons for which a retrieved capability is not offered (POS-FAB-08). */
export type RejectionReason =
  | "blocklist"
  | "not-in-allowlist"
  | `safety-class-blocked:${string}`
  | `data-residency-conflict:${string}`
  | "policy-domain-mismatch"
  | `policy-rule:${string}`
  | "below-relevance"
  | "mutually-excluded"
  | "frame-capacity"
  | `dependency-missing:${string}`
  | `dependency-denied:${string}`
  | "dependency-capacity";

/** The addends of a score, each in [0, 1] before weighting (POS-FAB-02). */
export interface ScoreParts {
  readonly relevance: number;
  readonly intent: number;
  readonly schema: number;
  readonly cost: number;
}

/** A capability that is offered: for its score, or because one that is depends on it. */
export interface SelectedCapability {
  readonly capabilityId: string;
  /** 0…1: the weighted sum of `parts`. */
  readonly score: number;
  readonly reason: "scored" | "dependency";
  readonly parts: ScoreParts;
}

/** A capability that was retrieved and is not offered, and why. */
export interface RejectedCapability {
  readonly capabilityId: string;
  readonly reason: RejectionReason;
}

/** What the fabric answers for one operation (POS-FAB-02). */
export interface CapabilitySelection {
  readonly operation: z.infer<ReturnType<typeof stlOperationSchema>> | null;
  readonly profile: CapabilityProfile;
  /** Best first, led by dependencies, before narrowing. */
  readonly selected: readonly SelectedCapability[];
  readonly rejected: readonly RejectedCapability[];
  /** The most that could be selected. */
  readonly maxK: number;
  /** `operation=X; profile=p; offered=n/K; rejected=m` */
  readonly selectionReason: string;
  /** The descriptor behind a selected id, as it was when selected; absent on selections read back from JSON. */
  readonly describe?: (capabilityId: string) => CapabilityDescriptor | undefined;
}

export const capabilitySlotSchema = lazySchema(() =>
  z.object({
    capabilityId: z.string(),
    /** What the capability would do here, one sentence. */
    assignment: z.string(),
    inputSchema: opaqueObject(),
    exampleCall: opaqueObject(),
    outputContract: z.string(),
  }),
);

export const toolPositioningFrameSchema = lazySchema(() =>
  z.object({
    operationType: stlOperationSchema(),
    /** The operation frame as prompt text. */
    operationFrame: z.string(),
    selectionReason: z.string(),
    capabilities: z.array(capabilitySlotSchema()),
    maxCalls: z.int(),
    allowedDepth: depthLevelSchema(),
    structuredOutputMode: z.enum(STRUCTURED_OUTPUT_MODES),
  }),
);
/** The JSON of the 1–3 capabilities offered for one operation (POS-FAB-07). */
export type ToolPositioningFrameData = z.infer<ReturnType<typeof toolPositioningFrameSchema>>;

export const TOOL_CALL_PROBLEMS = [
  "unknown-capability",
  "ambiguous",
  "arguments-not-object",
  "arguments-invalid",
  "truncated",
  "empty",
] as const;
export type ToolCallProblemKind = (typeof TOOL_CALL_PROBLEMS)[number];

/** Why a reply is neither a clean call nor a clean answer; it is re-asked once (POS-PRS-07). */
export interface ToolCallProblem {
  readonly kind: ToolCallProblemKind;
  /** One sentence for the model: what was wrong and what is expected. */
  readonly message: string;
  /** JSON Pointers of the arguments at fault, for `arguments-invalid`. */
  readonly paths?: readonly string[];
}

/** Where a parsed call or answer came from. */
export type ParseSource = "native" | "envelope" | "repaired" | "prose" | "data";

/** A call or an answer read from a model's output, as other rooms see it (POS-PRS-01). */
export interface ParsedToolCallShape {
  readonly capabilityId: string | null;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: string;
  readonly source: ParseSource;
  readonly problem?: ToolCallProblem;
  /** Further calls of the same reply, in order. */
  readonly rest?: readonly { readonly capabilityId: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  /** Set when the id was matched case-insensitively (POS-PRS-03). */
  readonly note?: string;
  readonly isToolCall: boolean;
}

/** The validator the executor and the parser share: null when `value` satisfies `schema`, else what is wrong. */
export type ArgumentValidator = (
  schema: JsonSchema,
  value: unknown,
) => null | readonly { readonly path: string; readonly message: string }[];

/**
 * Makes vectors of texts. A run asks it for those of a step's query and of its facts wherever there are more facts than the
 * step's frame shows (POS-FRM-03), and compares the query with tools that have a vector of the same model (POS-FAB-03).
 * In a run each text is asked for once, up to 96 at a time.
 */
export interface Embedder {
  /** Name of the model that makes the vectors. */
  readonly model: string;
  /**
   * One vector per text, in order, all of one length, of finite numbers. Texts come as long as they are. Where it rejects,
   * gives something else or takes longer than `modelTimeoutMs`, the run says so once and goes on by words alone.
   */
  embed(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly (readonly number[])[]>;
}

export type { JsonValue };
