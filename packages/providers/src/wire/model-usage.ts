import type { ModelUsage } from "@pelorus/core";

/** What a provider reported, under our names; anything that is no count is ignored. */
export interface ReportedCounts {
  /** Prompt tokens as the provider counts them. */
  readonly input?: unknown;
  readonly output?: unknown;
  /** Input read from a cache. */
  readonly cached?: unknown;
  /** Input written to a cache at a price of its own. */
  readonly cacheWrite?: unknown;
  readonly reasoning?: unknown;
  /** Tokens the provider counts apart from `input` though they were input (cache reads and writes of some). */
  readonly besideInput?: readonly unknown[];
  /** Tokens the provider counts apart from `output` though they were generated. */
  readonly besideOutput?: readonly unknown[];
}

/**
 * Usage in the form the port promises (POS-BUD-13): input includes what came from a cache, output includes reasoning,
 * which is told apart too, and what is unknown is absent. A prompt is never empty, so an input of 0 is no report.
 * Undefined when nothing was reported.
 */
export function modelUsage(reported: ReportedCounts): ModelUsage | undefined {
  const input = sum(reported.input, reported.besideInput) || undefined;
  const stated = sum(reported.output, reported.besideOutput);
  const output = stated === 0 && input === undefined ? undefined : stated;
  const cached = countOf(reported.cached);
  const written = countOf(reported.cacheWrite);
  const reasoning = countOf(reported.reasoning);
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(cached === undefined || input === undefined ? {} : { cachedInputTokens: Math.min(cached, input) }),
    ...(written === undefined || written === 0 || input === undefined
      ? {}
      : { cacheWriteInputTokens: Math.min(written, input) }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

function sum(main: unknown, beside: readonly unknown[] = []): number | undefined {
  const count = countOf(main);
  return count === undefined ? undefined : beside.reduce((total: number, more) => total + (countOf(more) ?? 0), count);
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
