import type { OverheadCalibration } from "../budget/calibrate-overhead.js";
import { UNCALIBRATED } from "../budget/calibrate-overhead.js";
import { resolveWindow } from "../budget/resolve-window.js";
import type { LanguageModel, ModelPricing, WindowSource } from "../contract/model.js";
import type { TokenCounter } from "../contract/token-counter.js";
import type { EffectDoor } from "./door.js";

/** A model a run may call, and what the run has learnt of it. */
export class CallableModel {
  readonly model: LanguageModel;
  /** Its place among the models of the run, from 0. */
  readonly index: number;
  /** Known only after the endpoint was asked, and smaller once it was found to cut. */
  window: { readonly tokens: number; readonly source: WindowSource };
  pricing: ModelPricing | undefined;
  /** Loaded when a budget first needed it, and kept for the run. */
  counter: TokenCounter | undefined;
  calibration: OverheadCalibration = UNCALIBRATED;
  truncatedBefore = false;
  /** True once the provider named a smaller window by refusing a call. */
  overflowedBefore = false;
  /** True once the provider was asked to count a prompt. */
  hasAskedCount = false;
  #known = false;

  constructor(model: LanguageModel, contextWindow: number | undefined, index: number) {
    this.model = model;
    this.index = index;
    this.pricing = model.pricing;
    this.window = resolveWindow({ option: contextWindow });
  }

  /** As events name it. */
  get name(): string {
    return `${this.model.provider}:${this.model.modelId}`;
  }

  /** Asks the model, once, for its window and price where they are not given; `keys` are the effects' keys. */
  async learn(
    door: EffectDoor,
    keys: { readonly window: string; readonly price: string },
    options: { readonly contextWindow: number | undefined; readonly isFallback: boolean },
  ): Promise<void> {
    if (this.#known) return;
    const { contextWindow, isFallback } = options;
    const size = this.model.contextWindowSize?.bind(this.model);
    // POS-BUD-10: the caller's word, else the endpoint's or the catalogue's, else 8,192; the source is recorded.
    if (size !== undefined && (contextWindow === undefined || isFallback)) {
      const said = await this.ask<number>(door, keys.window, size);
      const known = resolveWindow({ [this.model.windowSource ?? "endpoint"]: said ?? undefined });
      // The caller spoke of the first model: of another one its word is an upper bound only.
      const bounded = contextWindow !== undefined && (said === null || contextWindow <= known.tokens);
      this.window = bounded ? resolveWindow({ option: contextWindow }) : known;
    }
    const price = this.model.loadPricing?.bind(this.model);
    if (price !== undefined && this.pricing === undefined) {
      this.pricing = (await this.ask<ModelPricing>(door, keys.price, price)) ?? undefined;
    }
    this.#known = true;
  }

  /** Asks the provider something that a run can do without: null when it does not say. Journalled under `key`. */
  ask<T>(
    door: EffectDoor,
    key: string,
    ask: (options: { readonly signal: AbortSignal }) => T | undefined | Promise<T | undefined>,
    input = this.name,
  ): Promise<T | null> {
    return door.effect<T | null>({
      key,
      act: "plan",
      input,
      idempotent: true,
      perform: async ({ signal }) => {
        try {
          return (await ask({ signal })) ?? null;
        } catch (error) {
          if (signal.aborted) throw error;
          // What nobody knows is assumed; whether the model answers at all, its first call will tell.
          return null;
        }
      },
    });
  }
}
