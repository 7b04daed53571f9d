import type { DepthLevel } from "../contract/depth.js";
import type { IncompleteOutputError } from "../contract/error.js";
import type { ToolOutcome } from "../contract/observation.js";
import type { PlannedOperation } from "../contract/operation.js";
import type { Verdict } from "../contract/verdict.js";
import type { VerifyDetail } from "../lifecycle/detail.js";
import type { OperationStateMachine } from "../lifecycle/machine.js";
import type { DraftCall } from "../state/record/node-draft.js";

/** A tool call as later frames of the step see it. */
export interface ObservationView {
  readonly callId: string;
  readonly capabilityId: string;
  readonly argumentsText: string;
  readonly outcome: ToolOutcome;
  readonly summary: string;
  readonly factId?: string;
}

/** Everything the run knows of one step while and after it runs. */
export interface StepRecord {
  readonly step: PlannedOperation;
  readonly index: number;
  /** The lifecycle lane the step runs in. */
  readonly machine: OperationStateMachine;
  /** The depth it ran at. */
  depth: DepthLevel;
  outcome: "done" | "failed" | "unverified";
  /** The step's output as text; for a failed step, why it failed. */
  output: string;
  /** `sha256:` 64 hex of `output`; null until the step is integrated. */
  outputDigest: string | null;
  /** Null while the step is under way. */
  verdict: Verdict | null;
  readonly observations: ObservationView[];
  calls: number;
  windows: number;
  attempts: number;
  /** True where the output was cut by a limit. */
  cut: boolean;
  /** Set where that output is structured, so that what there is of it is none. */
  incomplete: IncompleteOutputError | null;
  /** How the step came to its output (POS-LIF-06). */
  detail: VerifyDetail;
  /** Facts its frames showed, each once. */
  factIds: readonly string[];
  /** r, a, f, h, d of POS-REC-02. */
  readonly measures: StepMeasures;
  /** ⌈bytes ÷ 4⌉ of its first prompt, and of the compass in it. */
  frameTokens: number;
  compassTokens: number;
  /** Sections' tokens granted to facts in its first frame. */
  factTokens: number;
  compassSentence: string;
  /** Calls already made, as `capability canonical-arguments`, in order (POS-EXE-04). */
  readonly callHistory: string[];
  /** From when a call is decided about until it is made or refused: its place among those of the run, from 1; else 0. */
  proposal: number;
  /** Set when repetition ended tool use (POS-EXE-04). */
  toolsEnded: boolean;
  /** Capabilities that failed and were set aside for this step. */
  readonly setAside: string[];
  readonly draftCalls: DraftCall[];
  /** 0 without dependencies, else 1 + the largest of theirs. */
  compressionDepth: number;
  /** ⌈bytes ÷ 4⌉ of all prompts and replies of the step. */
  promptTokens: number;
  replyTokens: number;
  trims: number;
  /** The capability of each call that failed. */
  readonly failedCapabilities: string[];
  judgePasses: number;
  /** Input + output tokens of the step's own model calls. */
  spentTokens: number;
  /** What policies let the step have, as its last frame was told; infinity without a limit. */
  callLimit: number;
  tokenLimit: number;
  /** Frame decisions already told. */
  readonly toldDecisions: string[];
  /** True once the step's output is part of the state. */
  integrated: boolean;
  /** Ids the first tool frame offered; null when there was none. */
  toolsOffered: readonly string[] | null;
}

export interface StepMeasures {
  /** Renegotiations, retries, re-asks and revision attempts. */
  redone: number;
  /** Model and tool attempts. */
  attempted: number;
  /** Attempts that failed, were refused or needed repair. */
  failed: number;
  /** Human interventions. */
  human: number;
  /** Decision points: tool choices, policy decisions, renegotiations and every human intervention. */
  decided: number;
}

/** The failed checks of a verdict, each as `id: detail`. */
export function failedChecks(verdict: Verdict | null): string[] {
  const failed = verdict?.checks.filter(({ outcome }) => outcome === "fail") ?? [];
  return failed.map(({ id, detail }) => `${id}: ${detail}`);
}

export function newStepRecord(
  step: PlannedOperation,
  index: number,
  depth: DepthLevel,
  machine: OperationStateMachine,
): StepRecord {
  return {
    step,
    index,
    machine,
    depth,
    outcome: "done",
    output: "",
    outputDigest: null,
    verdict: null,
    observations: [],
    calls: 0,
    windows: 0,
    attempts: 0,
    cut: false,
    incomplete: null,
    detail: "direct-generation",
    factIds: [],
    measures: { redone: 0, attempted: 0, failed: 0, human: 0, decided: 0 },
    frameTokens: 0,
    compassTokens: 0,
    factTokens: 0,
    compassSentence: "",
    callHistory: [],
    proposal: 0,
    toolsEnded: false,
    setAside: [],
    draftCalls: [],
    compressionDepth: 0,
    promptTokens: 0,
    replyTokens: 0,
    trims: 0,
    failedCapabilities: [],
    toolsOffered: null,
    judgePasses: 0,
    spentTokens: 0,
    callLimit: Number.POSITIVE_INFINITY,
    tokenLimit: Number.POSITIVE_INFINITY,
    toldDecisions: [],
    integrated: false,
  };
}
