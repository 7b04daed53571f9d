import type { LanguageModel, ModelRequest, ModelResponse, ModelStreamPart } from "@pelorus/core";

/** The calls of a model, in place of its own. */
export interface ModelCalls {
  doGenerate(request: ModelRequest): Promise<ModelResponse>;
  /** Absent where the model does not stream. */
  doStream?(request: ModelRequest): AsyncIterable<ModelStreamPart>;
}

/** The same model, also where it is an object of a class, with other calls. */
export function delegateModel(model: LanguageModel, calls: ModelCalls): LanguageModel {
  const { provider, modelId, capabilities, tokenEncoding, windowSource, pricing, outputReserve, fallbacks } = model;
  return {
    provider,
    modelId,
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(tokenEncoding === undefined ? {} : { tokenEncoding }),
    ...(windowSource === undefined ? {} : { windowSource }),
    ...(pricing === undefined ? {} : { pricing }),
    ...(outputReserve === undefined ? {} : { outputReserve }),
    ...(fallbacks === undefined ? {} : { fallbacks }),
    ...(model.contextWindowSize === undefined ? {} : { contextWindowSize: model.contextWindowSize.bind(model) }),
    ...(model.loadPricing === undefined ? {} : { loadPricing: model.loadPricing.bind(model) }),
    ...(model.countTokens === undefined ? {} : { countTokens: model.countTokens.bind(model) }),
    ...(model.countPromptTokens === undefined ? {} : { countPromptTokens: model.countPromptTokens.bind(model) }),
    ...calls,
  };
}
