import { ModelCallError } from "../contract/error.js";
import type { LanguageModel } from "../contract/model.js";
import type { ModelDescription } from "./run-inputs.js";

/**
 * A model that a record knows and that cannot be called: what it answered is in the journal. Asked for more, it fails like
 * one that is gone, so that a model that took its place takes over.
 */
export function recordedModel(description: ModelDescription): LanguageModel {
  const { saysWindow, saysPrice, countsPrompts, fallbacks, ...known } = description;
  return {
    ...known,
    ...(saysPrice === true ? { loadPricing: () => undefined } : {}),
    ...(countsPrompts === true ? { countPromptTokens: async () => Number.NaN } : {}),
    ...(fallbacks === undefined ? {} : { fallbacks: fallbacks.map(recordedModel) }),
    ...(saysWindow ? { contextWindowSize: () => undefined } : {}),
    doGenerate: () =>
      Promise.reject(
        new ModelCallError(`${known.provider}:${known.modelId} is not among the models the run was resumed with.`, {
          usage: { inputTokens: 0, outputTokens: 0 },
        }),
      ),
  };
}
