import type { ThinkingParam } from "./call-settings.js";

/** How a model thinks: as it sees fit, with a budget in tokens, or not. */
export type Thinking = "adaptive" | { readonly budgetTokens: number } | false;

/** The API refuses a smaller budget. */
const LEAST_BUDGET = 1024;
const ADAPTIVE_RESERVE = 8192;

/** The parameter of the API and the output tokens kept for thinking. A RangeError for numbers that are none. */
export function thinkingOf(
  thinking: Thinking | undefined,
  stated: number | undefined,
): { readonly thinking: ThinkingParam | undefined; readonly reserve: number } {
  if (stated !== undefined && !(Number.isSafeInteger(stated) && stated >= 0)) {
    throw new RangeError("thinkingReserve must be an integer ≥ 0.");
  }
  if (thinking === undefined) return { thinking: undefined, reserve: stated ?? 0 };
  if (thinking === false) return { thinking: { type: "disabled" }, reserve: stated ?? 0 };
  if (thinking === "adaptive") return { thinking: { type: "adaptive" }, reserve: stated ?? ADAPTIVE_RESERVE };
  const { budgetTokens } = thinking;
  if (!Number.isSafeInteger(budgetTokens) || budgetTokens < LEAST_BUDGET) {
    throw new RangeError(`thinking.budgetTokens must be an integer of at least ${LEAST_BUDGET}.`);
  }
  return { thinking: { type: "enabled", budget_tokens: budgetTokens }, reserve: Math.max(budgetTokens, stated ?? 0) };
}
