import type { GuardedPrompt } from "../budget/guard-prompt-budget.js";
import { ContextOverflowError, ModelCallError, ProviderTruncatedError } from "../contract/error.js";
import { tokensOfBytes } from "../contract/estimate-tokens.js";
import type { WindowSource } from "../contract/model.js";
import type { TrimRecord } from "../contract/prompt-section.js";
import { CallAccount } from "./call-account.js";
import { CallKeys } from "./call-keys.js";
import { CallableModel } from "./callable-model.js";
import { ModelAttempts, ProviderOverflow, type Tally } from "./model-attempts.js";
import type { KeyedCall, ModelCallerOptions, ModelCallOutcome, ModelCallSpec } from "./model-call.js";
import { PromptGuard } from "./prompt-guard.js";
import { wasTruncated } from "./was-truncated.js";

/**
 * The only way to the model (POS-BUD-08): guards the prompt, journals the call, retries, goes over to fallbacks, notices
 * silent truncation and keeps account of tokens and spend.
 */
export class ModelCaller {
  readonly #options: ModelCallerOptions;
  readonly #guard: PromptGuard;
  readonly #keys: CallKeys;
  readonly #account: CallAccount;
  readonly #attempts: ModelAttempts;
  /** The model and those that take over, in order. */
  readonly #models: readonly CallableModel[];
  /** The one that calls begin with: a run stays with the model it went over to. */
  #active = 0;

  constructor(options: ModelCallerOptions) {
    this.#options = options;
    this.#models = options.models.map((model, index) => new CallableModel(model, options.contextWindow, index));
    this.#guard = new PromptGuard(options);
    this.#keys = new CallKeys(options.runId);
    this.#account = new CallAccount(options);
    this.#attempts = new ModelAttempts(options, { guard: this.#guard, keys: this.#keys, account: this.#account });
  }

  /** Every cut the guard made in this run, in order. */
  get trims(): readonly TrimRecord[] {
    return this.#guard.trims;
  }

  /** What all calls used so far. */
  get usage(): CallAccount["usage"] {
    return this.#account.usage;
  }

  /** The window of the model that the next call begins with. */
  get window(): { readonly tokens: number; readonly source: WindowSource } {
    return this.#model(this.#active).window;
  }

  /** Takes over what was used before this attempt at the run, by calls it does not repeat (POS-FBK-03). */
  carry(used: { readonly inputTokens: number; readonly outputTokens: number; readonly calls: number }): void {
    this.#account.carry(used);
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
          key: this.#keys.last(spec),
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
    const means = { emit: this.#options.emit, loadCounter: () => this.#guard.loadCounter(callable) };
    let refused: ProviderOverflow | null = null;
    for (;;) {
      const guarded = await this.#guard.fit(spec, callable);
      if (refused !== null && isSameCall(refused.budget, guarded)) throw refused.overflow;
      try {
        const called = await this.#attempts.call(spec, callable, guarded, tally);
        if (!(await wasTruncated(spec, callable, called, means))) return outcomeOf(callable, called);
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
}

/** True where a call would be made again as it was refused. */
function isSameCall(refused: GuardedPrompt, guarded: GuardedPrompt): boolean {
  return guarded.prompt === refused.prompt && guarded.maxOutputTokens >= refused.maxOutputTokens;
}

function outcomeOf(callable: CallableModel, called: KeyedCall): ModelCallOutcome {
  const { recorded, usage, budget: guarded } = called;
  const total = usage.inputTokens + usage.outputTokens;
  return {
    key: called.key,
    text: recorded.text,
    toolCalls: recorded.toolCalls ?? [],
    finishReason: recorded.finishReason,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    promptTokens: tokensOfBytes(guarded.promptBytes),
    reasoning: recorded.reasoning,
    retries: called.retries,
    trims: guarded.trims.length,
    windowFull: !usage.estimated && total >= callable.window.tokens,
  };
}
