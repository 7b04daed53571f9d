import { z } from "zod";
import { lazySchema } from "./lazy-schema.js";
import { stlOperationSchema } from "./operation.js";

export const TOOL_OUTCOMES = ["ok", "error", "timeout", "too_large", "lost"] as const;
/** How the attempt to run a tool ended; the same five words everywhere. */
export type ToolOutcome = (typeof TOOL_OUTCOMES)[number];

export const toolObservationSchema = lazySchema(() =>
  z.object({
    /** `f_obs_…` */
    factId: z.string(),
    factType: z.literal("TOOL_OBSERVATION"),
    capabilityId: z.string(),
    operationType: stlOperationSchema(),
    /** `<run_id>/<step_id>` of the operation that made the call. */
    windowId: z.string(),
    /** Deterministic summary, at most 256 tokens. */
    payloadSummary: z.string(),
    /** `blob:<64 hex>`: where the raw result is. */
    payloadRef: z.string(),
    /** `sha256:<64 hex>` of the raw result as JSON text. */
    payloadDigest: z.string(),
    groundingClass: z.literal("CONTEXT_GROUNDED"),
    provenance: z.object({
      sourceType: z.literal("TOOL"),
      sourceId: z.string(),
      invocationId: z.string(),
      timestamp: z.string(),
    }),
  }),
);
/** What a tool call left behind (POS-EXE-07). Raw results live in the blob store only. */
export type ToolObservation = z.infer<ReturnType<typeof toolObservationSchema>>;

/** The outcome of one `execute` (POS-EXE-01). */
export interface ToolExecutionResult {
  /** `validation_failed`: the arguments break the schema · `not_registered`: there is no such capability. */
  readonly status: ToolOutcome | "validation_failed" | "not_registered";
  readonly capabilityId: string;
  readonly observation?: ToolObservation;
  /** The raw result as JSON text, present when `status` is `ok`. */
  readonly payload?: string;
  /** Why `status` is not `ok`, one sentence each. */
  readonly errors: readonly string[];
  /** What the caller should know beside the outcome: a repeated call, an unmet output schema. */
  readonly note?: string;
  /** What the capability says a person should know beside the result (POS-EXE-09). */
  readonly remarks?: readonly string[];
  /** Whether the result satisfied the capability's output schema; absent where there is none. */
  readonly outputValid?: boolean;
  /** Milliseconds. */
  readonly durationMs: number;
}
