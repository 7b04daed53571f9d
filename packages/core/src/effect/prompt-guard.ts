import { calibratedCounter, calibrateOverhead, overheadTokens } from "../budget/calibrate-overhead.js";
import { fitsByBound } from "../budget/fits-by-bound.js";
import { type GuardedPrompt, guardPromptBudget } from "../budget/guard-prompt-budget.js";
import { utf8Length } from "../contract/estimate-tokens.js";
import type { TrimRecord } from "../contract/prompt-section.js";
import type { TokenCounter } from "../contract/token-counter.js";
import type { CallableModel } from "./callable-model.js";
import { loadTokenCounter } from "./load-token-counter.js";
import type { ModelCallerOptions, ModelCallSpec } from "./model-call.js";
import { modelRequest, vendorNamesOf } from "./model-request.js";

/** Fits each prompt of a run into the window of the model it goes to. */
export class PromptGuard {
  /** Every cut that was made, in order. */
  readonly trims: TrimRecord[] = [];
  readonly #options: ModelCallerOptions;

  constructor(options: ModelCallerOptions) {
    this.#options = options;
  }

  /** POS-BUD-04: the byte bound first; an encoding is loaded only when the bound does not settle the budget. */
  async fit(spec: ModelCallSpec, callable: CallableModel): Promise<GuardedPrompt> {
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
    callable.counter ??= await this.loadCounter(callable);
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
    const { runId, door, temperature } = this.#options;
    const key = `${runId}/${spec.stepId}/${spec.attempt}/plan.count.${callable.index}`;
    const names = vendorNamesOf(spec);
    const count = ({ signal }: { readonly signal: AbortSignal }) =>
      model.countPromptTokens?.({ ...modelRequest(spec, callable, guarded, { temperature, names }), signal });
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

  /** The counter prompts to a model are counted by: the caller's, the model's own, or that of its encoding. */
  async loadCounter({ model }: CallableModel): Promise<TokenCounter> {
    const { tokenCounter } = this.#options;
    if (tokenCounter !== undefined) return tokenCounter;
    if (model.countTokens !== undefined) {
      const count = model.countTokens.bind(model);
      return { name: `${model.provider}:${model.modelId}`, exact: true, count };
    }
    return loadTokenCounter(model.tokenEncoding);
  }
}
