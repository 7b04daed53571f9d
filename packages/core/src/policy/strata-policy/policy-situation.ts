import type { CapabilityDescriptor } from "../../contract/capability.js";
import type { OperationState } from "../../contract/event.js";
import type { StlOperation } from "../../contract/operation.js";
import type { InspectionPoint } from "../../contract/policy.js";

/** One planned operation as policies see it. */
export interface PolicyOperation {
  readonly id: string;
  readonly operation: StlOperation;
  readonly dependsOn: readonly string[];
  /** 1 … 5 */
  readonly depth: number;
  /** Tool calls made so far. */
  readonly calls: number;
  readonly completed: boolean;
}

/** One call as policies see it; arguments, labels and targets only where they are known. */
export interface PolicyCall {
  readonly id: string;
  readonly operationId: string;
  readonly capabilityId: string;
  readonly irreversible: boolean;
  /** A person approved exactly this call with these arguments. */
  readonly approved: boolean;
  readonly known?: {
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly labels: readonly string[];
    /** As the arguments name them. */
    readonly targets: readonly string[];
  };
}

/** What the run looks like where policies are asked: the source of every supplied row (STRATA-POL-09). */
export interface PolicySituation {
  readonly point: InspectionPoint;
  readonly transition?: { readonly from: OperationState; readonly to: OperationState };
  readonly operations: readonly PolicyOperation[];
  readonly currentId?: string;
  /** Tool calls, and input + output tokens of the model, in the whole run. */
  readonly runCalls: number;
  readonly tokensSpent: number;
  readonly tokenLimit?: number;
  readonly capabilities: readonly CapabilityDescriptor[];
  /** Ids of the candidates of the frame being built. */
  readonly offered: readonly string[];
  /** Fact types of valid recorded facts, and of the goal. */
  readonly have: readonly string[];
  readonly goal: readonly string[];
  readonly sessionRegion?: string;
  readonly sessionAreas: readonly string[];
  readonly approvedSinks: readonly string[];
  readonly call?: PolicyCall;
}
