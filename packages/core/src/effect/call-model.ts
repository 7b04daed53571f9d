import { calibratedCounter, calibrateOverhead, overheadTokens } from "../budget/calibrate-overhead.js";
import { completeUsage } from "../budget/complete-usage.js";
import { fitsByBound } from "../budget/fits-by-bound.js";
import { type GuardedPrompt, guardPromptBudget } from "../budget/guard-prompt-budget.js";
import { judgeReportedUsage, type ReportedUsage, reportedWindow } from "../budget/judge-reported-usage.js";
import { priceUsage } from "../budget/price-usage.js";
import { reportTokens } from "../budget/report-tokens.js";
import { vendorSafeNames } from "../capability/vendor-safe-names.js";
import type { EffectAct } from "../contract/effect.js";
import { AbortedError, ContextOverflowError, ModelCallError, ProviderTruncatedError } from "../contract/error.js";
import { estimateTokens, utf8Length } from "../contract/estimate-tokens.js";
import type { EventDataByKind, EventKind } from "../contract/event.js";
import type {
  FinishReason,
  JsonSchema,
  LanguageModel,
  ModelCallPurpose,
  ModelRequest,
  ModelUsage,
  NativeToolCall,
  WindowSource,
} from "../contract/model.js";
import type { PromptSection, TrimRecord } from "../contract/prompt-section.js";
import type { TokenCounter } from "../contract/token-counter.js";
import { stablePrefixLength } from "../position/stable-prefix.js";
import { CallableModel } from "./callable-model.js";
import type { EffectDoor } from "./door.js";
import { type FailureData, failureData, overflowOf, usageOfFailure } from "./failed-call.js";
import { generate, withinLimit, withTimeout } from "./generate.js";
import { loadTokenCounter } from "./load-token-counter.js";
import { retryDelay, sleep } from "./retry.js";
import type { SpendLedger } from "./spend-ledger.js";
import { type DeltaPart, recordedDeltas, StreamAssembler } from "./stream-assembler.js";

/** One call a step wants to make. */
export interface ModelCallSpec {
  readonly stepId: string;
  readonly attempt: number;
  readonly act: Extract<EffectAct, "plan" | "model" | "judge" | "synth">;
  readonly purpose: ModelCallPurpose;
  readonly lane: number;
  readonly sections: readonly PromptSection[];
  readonly schema: JsonSchema | null;
  /** Tools of the frame, under their capability ids. */
  readonly tools?: readonly { readonly id: string; readonly description: string; readonly inputSchema: JsonSchema }[];
  readonly maxOutputTokens?: number;
  /** Told the deltas of prose that is streamed; absent where the output is not shown as it comes. */
  readonly onDelta?: (kind: "text" | "reasoning" | "tool_input", delta: string, callId?: string) => void;
  /** Told before another attempt begins after deltas were told: what they said is given up. */
  readonly onAbandoned?: () => void;
}

/** What came back, with what it cost. */
export interface ModelCallOutcome {
  readonly key: string;
  readonly text: string;
  readonly toolCalls: readonly NativeToolCall[];
  readonly finishReason: FinishReason | undefined;
  /** Reported where the provider did, else our own count. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** ⌈UTF-8 bytes ÷ 4⌉ of the prompt as sent (POS-BUD-16). */
  readonly promptTokens: number;
  readonly reasoning: string | undefined;
  /** Cuts the guard made for this call. */
  readonly trims: number;
  /** Calls that failed before this one. */
  readonly retries: number;
  /** True when usage total equals the window: going on is pointless (POS-CON-03). */
  readonly windowFull: boolean;
}

export interface ModelCallerOptions {
  /** The model and those that take over, in order; at least one. */
  readonly models: readonly LanguageModel[];
  readonly runId: string;
  readonly door: EffectDoor;
  readonly emit: <K extends EventKind>(lane: number, kind: K, data: EventDataByKind[K]) => void;
  /** `options.contextWindow` of the run. */
  readonly contextWindow: number | undefined;
  readonly maxOutputTokens: number;
  /** True where the caller set `maxOutputTokens`: then it is a limit, too. */
  readonly hasOutputLimit: boolean;
  readonly temperature: number;
  readonly safetyMargin: number | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  readonly retries: number;
  readonly modelTimeoutMs: number;
  readonly ledger: SpendLedger;
  readonly random: () => number;
  /** Absolute end of the run in milliseconds since the epoch; no wait goes beyond it. */
  readonly deadline: number | undefined;
  readonly now: () => number;
}

interface RecordedCall {
  readonly text: string;
  readonly toolCalls?: readonly NativeToolCall[];
  readonly finishReason?: FinishReason;
  readonly usage?: ModelUsage;
  readonly reasoning?: string;
  /** Kind and length of each delta, so that a replay cuts the text at the same places (POS-EVT-02). */
  readonly parts?: readonly DeltaPart[];
  readonly durationMs: number;
  /** Tokens at which the answer was cut, where the model did not keep to them. */
  readonly cutAt?: number;
  readonly error?: FailureData;
  /** Drawn when the call failed, so that a replay schedules the same retry. */
  readonly jitter?: number;
  readonly aborted?: string;
}

/** A call that was answered, with the budget it was made with at last. */
type KeyedCall = RecordedCall & { readonly key: string; readonly retries: number; readonly budget: GuardedPrompt };

/** A call that the provider refused as too large, with the budget it was made with. Never leaves the caller. */
class ProviderOverflow extends Error {
  readonly overflow: ContextOverflowError;
  readonly budget: GuardedPrompt;

  constructor(overflow: ContextOverflowError, budget: GuardedPrompt) {
    super(overflow.message);
    this.overflow = overflow;
    this.budget = budget;
  }
}

/** True where a call would be made again as it was refused. */
function isSameCall(refused: GuardedPrompt, guarded: GuardedPrompt): boolean {
  return guarded.prompt === refused.prompt && guarded.maxOutputTokens >= refused.maxOutputTokens;
}

/** Attempts of one call that failed so far, over all models that were tried. */
interface Tally {
  failed: number;
}

/**
 * The only way to the model (POS-BUD-08): guards the prompt, journals the call, retries, goes over to fallbacks, notices
 * silent truncation and keeps account of tokens and spend.
 */
export class ModelCaller {
  readonly trims: TrimRecord[] = [];
  readonly usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: false, calls: 0 };
  readonly #options: ModelCallerOptions;
  readonly #callCounts = new Map<string, number>();
  /** The model and those that take over, in order. */
  readonly #models: readonly CallableModel[];
  /** The one that calls begin with: a run stays with the model it went over to. */
  #active = 0;
  #unpricedTold = false;

  constructor(options: ModelCallerOptions) {
    this.#options = options;
    this.#models = options.models.map((model) => new CallableModel(model, options.contextWindow));
  }

  /** The window of the model that the next call begins with. */
  get window(): { readonly tokens: number; readonly source: WindowSource } {
    return this.#model(this.#active).window;
  }

  /** Takes over what was used before this attempt at the run, by calls it does not repeat (POS-FBK-03). */
  carry(used: { readonly inputTokens: number; readonly outputTokens: number; readonly calls: number }): void {
    this.usage.inputTokens += used.inputTokens;
    this.usage.outputTokens += used.outputTokens;
    this.usage.calls += used.calls;
  }

  /** Asks the first model for its window and price; before the first call. */
  async prepare(keys: { readonly window: string; readonly price: string }): Promise<void> {
    const { door, contextWindow } = this.#options;
    await this.#model(0).learn(door, keys, { contextWindow, isFallback: false });
  }

  /** Makes the call, by a fallback where the model fails. Throws the error of the last model that was tried. */
  async call(spec: ModelCallSpec): Promise<ModelCallOutcome> {
    let index = this.#active;
    const tally = { failed: 0 };
    for (;;) {
      const callable = this.#model(index);
      try {
        return await this.#callUntruncated(spec, callable, tally);
      } catch (error) {
        const next = await this.#successor(spec, index, error);
        if (next === null) throw error;
        // POS-FBK-02: what a person has seen is given up, not gone on with.
        spec.onAbandoned?.();
        this.#options.emit(spec.lane, "model_fallback", {
          key: this.#lastKey(spec),
          from: callable.name,
          to: this.#model(next).name,
          reason: (error as Error).message,
        });
        if (error instanceof ModelCallError) this.#active = Math.max(this.#active, next);
        index = next;
      }
    }
  }

  /** POS-FBK-01: the model that takes over, or null: any later one after a failure, a larger one after an overflow. */
  async #successor(spec: ModelCallSpec, index: number, error: unknown): Promise<number | null> {
    const tooLong = error instanceof ContextOverflowError || error instanceof ProviderTruncatedError;
    if (!tooLong && !(error instanceof ModelCallError)) return null;
    const { door, runId, contextWindow } = this.#options;
    for (let next = index + 1; next < this.#models.length; next++) {
      const callable = this.#model(next);
      const base = `${runId}/${spec.stepId}/${spec.attempt}/plan`;
      const keys = { window: `${base}.window.${next}`, price: `${base}.price.${next}` };
      await callable.learn(door, keys, { contextWindow, isFallback: true });
      // POS-FBK-01
      if (!tooLong || callable.window.tokens > this.#model(index).window.tokens) return next;
    }
    return null;
  }

  #model(index: number): CallableModel {
    return this.#models[index] as CallableModel;
  }

  async #callUntruncated(spec: ModelCallSpec, callable: CallableModel, tally: Tally): Promise<ModelCallOutcome> {
    let refused: ProviderOverflow | null = null;
    for (;;) {
      const guarded = await this.#guard(spec, callable);
      if (refused !== null && isSameCall(refused.budget, guarded)) throw refused.overflow;
      try {
        const called = await this.#callWithRetries(spec, callable, guarded, tally);
        if (!(await this.#wasTruncated(spec, callable, called))) return this.#outcomeOf(callable, called);
      } catch (error) {
        if (!(error instanceof ProviderOverflow)) throw error;
        if (!this.#learnWindow(spec, callable, error.overflow)) throw error.overflow;
        refused = error;
      }
    }
  }

  /** POS-BUD-12: a smaller window that the provider names holds for the rest of the run; learnt once per model. */
  #learnWindow(spec: ModelCallSpec, callable: CallableModel, { window }: ContextOverflowError): boolean {
    if (callable.overflowedBefore || window >= callable.window.tokens) return false;
    callable.overflowedBefore = true;
    const before = callable.window.tokens;
    callable.window = { tokens: window, source: "reported" };
    const detail = `${callable.name} says that its window is ${window} tokens, not ${before}; prompts are fitted to it from here on`;
    this.#options.emit(spec.lane, "note_recorded", { detail, stepId: spec.stepId });
    spec.onAbandoned?.();
    return true;
  }

  /** POS-FBK-04: what a call may cost at most fits into what is left of `maxCost`. */
  #afford(spec: ModelCallSpec, callable: CallableModel, guarded: GuardedPrompt): GuardedPrompt {
    const { ledger, emit } = this.#options;
    if (ledger.isLimited && callable.pricing === undefined && !this.#unpricedTold) {
      this.#unpricedTold = true;
      emit(spec.lane, "note_recorded", { detail: `maxCost does not hold: no price is known of ${callable.name}` });
    }
    const { inputTokens } = reportTokens(guarded);
    const { pricing, model } = callable;
    const maxOutputTokens = ledger.affordableOutput(pricing, inputTokens, guarded.maxOutputTokens, model.outputReserve);
    return maxOutputTokens === guarded.maxOutputTokens ? guarded : { ...guarded, maxOutputTokens };
  }

  /** POS-BUD-04: the byte bound first; an encoding is loaded only when the bound does not settle the budget. */
  async #guard(spec: ModelCallSpec, callable: CallableModel): Promise<GuardedPrompt> {
    const { maxOutputTokens, safetyMargin } = this.#options;
    const requested = spec.maxOutputTokens ?? maxOutputTokens;
    const toolsText = spec.tools === undefined ? "" : JSON.stringify(spec.tools);
    const limits = {
      contextWindow: callable.window.tokens,
      requestedMaxTokens: requested,
      // Trimming context never leaves a stub of an answer.
      minOutputTokens: Math.min(requested, Math.max(1, Math.floor(callable.window.tokens / 4))),
      safetyMargin,
    };
    const framing = overheadTokens(callable.calibration, 1);
    const bounded = { overheadTokens: framing + utf8Length(toolsText), ...limits };
    // POS-BUD-08, POS-BUD-09: nothing reaches the provider but through here, and what is sent beside the prompt counts.
    if (callable.counter === undefined && fitsByBound(spec.sections, bounded)) {
      return guardPromptBudget(spec.sections, bounded);
    }
    callable.counter ??= await this.#loadCounter(callable);
    const exact = callable.counter;
    const byCount = (): GuardedPrompt => {
      const counter = calibratedCounter(exact, callable.calibration);
      const overhead = overheadTokens(callable.calibration, 1);
      return guardPromptBudget(spec.sections, {
        ...limits,
        overheadTokens: overhead + (toolsText === "" ? 0 : Math.ceil(counter.count(toolsText))),
        countTokensFn: counter,
      });
    };
    let guarded = byCount();
    if (await this.#calibrate(spec, callable, guarded)) guarded = byCount();
    for (const note of guarded.notes) {
      this.#options.emit(spec.lane, "note_recorded", { detail: note, stepId: spec.stepId });
    }
    for (const trim of guarded.trims) {
      this.trims.push(trim);
      this.#options.emit(spec.lane, "budget_trimmed", { stepId: spec.stepId, purpose: spec.purpose, ...trim });
    }
    return guarded;
  }

  /** POS-BUD-09: what the provider counts for a prompt near the window, once per run. True when it was more than ours. */
  async #calibrate(spec: ModelCallSpec, callable: CallableModel, guarded: GuardedPrompt): Promise<boolean> {
    const { model } = callable;
    if (model.countPromptTokens === undefined || callable.hasAskedCount) return false;
    callable.hasAskedCount = true;
    const { runId, door } = this.#options;
    const key = `${runId}/${spec.stepId}/${spec.attempt}/plan.count.${this.#models.indexOf(callable)}`;
    const count = ({ signal }: { readonly signal: AbortSignal }) =>
      model.countPromptTokens?.({ ...this.#requestOf(spec, callable, guarded), signal });
    const reported = await callable.ask(door, key, count, guarded.prompt);
    if (typeof reported !== "number") return false;
    const known = callable.calibration;
    callable.calibration = calibrateOverhead(known, {
      countedTokens: guarded.inputTokens,
      reportedTokens: reported,
      messages: 1,
    });
    return callable.calibration !== known;
  }

  /** The request as it is sent, tools under vendor-safe names. */
  #requestOf(spec: ModelCallSpec, callable: CallableModel, budget: GuardedPrompt): Omit<ModelRequest, "signal"> {
    const names = vendorSafeNames((spec.tools ?? []).map((tool) => tool.id));
    return {
      prompt: budget.prompt,
      schema: spec.schema,
      tools: (spec.tools ?? []).map((tool) => ({
        name: names.toSafe(tool.id) ?? tool.id,
        description: tool.description,
        inputSchema: tool.inputSchema,
      })),
      maxOutputTokens: budget.maxOutputTokens,
      temperature: this.#options.temperature,
      purpose: spec.purpose,
      contextWindow: callable.window.tokens,
      stablePrefixLength: stablePrefixLength(spec.sections, budget.prompt),
    };
  }

  async #loadCounter({ model }: CallableModel): Promise<TokenCounter> {
    const { tokenCounter } = this.#options;
    if (tokenCounter !== undefined) return tokenCounter;
    if (model.countTokens !== undefined) {
      const count = model.countTokens.bind(model);
      return { name: `${model.provider}:${model.modelId}`, exact: true, count };
    }
    return loadTokenCounter(model.tokenEncoding);
  }

  async #callWithRetries(
    spec: ModelCallSpec,
    callable: CallableModel,
    guarded: GuardedPrompt,
    tally: Tally,
  ): Promise<KeyedCall> {
    const { emit, retries, door, ledger, modelTimeoutMs } = this.#options;
    let delay = 0;
    for (let attempt = 1; ; attempt++) {
      // Anew for each attempt: the one before may have been charged.
      const budget = this.#afford(spec, callable, guarded);
      const key = this.#nextKey(spec);
      const reported = reportTokens(budget);
      emit(spec.lane, "model_call_started", {
        key,
        stepId: spec.stepId,
        purpose: spec.purpose,
        inputTokens: reported.inputTokens,
        maxOutputTokens: budget.maxOutputTokens,
        exact: reported.exact,
      });
      const mostOutput = budget.maxOutputTokens + (callable.model.outputReserve ?? 0);
      const giveBack = ledger.reserve(callable.pricing, reported.inputTokens, mostOutput);
      let recorded: RecordedCall;
      try {
        recorded = await this.#perform(spec, callable, budget, key, delay);
      } finally {
        giveBack();
      }
      this.#account(spec, callable, key, reported.inputTokens, recorded);
      emit(spec.lane, "model_call_finished", {
        key,
        finishReason: recorded.finishReason ?? "unknown",
        durationMs: recorded.durationMs,
        ...(recorded.error === undefined
          ? {}
          : {
              error: {
                code: recorded.error.code,
                message: recorded.error.message,
                isRetryable: recorded.error.isRetryable,
              },
            }),
      });
      if (recorded.cutAt !== undefined) {
        const detail = `${callable.name} answered with more than the ${recorded.cutAt} tokens it had; the rest was left out`;
        emit(spec.lane, "note_recorded", { detail, stepId: spec.stepId });
      }
      if (recorded.aborted !== undefined) throw new AbortedError("The run was aborted.", { cause: recorded.aborted });
      const { error } = recorded;
      if (error === undefined) return { ...recorded, key, retries: tally.failed, budget };
      tally.failed++;
      // POS-BUD-12: what the provider says does not fit is an overflow, never retried unchanged.
      const margin = this.#options.safetyMargin ?? 0;
      const overflow = overflowOf(error, { window: callable.window.tokens, margin, budget });
      if (overflow !== null) throw new ProviderOverflow(overflow, budget);
      const { isRetryable, retryAfterMs, statusCode } = error;
      const failure = new ModelCallError(error.message, {
        isRetryable,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        ...(statusCode === undefined ? {} : { statusCode }),
      });
      // POS-RUN-06: never again after text a person has seen.
      const visible = spec.onDelta !== undefined && recorded.text !== "";
      if (!isRetryable || attempt > retries || visible) throw failure;
      delay = retryDelay(attempt, retryAfterMs, () => recorded.jitter ?? 0);
      // A provider that asks for a longer wait than a call may take is not waited for: the run can be resumed then.
      if (delay > modelTimeoutMs) throw failure;
      const { deadline, now } = this.#options;
      if (!door.isReplaying && deadline !== undefined && now() + delay >= deadline) throw failure;
      if (spec.onDelta !== undefined && recorded.reasoning !== undefined) spec.onAbandoned?.();
      emit(spec.lane, "retry_scheduled", { key, attempt, delayMs: delay, reason: error.message });
    }
  }

  async #perform(
    spec: ModelCallSpec,
    callable: CallableModel,
    budget: GuardedPrompt,
    key: string,
    delay: number,
  ): Promise<RecordedCall> {
    const { door, modelTimeoutMs, random } = this.#options;
    const { model } = callable;
    const names = vendorSafeNames((spec.tools ?? []).map((tool) => tool.id));
    const assembler = new StreamAssembler();
    const limit = this.#outputLimit(spec, callable, budget);
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    let toldLive = false;
    const recorded = await door.effect<RecordedCall>({
      key,
      act: spec.act,
      input: budget.prompt,
      keepInput: true,
      idempotent: true,
      aborted: () => ({ ...assembler.partial(), durationMs: elapsed(), aborted: "aborted" }),
      onOutcome: (outcome) => {
        if (toldLive || spec.onDelta === undefined) return;
        for (const part of recordedDeltas(outcome)) spec.onDelta(part.kind, part.delta, part.callId);
      },
      perform: async ({ signal, isAlone }) => {
        if (delay > 0) await sleep(delay, signal);
        const request = this.#requestOf(spec, callable, budget);
        const tell =
          spec.onDelta !== undefined && isAlone()
            ? (kind: "text" | "reasoning" | "tool_input", delta: string, callId?: string) => {
                toldLive = true;
                spec.onDelta?.(kind, delta, callId);
              }
            : undefined;
        try {
          const response = await withTimeout(modelTimeoutMs, signal, (callSignal) => {
            const asked: ModelRequest = {
              get signal() {
                return callSignal();
              },
              ...request,
            };
            return generate(model, asked, spec.onDelta === undefined ? null : assembler, limit, tell);
          });
          const bounded = await withinLimit(response, limit, () => this.#loadCounter(callable));
          return Object.assign({ durationMs: 0 }, bounded, { durationMs: elapsed() });
        } catch (error) {
          if (signal.aborted) throw error;
          const partial = assembler.partial();
          const usage = usageOfFailure(error, partial.text + (partial.reasoning ?? ""));
          return {
            ...partial,
            ...(usage === undefined ? {} : { usage }),
            durationMs: elapsed(),
            error: failureData(error),
            jitter: random(),
          };
        }
      },
    });
    if (recorded.toolCalls === undefined) return recorded;
    const toolCalls = recorded.toolCalls.map((call) => ({ ...call, name: names.toId(call.name) ?? call.name }));
    return { ...recorded, toolCalls };
  }

  /**
   * POS-BUD-17: the most tokens an answer may have: the output that was set, by the caller or by what is left of the
   * spend, and what the window has left where none was.
   */
  #outputLimit(spec: ModelCallSpec, { window, model }: CallableModel, budget: GuardedPrompt): number {
    const { ledger, hasOutputLimit } = this.#options;
    const isSet = hasOutputLimit || spec.maxOutputTokens !== undefined || ledger.isLimited;
    const left = isSet ? 0 : window.tokens - reportTokens(budget).inputTokens;
    return Math.max(budget.maxOutputTokens, left) + (model.outputReserve ?? 0);
  }

  #nextKey(spec: ModelCallSpec): string {
    const base = this.#baseKey(spec);
    this.#callCounts.set(base, (this.#callCounts.get(base) ?? 0) + 1);
    return this.#lastKey(spec);
  }

  /** The key of the call made last, or of the one that did not come to be made. */
  #lastKey(spec: ModelCallSpec): string {
    const base = this.#baseKey(spec);
    const calls = this.#callCounts.get(base) ?? 0;
    return calls <= 1 ? base : `${base}.${calls - 1}`;
  }

  #baseKey({ stepId, attempt, act }: ModelCallSpec): string {
    return `${this.#options.runId}/${stepId}/${attempt}/${act}`;
  }

  #account(
    spec: ModelCallSpec,
    callable: CallableModel,
    key: string,
    promptTokens: number,
    recorded: RecordedCall,
  ): void {
    const usage = completeUsage(recorded.usage, {
      inputTokens: promptTokens,
      output: recorded.text,
      reasoning: recorded.reasoning,
    });
    const { inputTokens, outputTokens, estimated } = usage;
    this.usage.inputTokens += inputTokens;
    this.usage.outputTokens += outputTokens;
    this.usage.cachedInputTokens += usage.cachedInputTokens;
    this.usage.estimated ||= estimated;
    this.usage.calls++;
    const { pricing, name } = callable;
    const { ledger } = this.#options;
    this.#options.emit(spec.lane, "spend_recorded", {
      key,
      model: name,
      inputTokens,
      outputTokens,
      ...(pricing === undefined ? {} : ledger.add(priceUsage(pricing, usage), pricing.currency, estimated)),
      estimated,
    });
  }

  /**
   * POS-BUD-11: a provider that silently cut the prompt is found out by its own report. Once per run the smaller window
   * is taken over and the call made again; a second time is an error.
   */
  async #wasTruncated(spec: ModelCallSpec, callable: CallableModel, called: KeyedCall): Promise<boolean> {
    const { usage, budget: guarded } = called;
    if (usage?.inputTokens === undefined || usage.estimated === true || called.cutAt !== undefined) return false;
    const judged: ReportedUsage = {
      estimatedTokens: estimateTokens(guarded.prompt),
      // What goes beside the prompt takes another form with each provider, and some tools go by the schema alone.
      exactTokens: guarded.exact ? guarded.inputTokens - guarded.overheadTokens : undefined,
      reportedTokens: usage.inputTokens,
      finishReason: called.finishReason,
      outputTokens: usage.outputTokens,
      reservedTokens: guarded.maxOutputTokens,
    };
    let finding = judgeReportedUsage(judged);
    if (finding === "suspicious") {
      const counter = await this.#loadCounter(callable);
      finding = judgeReportedUsage({ ...judged, exactCount: () => counter.count(guarded.prompt) });
    }
    if (finding !== "truncated") {
      if (guarded.exact) {
        callable.calibration = calibrateOverhead(callable.calibration, {
          countedTokens: guarded.inputTokens,
          reportedTokens: usage.inputTokens,
          messages: 1,
        });
      }
      return false;
    }
    const counted = guarded.exact ? guarded.inputTokens : estimateTokens(guarded.prompt);
    const window = reportedWindow(usage) ?? usage.inputTokens;
    this.#options.emit(spec.lane, "provider_truncated", {
      stepId: spec.stepId,
      counted,
      reported: usage.inputTokens,
      window,
    });
    if (callable.truncatedBefore) throw new ProviderTruncatedError(window, counted, usage.inputTokens);
    callable.truncatedBefore = true;
    callable.window = { tokens: Math.min(callable.window.tokens, window), source: "reported" };
    return true;
  }

  #outcomeOf(callable: CallableModel, called: KeyedCall): ModelCallOutcome {
    const guarded = called.budget;
    const usage = completeUsage(called.usage, {
      inputTokens: reportTokens(guarded).inputTokens,
      output: called.text,
      reasoning: called.reasoning,
    });
    const total = usage.inputTokens + usage.outputTokens;
    return {
      key: called.key,
      text: called.text,
      toolCalls: called.toolCalls ?? [],
      finishReason: called.finishReason,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      promptTokens: estimateTokens(guarded.prompt),
      reasoning: called.reasoning,
      retries: called.retries,
      trims: guarded.trims.length,
      windowFull: !usage.estimated && total >= callable.window.tokens,
    };
  }
}
