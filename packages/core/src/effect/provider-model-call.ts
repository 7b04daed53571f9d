import { guardPromptBudget } from "../budget/guard-prompt-budget.js";
import type { ChatProvider, ModelCall, ModelResponse } from "../contract/model.js";
import { asModelResponse } from "./language-model.js";

/**
 * Adapts a chat provider to a `ModelCall` whose every prompt passes the budget guard with the provider's own window and
 * counter. `maxTokens` is the output reserve in tokens. Throws `ContextOverflowError` before a call that cannot fit.
 */
export function providerModelCall(
  provider: ChatProvider,
  options: { readonly temperature?: number; readonly maxTokens?: number } = {},
): ModelCall {
  const { temperature = 0.2, maxTokens = 1024 } = options;
  return async (prompt, _schema, call): Promise<ModelResponse> => {
    const { safePrompt, safeMaxTokens } = guardPromptBudget(prompt, {
      contextWindow: provider.contextWindowSize(),
      requestedMaxTokens: Math.min(maxTokens, call?.maxOutputTokens ?? maxTokens),
      countTokensFn: (text) => provider.countTokens(text),
    });
    const signal = call?.signal ?? new AbortController().signal;
    return asModelResponse(
      await provider.generateChat([{ role: "user", content: safePrompt }], {
        temperature,
        maxTokens: safeMaxTokens,
        signal,
      }),
    );
  };
}
