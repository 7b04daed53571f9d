import { type CompleteUsage, completeUsage } from "../budget/complete-usage.js";
import type { GuardedPrompt } from "../budget/guard-prompt-budget.js";
import { priceUsage } from "../budget/price-usage.js";
import { reportTokens } from "../budget/report-tokens.js";
import type { CallableModel } from "./callable-model.js";
import type { ModelCallerOptions, ModelCallSpec, RecordedCall } from "./model-call.js";

/** What the calls of a run used and cost, and what the next one may. */
export class CallAccount {
  readonly usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: false, calls: 0 };
  readonly #options: Pick<ModelCallerOptions, "ledger" | "emit" | "hasOutputLimit">;
  #unpricedTold = false;

  constructor(options: Pick<ModelCallerOptions, "ledger" | "emit" | "hasOutputLimit">) {
    this.#options = options;
  }

  /** Takes over what was used before this attempt at the run, by calls it does not repeat (POS-FBK-03). */
  carry(used: { readonly inputTokens: number; readonly outputTokens: number; readonly calls: number }): void {
    this.usage.inputTokens += used.inputTokens;
    this.usage.outputTokens += used.outputTokens;
    this.usage.calls += used.calls;
  }

  /** POS-FBK-04: what a call may cost at most fits into what is left of `maxCost`. */
  afford(spec: ModelCallSpec, callable: CallableModel, guarded: GuardedPrompt): GuardedPrompt {
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

  /**
   * POS-BUD-17: the most tokens an answer may have: the output that was set, by the caller or by what is left of the
   * spend, and what the window has left where none was.
   */
  outputLimit(spec: ModelCallSpec, { window, model }: CallableModel, budget: GuardedPrompt): number {
    const { ledger, hasOutputLimit } = this.#options;
    const isSet = hasOutputLimit || spec.maxOutputTokens !== undefined || ledger.isLimited;
    const left = isSet ? 0 : window.tokens - reportTokens(budget).inputTokens;
    return Math.max(budget.maxOutputTokens, left) + (model.outputReserve ?? 0);
  }

  /** Charges a call that came back, whatever it brought, and tells it; returns what it used. */
  charge(
    spec: ModelCallSpec,
    callable: CallableModel,
    key: string,
    promptTokens: number,
    recorded: RecordedCall,
  ): CompleteUsage {
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
    return usage;
  }
}
