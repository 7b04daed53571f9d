import { InjectionEquivalent } from "../budget/injection-equivalent.js";
import { checkSchemas } from "../capability/check-schemas.js";
import { ToolCapabilityFabric } from "../capability/fabric.js";
import { summarisePayload } from "../capability/summarise-payload.js";
import { canonicalJson } from "../contract/canonical-json.js";
import { sha256Digest } from "../contract/digest.js";
import type { Journal, JournalEntry } from "../contract/effect.js";
import { JournalError } from "../contract/error.js";
import type { RunEvent } from "../contract/event.js";
import type { LanguageModel } from "../contract/model.js";
import { SecretMask } from "../contract/secret-mask.js";
import { ModelCaller } from "../effect/call-model.js";
import { type DoorListener, EffectDoor } from "../effect/door.js";
import { CapabilityExecutor } from "../effect/executor.js";
import { SpendLedger } from "../effect/spend-ledger.js";
import { OperationStateMachine } from "../lifecycle/machine.js";
import { PolicyContext } from "../policy/policy-context.js";
import { loadPolicies } from "../policy/strata-policy/load-policies.js";
import { FactIndex } from "../position/fact-index.js";
import { FrameMemory } from "../position/frame-memory.js";
import { RequestMaterial } from "../position/request-material.js";
import { instructionOf } from "../position/split-request.js";
import { roundedAvec } from "../state/measure-avec.js";
import { StateFold } from "../state/state-fold.js";
import { chainOf } from "./attempt-models.js";
import { carrySpend } from "./carry-spend.js";
import { EventLog } from "./event-log.js";
import { NodeNews } from "./node-news.js";
import { countSecrets } from "./require-secrets.js";
import { resolveSettings } from "./resolve-settings.js";
import { type Run, sortFact, tellWaiting } from "./run.js";
import { describeModel, inputsDigest, inputsOf, type ModelDescription, type RunInputs } from "./run-inputs.js";
import type { RunOptions } from "./run-options.js";
import { runRecorder } from "./run-recorder.js";
import { RunVectors } from "./run-vectors.js";
import { startingState } from "./starting-state.js";
import { TextStream } from "./text-stream.js";
import { withoutSecrets } from "./without-secrets.js";

export interface OpenRunSpec {
  readonly request: string;
  readonly options: RunOptions;
  readonly runId: string;
  readonly sessionId: string;
  readonly journal: Journal;
  readonly canWait: boolean;
  /** The journal so far; empty for a new run. */
  readonly entries: readonly JournalEntry[];
  readonly replayOnly: boolean;
  readonly inputs: RunInputs | null;
  /** The models to call, in order; at least one. */
  readonly models: readonly LanguageModel[];
  /** Those of them that join the run when it goes on. */
  readonly joined: readonly ModelDescription[];
  readonly revision?: number;
  readonly history?: readonly RunEvent[];
  readonly firstLeg: number;
  readonly stop: RunStop;
  readonly onPaused: DoorListener["onPaused"];
}

/** The run's own way to stop: what fired, and why. */
export interface RunStop {
  readonly controller: AbortController;
  reason: string;
}

/** Builds the run object, journals its opening when it is new, and emits `run_started`. */
export async function openRun(given: OpenRunSpec): Promise<Run> {
  const mask = SecretMask.of(given.options.secrets);
  const spec = mask === null ? given : withoutSecrets(given, mask);
  const { options, runId, sessionId, request, journal } = spec;
  const clock = options.clock ?? Date.now;
  const policy = policyOf(options);
  // STRATA-POL-06: before anything is journalled; a policy that does not check keeps the run from starting.
  const programs = await loadPolicies(policy.programs);
  // POS-FAB-14: neither does a tool that no call could be made of.
  if (spec.entries.length === 0) await checkTools(options);
  const fabric = fabricFor(spec.inputs, buildFabric(options));
  // POS-EFF-07: a tool that is gone is told by the call that asks for it.
  const executor = buildExecutor(options) ?? (spec.inputs?.executes === true ? new CapabilityExecutor() : null);
  const opened = spec.entries[0];
  const startedAt = opened === undefined ? clock() : Date.parse(opened.data.at);
  const settings = {
    ...resolveSettings(options, startedAt),
    ...(spec.inputs?.deadline === undefined ? {} : { deadline: spec.inputs.deadline }),
  };
  const [model] = spec.models as readonly [LanguageModel, ...LanguageModel[]];
  const judgeModels = options.judge === undefined ? null : chainOf(options.judge);
  const judgeModel = judgeModels?.[0] ?? null;
  const inputs =
    spec.inputs ??
    inputsOf(options, settings.deadline, {
      fabric,
      executes: executor !== null,
      canWait: spec.canWait,
      model: describeModel(model),
      judge: judgeModel === null ? null : describeModel(judgeModel),
    });
  const digest = inputsDigest(inputs);
  const opening = opened === undefined ? await openJournal(spec, inputs, digest, startedAt) : null;
  const entries = opening === null ? spec.entries : [opening.entry];
  const { state: start, preservation } = startingState(options, {
    runId,
    request,
    at: new Date(startedAt).toISOString(),
    hasTools: inputs.executes || inputs.capabilities.length > 0,
  });
  const fold = new StateFold(start);
  const news = new NodeNews();
  const recorder = spec.replayOnly ? null : runRecorder(journal, runId, opened !== undefined);

  const log = new EventLog({
    runId,
    mask,
    fold: (event) => {
      fold.add(event);
      news.add(event);
    },
    observer: options.onEvent,
    ...(spec.history === undefined ? {} : { history: spec.history }),
    recordedNotes: recordedNotes(entries),
    onObserverFailure: (afterSeq, detail) => door.recordNote(afterSeq, detail),
  });
  const door: EffectDoor = new EffectDoor({
    journal,
    runId,
    clock,
    signal: spec.stop.controller.signal,
    entries,
    ...(spec.revision === undefined ? {} : { revision: spec.revision }),
    replayOnly: spec.replayOnly,
    joined: spec.joined,
    mask,
    ...(opening === null || opening.failure === null ? {} : { failure: opening.failure }),
    listener: {
      onWaiting: () => tellWaiting(run),
      onPaused: spec.onPaused,
      onResumed: (leg) => {
        if (leg === spec.firstLeg && spec.history !== undefined) carrySpend(run, spec.history);
        if (leg >= spec.firstLeg) log.unmute();
        log.emit(door.at, 0, "run_resumed", { leg });
      },
    },
  });
  if (recorder !== null) log.addSink((event) => recorder.record(event));
  const emitEvent: ModelCallerEmit = (lane, kind, data) => log.emit(door.at, lane, kind, data);
  const ledger = new SpendLedger(options.maxCost);
  const callerFor = (models: readonly LanguageModel[]) =>
    new ModelCaller({
      models,
      runId,
      door,
      emit: emitEvent,
      contextWindow: options.contextWindow,
      maxOutputTokens: options.maxOutputTokens ?? 1024,
      hasOutputLimit: options.maxOutputTokens !== undefined,
      temperature: options.temperature ?? 0.2,
      safetyMargin: options.safetyMargin,
      tokenCounter: options.tokenCounter,
      retries: settings.retries,
      modelTimeoutMs: settings.modelTimeoutMs,
      ledger,
      random: Math.random,
      deadline: settings.deadline,
      now: clock,
    });
  const facts = new FactIndex();
  for (const fact of start.establishedFacts) if (!fact.invalidated) facts.add(fact);
  // One literal: an object that is filled in afterwards is a dictionary to the engine, and every step reads this one.
  const run: Run = {
    runId,
    sessionId,
    request,
    start,
    optionsDigest: digest,
    options,
    settings,
    model,
    door,
    log,
    fold,
    facts,
    vectors:
      options.embedder === undefined
        ? null
        : new RunVectors({
            embedder: options.embedder,
            runId,
            door,
            facts,
            timeoutMs: settings.modelTimeoutMs,
            onFailure: ({ lane, stepId }, problem) => {
              const detail = `The embedder failed; facts and tools are chosen by words alone: ${problem}`;
              emitEvent(lane, "note_recorded", { detail, stepId });
            },
          }),
    factsById: new Map(start.establishedFacts.map((fact) => [fact.factId, fact])),
    invalidated: new Set(),
    labelledFacts: [],
    typedFacts: [],
    goalQuery: instructionOf(request),
    material: new RequestMaterial(request),
    frames: new FrameMemory(),
    fabric,
    executor,
    executes: inputs.executes,
    clock,
    journal,
    summarise: (payload: string) => summarisePayload(payload),
    policy,
    programs,
    policyAsks: new Map(),
    ledger,
    caller: callerFor(spec.models),
    judge: judgeModels === null ? null : callerFor(judgeModels),
    signal: spec.stop.controller.signal,
    abortReason: () => spec.stop.reason,
    stopLanes: (error: unknown) => {
      if (!spec.stop.controller.signal.aborted) spec.stop.controller.abort(error);
    },
    replayOnly: spec.replayOnly,
    recordedSeal: spec.replayOnly ? sealIn(entries) : null,
    windowNumber: start.windowNumber,
    canWait: inputs.canWait,
    asksInline: inputs.asksInline,
    machine: new OperationStateMachine([], { clock: () => door.time }),
    plan: [],
    consumers: new Map(),
    dropped: [],
    plannedCount: 0,
    language: "en",
    form: { kind: "prose" },
    proposedDepth: "D1",
    depth: "D1",
    depthMetadata: { renegotiated: false, renegotiationCount: 0, reason: "initial-proposal" },
    renegotiations: 0,
    lastDepthReason: null,
    fastSteps: 0,
    steps: new Map(),
    pending: [],
    blockedCalls: new Set(),
    observedCapabilities: new Set(),
    resultsByCall: new Map(),
    proposals: 0,
    callsUnderWay: new Map(),
    pieces: new Set(),
    toolsUnavailable: { readOnlyOnly: false },
    uncertainties: [],
    openQuestions: [],
    halts: [],
    text: new TextStream(runId, emitEvent, messagesIn(spec.history)),
    avec: { count: 0, sum: { stability: 0, friction: 0, logic: 0, autonomy: 0 } },
    preservation,
    recorder,
    chain: null,
    news,
    originSession: start.recordHead?.originSession ?? sessionId,
    userAvec: roundedAvec(options.userAvec ?? { stability: 0.5, friction: 0.5, logic: 0.5, autonomy: 0.5 }),
    observationCount: 0,
    continuationWindows: 0,
    frameTokensTotal: 0,
    compassTokensTotal: 0,
    injection: new InjectionEquivalent(request),
    toolSubset: [],
    selectionReason: "",
    factCount: 0,
    decisionCount: 0,
  };
  for (const fact of start.establishedFacts) if (!fact.invalidated) sortFact(run, fact);
  return run;
}

/** Messages that earlier attempts told: a new one never takes the id of one that was given up (POS-EVT-02). */
function messagesIn(history: readonly RunEvent[] = []): number {
  return history.filter(({ kind }) => kind === "text_started" || kind === "reasoning_started").length;
}

type ModelCallerEmit = ConstructorParameters<typeof ModelCaller>[0]["emit"];

function policyOf(options: RunOptions): PolicyContext {
  const { policy } = options;
  return policy instanceof PolicyContext ? policy : PolicyContext.from(policy ?? {});
}

/**
 * The catalogue of a run that was started before is the one it was started with: offers are no effect, so another
 * catalogue would make other prompts of the same journal.
 */
function fabricFor(inputs: RunInputs | null, given: ToolCapabilityFabric | null): ToolCapabilityFabric | null {
  if (inputs === null) return given;
  const { minRelevance } = inputs;
  if (inputs.capabilities.length === 0) return null;
  // POS-EFF-07: an equal catalogue with the recorded threshold is used as it was given.
  if (given !== null && (minRelevance ?? given.minRelevance) === given.minRelevance) {
    if (canonicalJson(given.descriptors()) === canonicalJson(inputs.capabilities)) return given;
  }
  const fabric = new ToolCapabilityFabric(minRelevance === undefined ? {} : { minRelevance });
  for (const descriptor of inputs.capabilities) fabric.register(descriptor);
  return fabric;
}

function buildFabric(options: RunOptions): ToolCapabilityFabric | null {
  if (options.fabric === undefined && options.tools === undefined) return null;
  if (options.tools === undefined || options.tools.length === 0) return options.fabric ?? null;
  const fabric = new ToolCapabilityFabric(
    options.fabric === undefined ? {} : { minRelevance: options.fabric.minRelevance },
  );
  for (const descriptor of options.fabric?.descriptors() ?? []) fabric.register(descriptor);
  for (const tool of options.tools) fabric.register(tool.descriptor);
  return fabric;
}

function buildExecutor(options: RunOptions): CapabilityExecutor | null {
  if (options.tools === undefined || options.tools.length === 0) return options.executor ?? null;
  const executor = new CapabilityExecutor();
  for (const definition of options.executor?.definitions() ?? []) executor.register(definition);
  for (const tool of options.tools) executor.register(tool);
  return executor;
}

/** Checks the schemas of what the options offer; without tools the validator is not loaded. */
async function checkTools({ fabric, tools = [] }: RunOptions): Promise<void> {
  const offered = [...(fabric?.descriptors() ?? []), ...tools.map(({ descriptor }) => descriptor)];
  for (const descriptor of offered) await checkSchemas(descriptor);
}

/** A journal that cannot be opened halts the run; it does not reject it. A run of that id is the caller's mistake. */
async function openJournal(
  spec: OpenRunSpec,
  inputs: RunInputs,
  digest: string,
  at: number,
): Promise<{ entry: JournalEntry; failure: JournalError | null }> {
  const inputsText = JSON.stringify(inputs);
  const secrets = countSecrets(spec.options.secrets);
  const entry: JournalEntry = {
    kind: "run_opened",
    data: {
      at: new Date(at).toISOString(),
      runId: spec.runId,
      sessionId: spec.sessionId,
      request: spec.request,
      optionsDigest: digest,
      inputsDigest: sha256Digest(inputsText),
      ...(secrets === 0 ? {} : { secrets }),
    },
  };
  try {
    await spec.journal.putBlob(entry.data.inputsDigest, new TextEncoder().encode(inputsText), spec.runId);
    await spec.journal.append(spec.runId, entry, 0);
    return { entry, failure: null };
  } catch (error) {
    const failure =
      error instanceof JournalError
        ? error
        : new JournalError("journal_failed", `The journal of run ${spec.runId} could not be opened.`, { cause: error });
    return { entry, failure };
  }
}

function recordedNotes(entries: readonly JournalEntry[]): Map<number, string> {
  const notes = new Map<number, string>();
  for (const entry of entries) if (entry.kind === "note_recorded") notes.set(entry.data.afterSeq, entry.data.detail);
  return notes;
}

/** The seal an attempt was closed with, or null. */
function sealIn(entries: readonly JournalEntry[]): string | null {
  const closing = entries.findLast((entry) => entry.kind === "run_closed");
  return closing?.data.csoHmac ?? null;
}
