import type { DepthLevel } from "../contract/depth.js";
import type { PendingRequest, RunErrorData, RunEvent, RunStatus } from "../contract/event.js";
import type { StlOperation } from "../contract/operation.js";
import type { HaltFrame } from "../contract/policy.js";
import type { TrimRecord } from "../contract/prompt-section.js";
import type { Avec } from "../contract/state.js";
import type { Verdict } from "../contract/verdict.js";
import type { OperationStateMachine } from "../lifecycle/machine.js";
import type { OperationEvent } from "../lifecycle/operation-event.js";
import type { CognitiveStateObject } from "../state/cognitive-state-object.js";
import type { RecordedNode } from "../state/record/record-chain.js";

/** How one planned step came out. */
export interface StepResult {
  readonly id: string;
  readonly operation: StlOperation;
  /** `failed` too for a step that was under way when the run halted, `unverified` for one that waits for an answer. */
  readonly outcome: "done" | "failed" | "unverified" | "dropped";
  /** Why it is not done: the halt and its error, the failed call, the failed checks, why it was dropped; null when done. */
  readonly reason: string | null;
  readonly depth: DepthLevel | null;
  readonly verdict: Verdict | null;
  /** Tool calls made. */
  readonly calls: number;
  readonly windows: number;
  /** `sha256:` 64 hex of the output; null for a dropped step or one the run did not reach. */
  readonly outputDigest: string | null;
}

/** The outcome of a run; failure has the same shape as success (POS-RUN-04). */
export interface PositionedResult {
  readonly runId: string;
  readonly sessionId: string;
  /** The answer, or the best output so far. */
  readonly text: string;
  readonly status: RunStatus;
  /** Operations of the kept plan in order. */
  readonly operations: readonly StlOperation[];
  readonly steps: readonly StepResult[];
  readonly cso: CognitiveStateObject;
  readonly stateMachine: OperationStateMachine;
  readonly headers: Readonly<Record<string, string>>;
  /** The depth the run ended with. */
  readonly depth: DepthLevel;
  readonly depthProposed: DepthLevel;
  readonly renegotiations: number;
  /** Tokens of the frames, one per operation, and what injecting everything would have cost; ⌈UTF-8 bytes ÷ 4⌉. */
  readonly frameTokensTotal: number;
  readonly injectionEquivalentTokens: number;
  /** Tool observations of this run; the state and the header count the session's (POS-RUN-05). */
  readonly observationCount: number;
  readonly continuationWindows: number;
  readonly halted: boolean;
  readonly haltReason: string | null;
  /** The halt frame of a preventive halt. */
  readonly halt: HaltFrame | null;
  readonly pending: readonly PendingRequest[];
  readonly dropped: readonly { readonly stepId: string; readonly operation: StlOperation; readonly reason: string }[];
  readonly trims: readonly TrimRecord[];
  readonly uncertainties: readonly string[];
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cachedInputTokens: number;
    /** True when any number in it is our own count. */
    readonly estimated: boolean;
    readonly calls: number;
  };
  /** Present where the model's prices are known. */
  readonly cost: { readonly amount: number; readonly currency: string; readonly estimated: boolean } | null;
  /** Mean attractor vector of the integrated steps. */
  readonly avec: Avec | null;
  /** The STTP nodes of the run, one per integrated operation; each prints its canonical text when it is read. */
  readonly nodes: readonly RecordedNode[];
  /** The lifecycle's log: every transition and note in order. */
  readonly eventStream: readonly OperationEvent[];
  /** Every event of the run in order. */
  readonly events: readonly RunEvent[];
  readonly error: RunErrorData | null;
}
