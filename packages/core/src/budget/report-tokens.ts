import { tokensOfBytes } from "../contract/estimate-tokens.js";
import type { GuardedPrompt } from "./guard-prompt-budget.js";

/** Input tokens of a guarded call as events, headers and totals state them. */
export interface ReportedTokens {
  readonly inputTokens: number;
  readonly exact: boolean;
}

/**
 * The exact count where the call's budget took one, else ⌈bytes ÷ 4⌉ (POS-BUD-16). The byte bound decides fit and is
 * never reported: it is four times what a reader would take it for.
 */
export function reportTokens(guarded: Pick<GuardedPrompt, "promptBytes" | "inputTokens" | "exact">): ReportedTokens {
  // POS-BUD-16: two numbers, never mixed.
  return guarded.exact
    ? { inputTokens: guarded.inputTokens, exact: true }
    : { inputTokens: tokensOfBytes(guarded.promptBytes), exact: false };
}
