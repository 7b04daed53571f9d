import { InvalidOptionsError } from "../contract/error.js";

/** Largest margin taken by default. */
const DEFAULT_MARGIN = 256;
/** Least output room a prompt is trimmed for by default. */
const DEFAULT_MINIMUM_OUTPUT = 128;

/** The numbers one call is budgeted with; all are tokens. */
export interface BudgetLimits {
  readonly window: number;
  readonly margin: number;
  readonly requested: number;
  readonly minimum: number;
  readonly overhead: number;
}

export interface LimitOptions {
  /** The model's real window: input and output together. */
  readonly contextWindow: number;
  /** Output tokens wanted. */
  readonly requestedMaxTokens: number;
  /** Kept free; min(256, ⌊window ÷ 2⌋) when absent. */
  readonly safetyMargin?: number | undefined;
  /** Output room a prompt is trimmed for; 128 when absent, never more than requested. */
  readonly minOutputTokens?: number | undefined;
  /** Tokens sent beside the prompt: serialised tools, message framing (POS-BUD-09). */
  readonly overheadTokens?: number | undefined;
}

/** Checks the numbers of a call. Throws `InvalidOptionsError` naming each that is no whole number in range. */
export function budgetLimits(options: LimitOptions): BudgetLimits {
  const problems: { option: string; message: string }[] = [];
  const whole = (option: keyof LimitOptions, least: number, value: number | undefined) => {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < least)) {
      problems.push({ option, message: `must be a whole number of tokens ≥ ${least}, is ${String(value)}` });
    }
  };
  const { contextWindow, requestedMaxTokens, safetyMargin, minOutputTokens, overheadTokens } = options;
  whole("contextWindow", 1, contextWindow ?? Number.NaN);
  whole("requestedMaxTokens", 1, requestedMaxTokens ?? Number.NaN);
  whole("safetyMargin", 0, safetyMargin);
  whole("minOutputTokens", 0, minOutputTokens);
  whole("overheadTokens", 0, overheadTokens);
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  return {
    window: contextWindow,
    // POS-BUD-02: half of a very small window is the most a margin may take.
    margin: safetyMargin ?? Math.min(DEFAULT_MARGIN, Math.floor(contextWindow / 2)),
    requested: requestedMaxTokens,
    // POS-BUD-14: a caller who asks for less than the minimum gets what was asked for, never more.
    minimum: Math.min(minOutputTokens ?? DEFAULT_MINIMUM_OUTPUT, requestedMaxTokens),
    overhead: overheadTokens ?? 0,
  };
}
