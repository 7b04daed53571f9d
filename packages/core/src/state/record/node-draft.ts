import type { DepthLevel } from "../../contract/depth.js";
import type { StlOperation } from "../../contract/operation.js";
import type { Avec, CognitiveStateData, Decision, EstablishedFact } from "../../contract/state.js";
import type { Verdict } from "../../contract/verdict.js";
import type { OperationMeasures } from "../measure-avec.js";

/** One tool call as the record keeps it. */
export interface DraftCall {
  readonly capability: string;
  readonly argumentsDigest: string;
  readonly outcome: string;
  /** Id of the observation, where there is one. */
  readonly observation: string | null;
  readonly summary: string;
  /** 0.9 where the result passed an output schema, else 0.8; 0.5 for a call whose outcome is not known. */
  readonly confidence: number;
}

/** Everything one node says, fixed when its operation is integrated (POS-REC). Printing adds nothing to it. */
export interface NodeDraft {
  readonly runId: string;
  readonly sessionId: string;
  readonly originSession: string;
  readonly trigger: "scheduled" | "threshold" | "resonance" | "seed" | "manual";
  /** Time of the INTEGRATED event, UTC milliseconds. */
  readonly timestamp: string;
  readonly step: {
    readonly id: string;
    readonly index: number;
    readonly of: number;
    readonly lane: number;
    readonly token: StlOperation;
    readonly assignment: string;
    readonly depth: DepthLevel;
    readonly dependsOn: readonly string[];
    readonly attempts: number;
  };
  /** Stated by the first node of a run: what the run is for, and its whole plan. */
  readonly opening: {
    readonly objective: string;
    readonly mode: CognitiveStateData["goalState"]["mode"];
    readonly plan: readonly { readonly id: string; readonly token: StlOperation; readonly assignment: string }[];
  } | null;
  readonly compressionDepth: number;
  /** Tokens granted to facts. */
  readonly retrievalBudget: number;
  readonly contextSummary: string;
  readonly userAvec: Avec;
  readonly modelAvec: Avec;
  /** Running mean of the unrounded vectors of the run, rounded. */
  readonly compressionAvec: Avec;
  readonly result: {
    readonly outcome: "done" | "failed" | "unverified";
    readonly form: string;
    readonly complete: boolean;
    readonly digest: string;
    readonly bytes: number;
    /** The whole output: the node keeps it whole up to 512 tokens, else whole sentences from its start. */
    readonly output: string;
    readonly confidence: number;
  };
  readonly verdict: Verdict | null;
  readonly measures: OperationMeasures;
  readonly facts: readonly EstablishedFact[];
  readonly decisions: readonly Decision[];
  readonly calls: readonly DraftCall[];
  readonly policy: readonly { readonly point: string; readonly verdict: string; readonly reasons: readonly string[] }[];
  readonly human: readonly { readonly requestId: string; readonly kind: string; readonly answer: string }[];
  readonly invalidated: readonly string[];
  readonly questions: readonly string[];
  readonly budget: {
    readonly window: number;
    readonly input: number;
    readonly output: number;
    readonly trims: number;
  };
  /** Facts recorded in the run, and those still valid. */
  readonly factCount: number;
  readonly validFactCount: number;
}
