import type { ModelUsage } from "@pelorus/core";
import { modelUsage } from "../wire/model-usage.js";

/**
 * Usage of either specification in our terms (POS-BUD-13). v3 tells totals and their parts. v2 tells flat numbers and leaves
 * to the vendor what they include: `excludesCache` says that its input counts neither cache reads nor, as `metadata` has
 * them, cache writes.
 */
export function readUsage(usage: unknown, excludesCache: boolean, metadata: unknown): ModelUsage | undefined {
  if (!isObject(usage)) return undefined;
  const { inputTokens: input, outputTokens: output } = usage;
  if (isObject(input) || isObject(output)) {
    const { total, noCache, cacheRead, cacheWrite } = isObject(input) ? input : {};
    const out = isObject(output) ? output : {};
    return modelUsage({
      ...(typeof total === "number" ? { input: total } : { input: noCache, besideInput: [cacheRead, cacheWrite] }),
      ...(typeof out.total === "number" ? { output: out.total } : { output: out.text, besideOutput: [out.reasoning] }),
      cached: cacheRead,
      cacheWrite,
      reasoning: out.reasoning,
    });
  }
  const { cachedInputTokens: cached, reasoningTokens: reasoning } = usage;
  const written = cacheWritesOf(metadata);
  // More from the cache than there was input: whatever the vendor, its input does not include it.
  const apart = excludesCache || (typeof input === "number" && typeof cached === "number" && cached > input);
  return modelUsage({
    input,
    output,
    cached,
    cacheWrite: written,
    reasoning,
    ...(apart ? { besideInput: [cached, written] } : {}),
  });
}

/** Cache writes, which v2 has no place for and vendors put into their metadata. */
function cacheWritesOf(metadata: unknown): unknown {
  if (!isObject(metadata)) return undefined;
  for (const vendor of Object.values(metadata)) {
    if (isObject(vendor) && typeof vendor.cacheCreationInputTokens === "number") return vendor.cacheCreationInputTokens;
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
