import type { DraftStep } from "./draft-steps.js";
import { WORD_FLAGS } from "./lexicon.js";
import type { ReadRequest } from "./read-request.js";
import type { RequestClause } from "./request-act.js";
import { type RequestToken, WORD } from "./tokenise-request.js";

const LINKING = WORD_FLAGS.first | WORD_FLAGS.next | WORD_FLAGS.last | WORD_FLAGS.conjunction | WORD_FLAGS.opener;

/**
 * True where a request spells its steps out: two or more acts, every clause outside material is one of them, and none is
 * a question. Such a plan is taken at its word.
 */
export function isStatedPlan(read: ReadRequest, drafts: readonly DraftStep[]): boolean {
  const { tokens, reading } = read;
  const steps = new Set(drafts.filter((draft) => !draft.implied).map((draft) => draft.clause));
  if (steps.size === 0) return false;
  let denied = false;
  for (let clause = 0; clause < reading.clauses.length; clause += 1) {
    const { head, from, to } = reading.clauses[clause] as RequestClause;
    if (isEmpty(tokens, from, to)) continue;
    if (head === null) return false;
    denied ||= head.negated;
    if (head.negated || head.kind === "other" || head.fronted !== null) continue;
    if ((head.kind !== "imperative" && head.kind !== "light") || !steps.has(clause)) return false;
  }
  return drafts.length >= 2 || denied;
}

/** Nothing but material and words that order or ask. */
function isEmpty(tokens: readonly RequestToken[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind !== WORD || token.masked) continue;
    if (token.entry === undefined || (token.entry.flags & LINKING) === 0) return false;
  }
  return true;
}
