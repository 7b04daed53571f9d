import type { Decision } from "../contract/state.js";

/** From this revision of one decision on, a person is asked (POS-CSO-06). */
const REVISIONS_WITHOUT_A_PERSON = 3;

/** How many times the decision behind `decisionId` was revised before it became this one. */
export function revisionCount(decisions: readonly Decision[], decisionId: string): number {
  const replaced = new Map<string, string>();
  for (const { decisionId: id, revisedBy } of decisions) if (revisedBy !== undefined) replaced.set(revisedBy, id);
  const seen = new Set([decisionId]);
  let before = replaced.get(decisionId);
  while (before !== undefined && !seen.has(before)) {
    seen.add(before);
    before = replaced.get(before);
  }
  return seen.size - 1;
}

/** Whether the next revision of this decision has to be put to a person. */
export function revisionNeedsPerson(decisions: readonly Decision[], decisionId: string): boolean {
  // POS-CSO-06: a decision that keeps changing is a person's to make.
  return revisionCount(decisions, decisionId) >= REVISIONS_WITHOUT_A_PERSON;
}

/** The two decisions to record, in this order, when `replacement` takes the place of `revised`. */
export function revisedDecisions(revised: Decision, replacement: Decision): readonly [Decision, Decision] {
  const { needsRevision: _done, ...settled } = revised;
  return [{ ...settled, revisedBy: replacement.decisionId }, replacement];
}
