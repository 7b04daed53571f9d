import type { ModelUsage } from "@pelorus/core";
import { modelUsage } from "../wire/model-usage.js";

/** Usage of a response in our terms: input includes what came from the cache, output includes reasoning. */
export function responsesUsage(reported: unknown): ModelUsage | undefined {
  if (!isObject(reported)) return undefined;
  const input = isObject(reported.input_tokens_details) ? reported.input_tokens_details : {};
  const output = isObject(reported.output_tokens_details) ? reported.output_tokens_details : {};
  return modelUsage({
    input: reported.input_tokens,
    output: reported.output_tokens,
    cached: input.cached_tokens,
    cacheWrite: input.cache_write_tokens,
    reasoning: output.reasoning_tokens,
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
