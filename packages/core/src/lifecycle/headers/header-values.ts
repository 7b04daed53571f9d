import type { CapabilityProfile, StructuredOutputMode } from "../../contract/capability.js";
import type { DepthLevel } from "../../contract/depth.js";
import type { OperationState } from "../../contract/event.js";
import type { JsonSchema, ModelCapability } from "../../contract/model.js";
import type { StlOperation } from "../../contract/operation.js";
import type { ResourcePlan } from "../../contract/policy.js";

export const EXECUTION_MODES = [
  "single-shot",
  "planner-actor",
  "react",
  "verifier",
  "retrieval-then-answer",
  "positioned-tool-loop",
] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

export const OUTPUT_CONTRACT_MODES = ["json-schema", "grammar", "regex", "tool-call"] as const;
export type OutputContractMode = (typeof OUTPUT_CONTRACT_MODES)[number];

/** A plan as its operations, or as the digest of the comma-joined operations. */
export type OperationPlanValue =
  | { readonly kind: "operations"; readonly data: readonly StlOperation[] }
  | { readonly kind: "digest"; readonly data: string };

/** A schema by digest (`sha256:<64 hex>`) or as the JSON itself. */
export type SchemaReference =
  | { readonly kind: "digest"; readonly data: string }
  | { readonly kind: "inline"; readonly data: JsonSchema };

/** Bounds a caller puts on a run. */
export interface LoopGuard {
  /** Tool calls per operation. */
  readonly maxIterations: number;
  /** Milliseconds until the run's deadline. */
  readonly timeoutMs: number;
  /** How often an equal call may be repeated. */
  readonly maxDuplicates?: number;
}

/** Everything the protocol headers can say, each member one header; absent members are absent headers (POS-HDR). */
export interface HeaderValues {
  readonly operationState?: OperationState;
  readonly operationType?: StlOperation;
  readonly operationPlan?: OperationPlanValue;
  readonly capabilityProfile?: CapabilityProfile;
  readonly modelCapabilities?: readonly ModelCapability[];
  readonly toolSubset?: readonly string[];
  readonly toolAllowlist?: readonly string[];
  readonly toolBlocklist?: readonly string[];
  readonly executionMode?: ExecutionMode;
  readonly loopGuard?: LoopGuard;
  readonly structuredOutputMode?: StructuredOutputMode;
  readonly structuredOutputSchema?: SchemaReference;
  readonly promptCacheHint?: { readonly pinnedTokens: number; readonly digest?: string };
  readonly structuredOutputContract?: { readonly mode: OutputContractMode; readonly schema: SchemaReference };
  readonly toolPositioningFrame?: { readonly capabilityIds: readonly string[]; readonly selectionReason: string };
  readonly preventiveHalt?: { readonly kind: "frame" | "uri"; readonly data: string };
  readonly stlOperations?: readonly StlOperation[];
  /** `position` counts from 1; it is absent where the old form of the header left it out. */
  readonly operationCurrent?: { readonly operation: StlOperation; readonly position?: number; readonly total: number };
  readonly depthProposed?: DepthLevel;
  readonly depthFinal?: {
    readonly depth: DepthLevel;
    readonly renegotiated?: { readonly direction: "deepen" | "shallow"; readonly reason: string };
  };
  /** Reported tokens, summed over operations. */
  readonly frameTokens?: number;
  readonly goalCompassTokens?: number;
  /** Frame tokens ÷ injection equivalent, rounded to two decimals. */
  readonly frameVersusInject?: number;
  /** Share of the prior facts kept, rounded to two decimals, and how many had to be restored. */
  readonly relayPreservation?: { readonly score: number; readonly repaired?: number };
  readonly relayRevisions?: number;
  readonly relayRevisionTarget?: string;
  readonly relayCsoFacts?: number;
  readonly relayCsoDecisions?: number;
  readonly relayDependencyDepth?: number;
  readonly toolObservationCount?: number;
  /** Written only when there was one. */
  readonly continuationWindows?: number;
  readonly resourcePlan?: ResourcePlan;
  readonly clarification?: { readonly candidates: number; readonly reason?: string; readonly default?: number | null };
}

/** A header that could not be written or read, and why. */
export interface HeaderProblem {
  readonly header: string;
  readonly message: string;
}
