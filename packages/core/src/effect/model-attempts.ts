import type { GuardedPrompt } from "../budget/guard-prompt-budget.js";
import { reportTokens } from "../budget/report-tokens.js";
import { AbortedError, type ContextOverflowError, ModelCallError } from "../contract/error.js";
import type { CallAccount } from "./call-account.js";
import type { CallKeys } from "./call-keys.js";
import type { CallableModel } from "./callable-model.js";
import { overflowOf } from "./failed-call.js";
import type { KeyedCall, ModelCallerOptions, ModelCallSpec, RecordedCall } from "./model-call.js";
import { performCall } from "./perform-call.js";
import type { PromptGuard } from "./prompt-guard.js";
import { retryDelay } from "./retry.js";

/** A call that the provider refused as too large, with the budget it was made with. Never leaves the caller. */
export class ProviderOverflow extends Error {
  readonly overflow: ContextOverflowError;
  readonly budget: GuardedPrompt;

  constructor(overflow: ContextOverflowError, budget: GuardedPrompt) {
    super(overflow.message);
    this.overflow = overflow;
    this.budget = budget;
  }
}

/** Attempts of one call that failed so far, over all models that were tried. */
export interface Tally {
  failed: number;
}

/** Makes a call of one model until it is answered, with retries where they help; each attempt is told and charged. */
export class ModelAttempts {
  readonly #options: ModelCallerOptions;
  readonly #guard: PromptGuard;
  readonly #keys: CallKeys;
  readonly #account: CallAccount;

  constructor(options: ModelCallerOptions, parts: { guard: PromptGuard; keys: CallKeys; account: CallAccount }) {
    this.#options = options;
    this.#guard = parts.guard;
    this.#keys = parts.keys;
    this.#account = parts.account;
  }

  /** Throws `ProviderOverflow` where the provider says that the prompt is too large, else the failure of the last attempt. */
  async call(spec: ModelCallSpec, callable: CallableModel, guarded: GuardedPrompt, tally: Tally): Promise<KeyedCall> {
    const { emit, retries, door, ledger, modelTimeoutMs } = this.#options;
    let delay = 0;
    for (let attempt = 1; ; attempt++) {
      // Anew for each attempt: the one before may have been charged.
      const budget = this.#account.afford(spec, callable, guarded);
      const key = this.#keys.next(spec);
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
        recorded = await performCall(this.#options, {
          spec,
          callable,
          budget,
          key,
          delay,
          limit: this.#account.outputLimit(spec, callable, budget),
          loadCounter: () => this.#guard.loadCounter(callable),
        });
      } finally {
        giveBack();
      }
      const usage = this.#account.charge(spec, callable, key, reported.inputTokens, recorded);
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
      if (error === undefined) return { recorded, usage, key, retries: tally.failed, budget };
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
}
