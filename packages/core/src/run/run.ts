import type { InjectionEquivalent } from "../budget/injection-equivalent.js";
import type { ToolCapabilityFabric } from "../capability/fabric.js";
import type { CapabilityProfile, SafetyClass } from "../contract/capability.js";
import type { DepthLevel, DepthMetadata } from "../contract/depth.js";
import type { Clock, Journal } from "../contract/effect.js";
import type { EventDataByKind, EventKind, PendingRequest } from "../contract/event.js";
import type { RequestedForm } from "../contract/frame.js";
import type { LanguageModel } from "../contract/model.js";
import type { ToolOutcome } from "../contract/observation.js";
import type { PlannedOperation, StlOperation } from "../contract/operation.js";
import type { HaltFrame, ResourcePlan } from "../contract/policy.js";
import type { Avec, CognitiveStateData, Decision, EstablishedFact } from "../contract/state.js";
import type { ModelCaller } from "../effect/call-model.js";
import type { EffectDoor } from "../effect/door.js";
import type { CapabilityExecutor } from "../effect/executor.js";
import type { SpendLedger } from "../effect/spend-ledger.js";
import type { OperationStateMachine } from "../lifecycle/machine.js";
import type { PolicyContext } from "../policy/policy-context.js";
import type { LoadedPolicy } from "../policy/strata-policy/loaded-policy.js";
import type { FactIndex } from "../position/fact-index.js";
import type { FrameMemory } from "../position/frame-memory.js";
import type { RequestMaterial } from "../position/request-material.js";
import type { AvecDimensionValues } from "../state/measure-avec.js";
import type { RecordChain } from "../state/record/record-chain.js";
import type { StateFold } from "../state/state-fold.js";
import type { EventLog } from "./event-log.js";
import type { NodeNews } from "./node-news.js";
import type { RunOptions } from "./run-options.js";
import type { RunRecorder } from "./run-recorder.js";
import type { RunVectors } from "./run-vectors.js";
import type { StepRecord } from "./step-record.js";
import type { TextStream } from "./text-stream.js";

/** Limits and switches of a run after defaults, governor and inbound limits. */
export interface RunSettings {
  readonly profile: CapabilityProfile;
  readonly maxOperations: number;
  readonly lanes: number;
  readonly oversight: ReadonlySet<SafetyClass>;
  readonly resourcePlan: ResourcePlan | null;
  readonly deadline: number | undefined;
  readonly toolTimeoutMs: number;
  readonly resultLimitBytes: number;
  readonly retries: number;
  readonly modelTimeoutMs: number;
  readonly onDenied: "continue" | "halt";
  readonly onFailedChecks: "revise" | "record";
}

/** Everything one run holds while a leg of it runs. The rooms are pure; this is where their results meet. */
export interface Run {
  readonly runId: string;
  readonly sessionId: string;
  readonly request: string;
  /** The state the run began with. */
  readonly start: CognitiveStateData;
  readonly optionsDigest: string;
  readonly options: RunOptions;
  readonly settings: RunSettings;
  readonly model: LanguageModel;
  readonly door: EffectDoor;
  readonly log: EventLog;
  readonly fold: StateFold;
  /** Valid facts by relevance, and all facts of the run by id. */
  readonly facts: FactIndex;
  readonly factsById: Map<string, EstablishedFact>;
  /** Vectors of facts and queries; null without an embedder. */
  readonly vectors: RunVectors | null;
  /** Facts that carry data labels, and facts a tool choice can rest on. */
  /** Ids of facts that no longer hold. */
  readonly invalidated: Set<string>;
  readonly labelledFacts: EstablishedFact[];
  readonly typedFacts: EstablishedFact[];
  readonly fabric: ToolCapabilityFabric | null;
  readonly executor: CapabilityExecutor | null;
  /** True when selected calls are executed here; false when the application runs them (POS-RUN-05). */
  readonly executes: boolean;
  readonly policy: PolicyContext;
  /** The policy programs, checked and compiled; most runs have none. */
  readonly programs: readonly LoadedPolicy[];
  /** Evaluations of policies so far, by step and attempt. */
  readonly policyAsks: Map<string, number>;
  /** What the run has spent, over all its models. */
  readonly ledger: SpendLedger;
  readonly caller: ModelCaller;
  /** Calls of the judge model; null without one. */
  readonly judge: ModelCaller | null;
  /** Fires when the run is to end: the caller's abort, its deadline. */
  readonly signal: AbortSignal;
  /** Why `signal` fired: a halt reason. */
  readonly abortReason: () => string;
  /** Ends every lane because one has failed. */
  readonly stopLanes: (error: unknown) => void;
  readonly replayOnly: boolean;
  /** Of a replay: the seal its journal was closed with; null without one. */
  readonly recordedSeal: string | null;
  readonly windowNumber: number;
  readonly clock: Clock;
  readonly journal: Journal;
  /** Summary of a raw result given as JSON text (POS-EXE-06). */
  readonly summarise: (payload: string) => string;
  /** True when a person can be waited for: a journal was given, or somebody holds a live handle. */
  readonly canWait: boolean;
  /** True when an inline handler answers people's questions. */
  readonly asksInline: boolean;

  machine: OperationStateMachine;
  /** The kept plan. */
  plan: readonly PlannedOperation[];
  dropped: readonly { readonly stepId: string; readonly operation: StlOperation; readonly reason: string }[];
  /** The steps that use a step's output, by its id. */
  consumers: ReadonlyMap<string, readonly PlannedOperation[]>;
  plannedCount: number;
  language: string;
  form: RequestedForm;
  /** What facts are ranked against beside a step's assignment: the request's own instruction. */
  goalQuery: string;
  /** Pieces of a request too large for a frame, made once. */
  readonly material: RequestMaterial;
  /** What the frames of the run have in common. */
  readonly frames: FrameMemory;
  proposedDepth: DepthLevel;
  depth: DepthLevel;
  depthMetadata: DepthMetadata;
  renegotiations: number;
  lastDepthReason: string | null;
  /** Steps in a row verified ≥ 0.95 at the first attempt in one window (POS-DEP-06). */
  fastSteps: number;
  readonly steps: Map<string, StepRecord>;
  /** Open selections without an executor. */
  readonly pending: PendingRequest[];
  readonly blockedCalls: Set<string>;
  readonly observedCapabilities: Set<string>;
  /** Results by `capability canonical-arguments`, for calls that are not repeated (POS-EXE-04). */
  readonly resultsByCall: Map<string, RecordedCallResult>;
  /** How many calls were decided about. */
  proposals: number;
  /** Calls that are being decided about or made, by the same key, each with the lanes that wait for its result. */
  readonly callsUnderWay: Map<string, (() => void)[]>;
  /** Pieces of tool results that are in `facts`: source and statement. */
  readonly pieces: Set<string>;
  readonly toolsUnavailable: { readOnlyOnly: boolean };
  readonly uncertainties: string[];
  readonly openQuestions: string[];
  readonly halts: HaltFrame[];
  readonly text: TextStream;
  /** Sum of the attractor vectors of the integrated steps. */
  readonly avec: { count: number; readonly sum: { -readonly [K in keyof AvecDimensionValues]: number } };
  /** Of the relay from the prior turn; null in a first turn. */
  readonly preservation: { readonly score: number; readonly repaired: number } | null;
  readonly recorder: RunRecorder | null;
  /** The run's nodes; null only until the record room is loaded. */
  chain: RecordChain | null;
  /** What the next node has to state. */
  readonly news: NodeNews;
  readonly originSession: string;
  readonly userAvec: Avec;
  observationCount: number;
  continuationWindows: number;
  frameTokensTotal: number;
  compassTokensTotal: number;
  /** What putting everything into every prompt would have sent (POS-BUD-16). */
  readonly injection: InjectionEquivalent;
  toolSubset: readonly string[];
  selectionReason: string;
  factCount: number;
  decisionCount: number;
}

export interface RecordedCallResult {
  readonly callId: string;
  readonly outcome: ToolOutcome;
  readonly summary: string;
  readonly factId?: string;
}

export function emit<K extends EventKind>(run: Run, lane: number, kind: K, data: EventDataByKind[K]): void {
  run.log.emit(run.door.at, lane, kind, data);
}

/** Establishes a fact: event, state and the index frames choose from. Returns its id. */
export function establishFact(
  run: Run,
  lane: number,
  fact: Omit<EstablishedFact, "factId" | "windowOrigin" | "invalidated"> & { factId?: string },
): string {
  run.factCount++;
  const factId = fact.factId ?? `f_${run.windowNumber}_${run.factCount}`;
  // Member by member: a copy with members added has a hidden class of its own, and every reader of facts pays for that.
  const established: EstablishedFact = {
    factId,
    statement: fact.statement,
    provenance: fact.provenance,
    provenanceRef: fact.provenanceRef,
    // Four decimals, as the record keeps them: a state read back from it is the same.
    confidence: Math.round(fact.confidence * 10_000) / 10_000,
    windowOrigin: run.windowNumber,
    invalidated: false,
  };
  if (fact.factTypes !== undefined) established.factTypes = fact.factTypes;
  if (fact.labels !== undefined) established.labels = fact.labels;
  emit(run, lane, "fact_established", established);
  run.facts.add(established);
  run.factsById.set(factId, established);
  sortFact(run, established);
  return factId;
}

/** Puts a fact where policies and tool selection look for it. */
export function sortFact(run: Pick<Run, "labelledFacts" | "typedFacts">, fact: EstablishedFact): void {
  if ((fact.labels?.length ?? 0) > 0) run.labelledFacts.push(fact);
  if ((fact.factTypes?.length ?? 0) > 0 || fact.provenance === "USER") run.typedFacts.push(fact);
}

/** A doubt that stays: told with the result and kept in the state as an open question (POS-DEP-07). */
export function raiseQuestion(run: Run, lane: number, question: string, stepId: string): void {
  run.uncertainties.push(question);
  run.openQuestions.push(question);
  emit(run, lane, "note_recorded", { detail: question, stepId, question: true });
}

/** Records a decision of the runtime itself (POS-CSO-03). Returns its id. */
export function recordDecision(
  run: Run,
  lane: number,
  decision: Pick<Decision, "choice" | "rationale"> & Partial<Decision>,
): string {
  run.decisionCount++;
  const decisionId = `d_${run.windowNumber}_${run.decisionCount}`;
  emit(run, lane, "decision_recorded", {
    alternatives: [],
    dependsOn: [],
    revisable: true,
    provenance: "RUNTIME",
    provenanceRef: run.runId,
    ...decision,
    decisionId,
    windowOrigin: run.windowNumber,
  });
  return decisionId;
}

/** Tells that the run waits, and for what. */
export function tellWaiting(run: Run): void {
  emit(run, 0, "run_waiting", { pending: [...run.door.waitingRequests] as PendingRequest[] });
}
