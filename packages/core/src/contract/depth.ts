import { z } from "zod";
import { lazySchema } from "./lazy-schema.js";
import type { StlOperation } from "./operation.js";

/** The depth levels, from the shallowest to the deepest. */
export const DEPTH_LEVELS = ["D1", "D2", "D3", "D4", "D5"] as const;
/** How far an operation is taken: D1 lookup, D2 composition, D3 examination, D4 investigation, D5 deep synthesis. */
export type DepthLevel = (typeof DEPTH_LEVELS)[number];

/** What one depth level pays for. Depth is a budget, never a reason to drop a stated step (POS-DEP-04). */
export interface DepthBudget {
  /** Planned operations, implied ones included. */
  readonly operations: number;
  /** Tool calls per operation. */
  readonly maxCalls: number;
  /** Continuation windows of one output, the first included. */
  readonly windows: number;
  /** Passes of a model judge; deterministic checks always run. */
  readonly judgePasses: number;
  /** Revision loops per operation. */
  readonly revisionLoops: number;
}

/** What each depth level pays for (POS-DEP-04). */
export const DEPTH_BUDGETS: Readonly<Record<DepthLevel, DepthBudget>> = {
  D1: { operations: 1, maxCalls: 1, windows: 2, judgePasses: 0, revisionLoops: 0 },
  D2: { operations: 3, maxCalls: 2, windows: 2, judgePasses: 0, revisionLoops: 1 },
  D3: { operations: 6, maxCalls: 3, windows: 3, judgePasses: 1, revisionLoops: 1 },
  D4: { operations: 12, maxCalls: 5, windows: 5, judgePasses: 2, revisionLoops: 2 },
  D5: { operations: 24, maxCalls: 8, windows: 8, judgePasses: 2, revisionLoops: 3 },
};

/** The depth each operation asks for by itself (POS-DEP-01). */
export const CHARACTERISTIC_DEPTH: Readonly<Record<StlOperation, DepthLevel>> = {
  RETRIEVE: "D1",
  CLARIFY: "D1",
  TRANSFORM: "D1",
  SYNTHESISE: "D2",
  GENERATE: "D2",
  REVISE: "D2",
  VERIFY: "D2",
  COMPARE: "D3",
  ANALYSE: "D3",
  PLAN: "D3",
};

/** At most this many renegotiations in one run (POS-DEP-07). */
export const MAX_RENEGOTIATIONS = 2;

export const DEPTH_REASONS = [
  "initial-proposal",
  "renegotiation",
  "max-renegotiations-reached",
  "capped",
  "saturated",
] as const;
export type DepthReason = (typeof DEPTH_REASONS)[number];

export const RENEGOTIATION_REASONS = [
  "unresolved-complexity",
  "contradiction-found",
  "goal-divergence",
  "high-confidence-fast",
  "simpler-than-expected",
] as const;
/**
 * Why a run changes its depth: the first three deepen by one level, the other two make shallower by one (POS-DEP-05).
 */
export type RenegotiationReason = (typeof RENEGOTIATION_REASONS)[number];

/** Gives the zod schema of a depth level. */
export const depthLevelSchema = lazySchema(() => z.enum(DEPTH_LEVELS));

export const depthSignalSchema = lazySchema(() =>
  z.object({
    /** The level or the change this signal speaks for: a level for `base`, else steps up or down. */
    value: z.union([depthLevelSchema(), z.int()]),
    /** The words behind it, each with its half-open UTF-16 span. */
    evidence: z.array(z.object({ text: z.string(), span: z.tuple([z.int(), z.int()]) })),
  }),
);

export const depthMetadataSchema = lazySchema(() =>
  z.object({
    renegotiated: z.boolean(),
    renegotiationCount: z.int(),
    reason: z.enum(DEPTH_REASONS),
    direction: z.enum(["deepen", "shallow"]).optional(),
    signals: z
      .object({
        base: depthSignalSchema().optional(),
        breadth: depthSignalSchema().optional(),
        scope: depthSignalSchema().optional(),
        explicit: depthSignalSchema().optional(),
        stakes: depthSignalSchema().optional(),
      })
      .optional(),
  }),
);
/** Why a depth was proposed or changed (POS-DEP-03). */
export type DepthMetadata = z.infer<ReturnType<typeof depthMetadataSchema>>;
