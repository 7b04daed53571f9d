import type { DraftStep } from "./draft-steps.js";
import type { ReadRequest } from "./read-request.js";
import { type RequestToken, WORD } from "./tokenise-request.js";

/**
 * True where a request spells its steps out: two or more acts, every clause outside material is one of them, and none is
 * a question. Such a plan is taken at its word.
 */
export function isStatedPlan(read: ReadRequest, drafts: readonly DraftStep[]): boolean {
  const { tokens, reading } = read;
  const steps = drafts.filter((draft) => !draft.implied);
  if (steps.length === 0 || new Set(steps.map((step) => step.clause)).size !== steps.length) return false;
  let stated = 0;
  for (const clause of reading.clauses) {
    if (isMaterial(tokens, clause.from, clause.to)) continue;
    const { head } = clause;
    if (head === null || (head.kind !== "imperative" && head.kind !== "light" && head.fronted === null)) return false;
    if (!head.negated) stated += 1;
  }
  const denied = reading.acts.some((act) => act.negated);
  return (steps.length >= 2 || denied) && steps.length === stated;
}

function isMaterial(tokens: readonly RequestToken[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind === WORD && !token.masked) return false;
  }
  return true;
}
