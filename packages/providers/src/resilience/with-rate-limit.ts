import type { LanguageModel, ModelCallError, ModelRequest, ModelUsage } from "@pelorus/core";
import { gatedModel } from "./gated-model.js";
import type { RateLimiter } from "./rate-limiter.js";

/**
 * A model whose calls wait for their turn at a limiter, which several models may share. A call is let in with what it may
 * use at most (its prompt, and all of its output) and settled with what it did use. When the provider
 * asks for a pause all the same, the limiter keeps it for everybody.
 */
export function withRateLimit(model: LanguageModel, limiter: RateLimiter): LanguageModel {
  return gatedModel(model, {
    async enter(request) {
      const leave = await limiter.enter(mostTokens(request), request.signal);
      return ({ response, error }) => {
        const { retryAfterMs, usage } = (error ?? {}) as Partial<ModelCallError>;
        if (typeof retryAfterMs === "number") limiter.pause(retryAfterMs);
        leave(usedTokens(response?.usage ?? usage));
      };
    },
  });
}

function mostTokens({ prompt, tools, maxOutputTokens }: ModelRequest): number {
  const bytes = Buffer.byteLength(prompt) + (tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(tools)));
  return Math.ceil(bytes / 4) + maxOutputTokens;
}

/** Undefined where it is not known: then what was taken stays taken. */
function usedTokens(usage: ModelUsage | undefined): number | undefined {
  if (usage?.inputTokens === undefined || usage.outputTokens === undefined) return undefined;
  return usage.inputTokens + usage.outputTokens;
}
