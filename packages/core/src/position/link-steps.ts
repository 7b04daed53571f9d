import type { StlOperation } from "../contract/operation.js";
import type { DraftStep } from "./draft-steps.js";
import { WORD_FLAGS } from "./lexicon.js";
import type { RequestAct, RequestReading } from "./request-act.js";
import { type RequestToken, WORD } from "./tokenise-request.js";

const F = WORD_FLAGS;

/**
 * For every step the indices of the earlier steps whose output it needs, nearest last. `deliverable` is the index of the
 * step that makes the answer.
 */
// POS-CLS-12: a pronoun or definite noun points at its step, a comparison needs its retrievals, the answer needs the rest
export function linkSteps(
  tokens: readonly RequestToken[],
  reading: RequestReading,
  steps: readonly DraftStep[],
  deliverable: number,
): number[][] {
  const links: number[][] = [];
  if (steps.length === 1) return [[]];
  const consumed = new Uint8Array(steps.length);
  const latest = new Map<StlOperation, number>();
  let openRetrievals: number[] = [];
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] as DraftStep;
    const needs: number[] = [];
    if (index > 0) {
      const previous = steps[index - 1] as DraftStep;
      if (previous.clause === step.clause && (previous.implied || step.implied)) needs.push(index - 1);
      const referent = referentOf(tokens, reading, steps, index, latest);
      if (referent >= 0 && referent !== needs[0]) needs.push(referent);
    }
    // Each retrieval is open for one comparison only, so that all of this stays linear.
    if (step.operation === "COMPARE") {
      const [first, second] = needs;
      for (const retrieval of openRetrievals) if (retrieval !== first && retrieval !== second) needs.push(retrieval);
    }
    if (step.operation === "RETRIEVE") openRetrievals.push(index);
    else if (step.operation === "COMPARE") openRetrievals = [];
    for (const earlier of needs) consumed[earlier] = 1;
    if (index === deliverable) {
      for (let earlier = 0; earlier < index; earlier += 1) if (consumed[earlier] === 0) needs.push(earlier);
    }
    links.push(needs.sort((a, b) => a - b));
    latest.set(step.operation, index);
  }
  return links;
}

/** The earlier step a pronoun or a definite noun of this step's clause means, or −1. */
function referentOf(
  tokens: readonly RequestToken[],
  reading: RequestReading,
  steps: readonly DraftStep[],
  index: number,
  latest: ReadonlyMap<StlOperation, number>,
): number {
  const step = steps[index] as DraftStep;
  const clause = reading.clauses[step.clause];
  if (clause === undefined) return -1;
  const cue = step.acts.length > 0 ? (reading.acts[step.acts[0] as number] as RequestAct).token : -1;
  let definite = false;
  let pronoun = false;
  for (let at = clause.from; at < clause.to; at += 1) {
    const token = tokens[at] as RequestToken;
    if (token.kind !== WORD || token.masked || at === cue) {
      definite = false;
      continue;
    }
    const entry = token.entry;
    const flags = entry?.flags ?? 0;
    if (definite && entry !== undefined && entry.noun !== null) {
      const named = latest.get(entry.noun);
      if (named !== undefined) return named;
    }
    if ((flags & (F.pronoun | F.demonstrative)) !== 0) {
      const next = tokens[at + 1]?.entry;
      if ((flags & F.pronoun) !== 0 || next?.noun == null) pronoun = true;
    }
    definite =
      ((flags & (F.determiner | F.demonstrative | F.possessive)) !== 0 && entry?.indefinite !== true) ||
      (definite && flags === 0 && entry?.noun == null);
  }
  return pronoun ? index - 1 : -1;
}
