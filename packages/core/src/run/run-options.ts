import type { ToolCapabilityFabric } from "../capability/fabric.js";
import type { CapabilityDefinition, CapabilityProfile, Embedder, SafetyClass } from "../contract/capability.js";
import type { DepthLevel } from "../contract/depth.js";
import type { Clock, IdSource, Journal } from "../contract/effect.js";
import type { RunEvent } from "../contract/event.js";
import type { LanguageModel, ModelCall } from "../contract/model.js";
import type { RequestClassifier } from "../contract/operation.js";
import type { ClarifyHandler, PolicyContextData, ResourceGovernor } from "../contract/policy.js";
import type { Avec, CognitiveStateData, ContextFact } from "../contract/state.js";
import type { TokenCounter } from "../contract/token-counter.js";
import type { CapabilityExecutor } from "../effect/executor.js";
import type { PolicyContext, PolicyProgram } from "../policy/policy-context.js";
import type { CueTable } from "../position/cue-tables/cue-table.js";
import type { CognitiveStateObject } from "../state/cognitive-state-object.js";

/** Options of a run (POS §20). Everything but `model` has a default. */
export interface RunOptions {
  /** A plain function, or a `LanguageModel`. Strings are resolved by `resolveModel` of `@pelorus/providers`. */
  readonly model: ModelCall | LanguageModel;
  /** Tools as definitions; builds fabric and executor. May stand beside `fabric` and `executor`. */
  readonly tools?: readonly CapabilityDefinition[];
  /** A fabric without an executor selects only: valid calls come back in `result.pending`. */
  readonly fabric?: ToolCapabilityFabric;
  readonly executor?: CapabilityExecutor;
  /** Default `frontier`. */
  readonly profile?: CapabilityProfile;
  /** Declarative rules, and policies made by `strataPolicy` in `programs`. */
  readonly policy?: PolicyContext | (PolicyContextData & { readonly programs?: readonly PolicyProgram[] });
  readonly contextFacts?: readonly ContextFact[];
  /** Integer ≥ 1, default 12. A longer plan is capped and reported, never silently cut. */
  readonly maxOperations?: number;
  readonly governor?: ResourceGovernor;
  /** Safety classes whose calls a person must approve; default human-oversight and destructive. */
  readonly oversightRequired?: readonly SafetyClass[];
  /** Answers approvals and clarifications inline. */
  readonly clarifyHandler?: ClarifyHandler;
  /** Seals the state; at least 16 bytes. */
  readonly hmacKey?: Uint8Array | string;
  /** State of the turn before. */
  readonly priorCso?: CognitiveStateObject | CognitiveStateData;
  /** Most windows of one output; default by depth, 1 never continues. */
  readonly maxContinuationWindows?: number;
  readonly runId?: string;
  readonly sessionId?: string;
  /** With a journal the run is durable: it can wait for people and be resumed. Default: memory, for this run. */
  readonly journal?: Journal;
  /** Milliseconds since the epoch. */
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly signal?: AbortSignal;
  /** Milliseconds from the start; `deadline` is absolute. The earlier one holds. */
  readonly timeoutMs?: number;
  readonly deadline?: Date | string | number;
  /** Tokens; overrides what the model says of itself. */
  readonly contextWindow?: number;
  /**
   * Tokens reserved for one output; default 1,024. One that is set is also the most an answer may have; otherwise that is
   * what the window has left. What a model answers beyond is left out (POS-BUD-17).
   */
  readonly maxOutputTokens?: number;
  /** Default 0.2. */
  readonly temperature?: number;
  /** Tokens kept free; default min(256, half the window). */
  readonly safetyMargin?: number;
  readonly tokenCounter?: TokenCounter;
  readonly classifier?: RequestClassifier;
  /** Tables that are added to the built-in ones, or replace the one of their language. */
  readonly cueTables?: readonly CueTable[];
  /** Fixes the initial depth instead of negotiating it. */
  readonly depth?: DepthLevel;
  /** A model that decides the checks deterministic verification cannot. */
  readonly judge?: ModelCall | LanguageModel;
  /** Finds facts and tools by vectors beside words; the statements of facts are sent to it. Default: words alone. */
  readonly embedder?: Embedder;
  /** Independent steps that run side by side; default what the governor allows, else 1. */
  readonly lanes?: number;
  /** `record` runs and records the checks but triggers neither revision nor renegotiation. Default `revise`. */
  readonly onFailedChecks?: "revise" | "record";
  /** Milliseconds; default 30,000. */
  readonly toolTimeoutMs?: number;
  /** Bytes; default 1 MiB. */
  readonly resultLimitBytes?: number;
  /** Retries of a failed model call or retryable tool; default 2. */
  readonly retries?: number;
  /** Milliseconds one model call may take; default 600,000. */
  readonly modelTimeoutMs?: number;
  /** What a person's denial does; default `continue`. */
  readonly onDenied?: "continue" | "halt";
  /**
   * In the currency of the model's pricing. A call that could bring the spend above it is shortened or not made; then the
   * run halts `cost_limit` (POS-FBK-04).
   */
  readonly maxCost?: number;
  /** Tokens; only policies read it. */
  readonly tokenLimit?: number;
  /** Fact types that are the goal; only policies read them. */
  readonly goalFacts?: readonly string[];
  /**
   * Values that are not to be kept or told: keys, passwords; each of at least 8 characters. Wherever the run would keep or
   * tell one, `[hidden]` stands: in its request and facts, in what models, tools and people answer, in errors, events and
   * nodes. They are not recorded: who resumes the run gives them again (POS-SEC-01).
   */
  readonly secrets?: readonly string[];
  readonly userAvec?: Omit<Avec, "psi">;
  readonly trigger?: "scheduled" | "threshold" | "resonance" | "seed" | "manual";
  /** Gives the outputs of all steps under `## OPERATION` headings instead of the deliverable alone. */
  readonly includeHeadings?: boolean;
  /** Headers in the eight-operation spelling. */
  readonly strict8?: boolean;
  /** Called with every event. What it throws becomes a note and never changes the run. */
  readonly onEvent?: (event: RunEvent) => void;
}
