import { ModelCallError, type ModelUsage } from "@pelorus/core";

/**
 * The error of a call that broke off after its provider had told what the prompt used: the call is charged with that
 * (POS-FBK-03). Output told before the end is no count, so it is left to be estimated.
 */
export function chargedFailure(error: unknown, usage: ModelUsage | undefined): unknown {
  if (usage?.inputTokens === undefined || !(error instanceof ModelCallError) || error.usage !== undefined) return error;
  const { outputTokens: _, reasoningTokens: __, ...input } = usage;
  const { cause, isRetryable, statusCode, retryAfterMs } = error;
  return new ModelCallError(error.message, {
    cause,
    isRetryable,
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    usage: input,
  });
}
