import type { ClarificationAnswer, ClarificationRequest } from "../contract/policy.js";

/**
 * Reads an answer to a clarification: `{action, answer?, reviewer?}`, or the answer itself. The bare words skip and
 * abort are actions unless the request offers them as options. Null when there is no answer: `undefined`, a function or
 * symbol, an `answer` action without an answer, an unknown action.
 */
export function interpretClarification(
  value: unknown,
  request?: Pick<ClarificationRequest, "options">,
): ClarificationAnswer | null {
  // POS-POL-08: presence decides, so `false`, `0`, `""` and `null` are answers.
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return null;
  if (typeof value === "string") {
    const word = value.trim().toLowerCase();
    const isOption = request?.options.some((option) => option.trim().toLowerCase() === word) === true;
    return (word === "skip" || word === "abort") && !isOption ? { action: word } : { action: "answer", answer: value };
  }
  if (typeof value !== "object" || value === null || !("action" in value)) return { action: "answer", answer: value };
  const { action, answer, reviewer } = value as { action: unknown; answer?: unknown; reviewer?: unknown };
  const by = typeof reviewer === "string" && reviewer !== "" ? { reviewer } : {};
  if (action === "skip" || action === "abort") return { action, ...by };
  return action === "answer" && answer !== undefined ? { action, answer, ...by } : null;
}
