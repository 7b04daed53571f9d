import type { ModelUsage } from "@pelorus/core";
import { modelUsage } from "../wire/model-usage.js";

/** Usage of a Chat Completions reply or chunk in our terms; undefined where nothing is reported. */
export function chatUsage(reported: unknown): ModelUsage | undefined {
  if (!isObject(reported)) return undefined;
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = reported;
  const prompt = isObject(reported.prompt_tokens_details) ? reported.prompt_tokens_details : {};
  const completion = isObject(reported.completion_tokens_details) ? reported.completion_tokens_details : {};
  const reasoning = completion.reasoning_tokens ?? reported.reasoning_tokens;
  // Some servers count reasoning beside the completion; their total tells.
  const isBeside =
    typeof reasoning === "number" && reasoning > 0 && total === Number(input) + Number(output) + reasoning;
  return modelUsage({
    input,
    output,
    cached: prompt.cached_tokens ?? reported.prompt_cache_hit_tokens,
    cacheWrite: prompt.cache_write_tokens,
    reasoning,
    ...(isBeside ? { besideOutput: [reasoning] } : {}),
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
