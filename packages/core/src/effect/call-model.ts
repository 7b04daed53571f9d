import {
  calibratedCounter,
  calibrateOverhead,
  type OverheadCalibration,
  overheadTokens,
  UNCALIBRATED,
} from "../budget/calibrate-overhead.js";
import { completeUsage } from "../budget/complete-usage.js";
import { fitsByBound } from "../budget/fits-by-bound.js";
import { type GuardedPrompt, guardPromptBudget } from "../budget/guard-prompt-budget.js";
import { judgeReportedUsage, type ReportedUsage, reportedWindow } from "../budget/judge-reported-usage.js";
import { overflowFromProvider } from "../budget/overflow-from-provider.js";
import { reportTokens } from "../budget/report-tokens.js";
import { vendorSafeNames } from "../capability/vendor-safe-names.js";
import type { EffectAct } from "../contract/effect.js";
import {
  AbortedError,
  ContextOverflowError,
  ModelCallError,
  PelorusError,
  ProviderTruncatedError,
} from "../contract/error.js";
import { estimateTokens, utf8Length } from "../contract/estimate-tokens.js";
import type { EventDataByKind, EventKind, RunErrorData } from "../contract/event.js";
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
import type { EffectDoor } from "./door.js";
import { generate, withTimeout } from "./generate.js";
import { loadTokenCounter } from "./load-token-counter.js";
import { retryDelay, sleep } from "./retry.js";
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
  readonly model: LanguageModel;
  readonly runId: string;
  readonly door: EffectDoor;
  readonly emit: <K extends EventKind>(lane: number, kind: K, data: EventDataByKind[K]) => void;
  readonly window: { readonly tokens: number; readonly source: WindowSource };
  readonly maxOutputTokens: number;
  readonly temperature: number;
  readonly safetyMargin: number | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  readonly retries: number;
  readonly modelTimeoutMs: number;
  readonly maxCost: number | undefined;
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
  readonly error?: RunErrorData & { readonly retryAfterMs?: number };
  readonly aborted?: string;
}

type KeyedCall = RecordedCall & { readonly key: string; readonly retries: number };

/** Raised when the spend of a run has reached `maxCost`. */
export class CostLimitReached extends Error {}

/**
 * The only way to the model (POS-BUD-08): guards the prompt, journals the call, retries, notices silent truncation and
 * keeps account of tokens and spend.
 */
export class ModelCaller {
  /** Known only after the endpoint was asked, and smaller once it was found to cut. */
  window: { readonly tokens: number; readonly source: WindowSource };
  readonly model: LanguageModel;
  readonly trims: TrimRecord[] = [];
  readonly usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: false, calls: 0 };
  spend: number | undefined;
  spendEstimated = false;
  readonly #options: ModelCallerOptions;
  readonly #callCounts = new Map<string, number>();
  /** Loaded when a budget first needed it, and kept for the run. */
  #counter: TokenCounter | undefined;
  #calibration: OverheadCalibration = UNCALIBRATED;
  #truncatedBefore = false;

  constructor(options: ModelCallerOptions) {
    this.#options = options;
    this.window = options.window;
    this.model = options.model;
  }

  async call(spec: ModelCallSpec): Promise<ModelCallOutcome> {
    for (;;) {
      const { maxCost } = this.#options;
      if (maxCost !== undefined && this.spend !== undefined && this.spend >= maxCost) throw new CostLimitReached();
      const guarded = await this.#guard(spec);
      const called = await this.#callWithRetries(spec, guarded);
      if (!(await this.#wasTruncated(spec, guarded, called))) return this.#outcomeOf(guarded, called);
    }
  }

  /** POS-BUD-04: the byte bound first; an encoding is loaded only when the bound does not settle the budget. */
  async #guard(spec: ModelCallSpec): Promise<GuardedPrompt> {
    const { maxOutputTokens, safetyMargin } = this.#options;
    const requested = spec.maxOutputTokens ?? maxOutputTokens;
    const toolsText = spec.tools === undefined ? "" : JSON.stringify(spec.tools);
    const limits = {
      contextWindow: this.window.tokens,
      requestedMaxTokens: requested,
      // Trimming context never leaves a stub of an answer.
      minOutputTokens: Math.min(requested, Math.max(1, Math.floor(this.window.tokens / 4))),
      safetyMargin,
    };
    const framing = overheadTokens(this.#calibration, 1);
    const bounded = { ...limits, overheadTokens: framing + utf8Length(toolsText) };
    // POS-BUD-08, POS-BUD-09: nothing reaches the provider but through here, and what is sent beside the prompt counts.
    if (this.#counter === undefined && fitsByBound(spec.sections, bounded)) {
      return guardPromptBudget(spec.sections, bounded);
    }
    this.#counter ??= await this.#loadCounter();
    const counter = calibratedCounter(this.#counter, this.#calibration);
    const guarded = guardPromptBudget(spec.sections, {
      ...limits,
      overheadTokens: framing + (toolsText === "" ? 0 : Math.ceil(counter.count(toolsText))),
      countTokensFn: counter,
    });
    for (const note of guarded.notes) {
      this.#options.emit(spec.lane, "note_recorded", { detail: note, stepId: spec.stepId });
    }
    for (const trim of guarded.trims) {
      this.trims.push(trim);
      this.#options.emit(spec.lane, "budget_trimmed", { stepId: spec.stepId, purpose: spec.purpose, ...trim });
    }
    return guarded;
  }

  async #loadCounter(): Promise<TokenCounter> {
    const { tokenCounter, model } = this.#options;
    if (tokenCounter !== undefined) return tokenCounter;
    if (model.countTokens !== undefined) {
      const count = model.countTokens.bind(model);
      return { name: `${model.provider}:${model.modelId}`, exact: true, count };
    }
    return loadTokenCounter(model.tokenEncoding);
  }

  async #callWithRetries(spec: ModelCallSpec, budget: GuardedPrompt): Promise<KeyedCall> {
    const { emit, retries, random, door } = this.#options;
    let delay = 0;
    for (let attempt = 1; ; attempt++) {
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
      const recorded = await this.#perform(spec, budget, key, delay);
      this.#account(spec, key, reported.inputTokens, recorded);
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
      if (recorded.aborted !== undefined) throw new AbortedError("The run was aborted.", { cause: recorded.aborted });
      const { error } = recorded;
      if (error === undefined) return { ...recorded, key, retries: attempt - 1 };
      // POS-BUD-12: what the provider says does not fit is an overflow, never retried unchanged.
      const overflow = overflowFromProvider(error.message, {
        window: this.window.tokens,
        margin: this.#options.safetyMargin ?? 0,
        reserved: budget.maxOutputTokens,
        inputTokens: budget.inputTokens,
        sections: budget.sections.map((section) => ({ ...section, protected: false })),
      });
      if (overflow !== null || error.code === "context_overflow") {
        throw overflow ?? new ContextOverflowError(overflowDetail(this.window.tokens, budget, error.message));
      }
      const failure = new ModelCallError(error.message, { isRetryable: error.isRetryable });
      // POS-RUN-06: never again after text a person has seen.
      const visible = spec.onDelta !== undefined && recorded.text !== "";
      if (!error.isRetryable || attempt > retries || visible) throw failure;
      delay = retryDelay(attempt, error.retryAfterMs, random);
      const { deadline, now } = this.#options;
      if (!door.isReplaying && deadline !== undefined && now() + delay >= deadline) throw failure;
      emit(spec.lane, "retry_scheduled", { key, attempt, delayMs: delay, reason: error.message });
    }
  }

  async #perform(spec: ModelCallSpec, budget: GuardedPrompt, key: string, delay: number): Promise<RecordedCall> {
    const { door, model, temperature, modelTimeoutMs } = this.#options;
    const names = vendorSafeNames((spec.tools ?? []).map((tool) => tool.id));
    const assembler = new StreamAssembler();
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
        const request: Omit<ModelRequest, "signal"> = {
          prompt: budget.prompt,
          schema: spec.schema,
          tools: (spec.tools ?? []).map((tool) => ({
            name: names.toSafe(tool.id) ?? tool.id,
            description: tool.description,
            inputSchema: tool.inputSchema,
          })),
          maxOutputTokens: budget.maxOutputTokens,
          temperature,
          purpose: spec.purpose,
          stablePrefixLength: stablePrefixLength(spec.sections, budget.prompt),
        };
        const tell =
          spec.onDelta !== undefined && isAlone()
            ? (kind: "text" | "reasoning" | "tool_input", delta: string, callId?: string) => {
                toldLive = true;
                spec.onDelta?.(kind, delta, callId);
              }
            : undefined;
        try {
          const response = await withTimeout(modelTimeoutMs, signal, (callSignal) =>
            generate(model, { ...request, signal: callSignal }, spec.onDelta === undefined ? null : assembler, tell),
          );
          return { ...response, durationMs: elapsed() };
        } catch (error) {
          if (signal.aborted) throw error;
          return { ...assembler.partial(), durationMs: elapsed(), error: errorData(error) };
        }
      },
    });
    return {
      ...recorded,
      ...(recorded.toolCalls === undefined
        ? {}
        : { toolCalls: recorded.toolCalls.map((call) => ({ ...call, name: names.toId(call.name) ?? call.name })) }),
    };
  }

  #nextKey(spec: ModelCallSpec): string {
    const base = `${this.#options.runId}/${spec.stepId}/${spec.attempt}/${spec.act}`;
    const n = this.#callCounts.get(base) ?? 0;
    this.#callCounts.set(base, n + 1);
    return n === 0 ? base : `${base}.${n}`;
  }

  #account(spec: ModelCallSpec, key: string, promptTokens: number, recorded: RecordedCall): void {
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
    const { pricing, modelId, provider } = this.#options.model;
    let amount: number | undefined;
    if (pricing !== undefined) {
      const cached = usage.cachedInputTokens;
      amount =
        ((inputTokens - cached) * pricing.inputPerMillion +
          cached * (pricing.cachedInputPerMillion ?? pricing.inputPerMillion) +
          outputTokens * pricing.outputPerMillion) /
        1_000_000;
      this.spend = (this.spend ?? 0) + amount;
      this.spendEstimated ||= estimated;
    }
    this.#options.emit(spec.lane, "spend_recorded", {
      key,
      model: `${provider}:${modelId}`,
      inputTokens,
      outputTokens,
      ...(amount === undefined || pricing === undefined
        ? {}
        : { amount, currency: pricing.currency, total: this.spend ?? amount }),
      estimated,
    });
  }

  /**
   * POS-BUD-11: a provider that silently cut the prompt is found out by its own report. Once per run the smaller window
   * is taken over and the call made again; a second time is an error.
   */
  async #wasTruncated(spec: ModelCallSpec, guarded: GuardedPrompt, called: KeyedCall): Promise<boolean> {
    const { usage } = called;
    if (usage?.inputTokens === undefined || usage.estimated === true) return false;
    const judged: ReportedUsage = {
      estimatedTokens: estimateTokens(guarded.prompt),
      exactTokens: guarded.exact ? guarded.inputTokens : undefined,
      reportedTokens: usage.inputTokens,
      finishReason: called.finishReason,
      outputTokens: usage.outputTokens,
      reservedTokens: guarded.maxOutputTokens,
    };
    let finding = judgeReportedUsage(judged);
    if (finding === "suspicious") {
      const counter = await this.#loadCounter();
      finding = judgeReportedUsage({ ...judged, exactCount: () => counter.count(guarded.prompt) });
    }
    if (finding !== "truncated") {
      if (guarded.exact) {
        this.#calibration = calibrateOverhead(this.#calibration, {
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
    if (this.#truncatedBefore) throw new ProviderTruncatedError(window, counted, usage.inputTokens);
    this.#truncatedBefore = true;
    this.window = { tokens: Math.min(this.window.tokens, window), source: "reported" };
    return true;
  }

  #outcomeOf(guarded: GuardedPrompt, called: KeyedCall): ModelCallOutcome {
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
      windowFull: !usage.estimated && total >= this.window.tokens,
    };
  }
}

function overflowDetail(window: number, guarded: GuardedPrompt, cause: string) {
  return {
    window,
    margin: 0,
    reserved: guarded.maxOutputTokens,
    needed: Math.max(window + 1, guarded.inputTokens + guarded.maxOutputTokens),
    sections: guarded.sections.map((section) => ({ ...section, protected: false })),
    cause,
  };
}

function errorData(error: unknown): NonNullable<RecordedCall["error"]> {
  if (PelorusError.isInstance(error)) {
    const retryAfterMs = error instanceof ModelCallError ? error.retryAfterMs : undefined;
    return {
      code: error.code,
      message: error.message,
      isRetryable: error.isRetryable,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  return {
    code: "model_call_failed",
    message: error instanceof Error ? error.message : String(error),
    isRetryable: (error as { isRetryable?: unknown } | null)?.isRetryable === true,
  };
}
