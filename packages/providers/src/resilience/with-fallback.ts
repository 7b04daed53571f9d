import type { LanguageModel } from "@pelorus/core";
import { delegateModel } from "./delegate-model.js";

/**
 * The first model, with the others to take over in their order when its calls fail for good (POS-FBK-01). The run does the
 * taking over, so that each model is guarded by its own window, charged at its own price, and told by a `model_fallback`
 * event. Models that have fallbacks of their own bring them along, in place. A TypeError for an empty list.
 */
export function withFallback(models: readonly [LanguageModel, ...LanguageModel[]]): LanguageModel {
  const [first, ...others] = models.flatMap((model) => [model, ...(model.fallbacks ?? [])]);
  if (first === undefined) throw new TypeError("withFallback needs at least one model.");
  return {
    ...delegateModel(first, {
      doGenerate: first.doGenerate.bind(first),
      ...(first.doStream === undefined ? {} : { doStream: first.doStream.bind(first) }),
    }),
    fallbacks: others,
  };
}
