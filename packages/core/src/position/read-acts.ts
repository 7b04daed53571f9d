import { findClauseHead } from "./clause-head.js";
import { type Lexicon, WORD_FLAGS } from "./lexicon.js";
import { readClause, readHeadless } from "./read-clause.js";
import type { RequestAct, RequestClause, RequestReading } from "./request-act.js";
import { clauseEnd, isSeparator } from "./split-clauses.js";
import type { RequestToken } from "./tokenise-request.js";

const F = WORD_FLAGS;
const COMMA = 44;

/** Parts a request into clauses and reads the act of each. One pass with bounded look ahead. */
export function readActs(request: string, tokens: readonly RequestToken[], lexicon: Lexicon): RequestReading {
  const clauses: RequestClause[] = [];
  const acts: RequestAct[] = [];
  const persona = tokens.some((token) => !token.masked && ((token.entry?.flags ?? 0) & F.persona) !== 0);
  let pendingBefore: number[] = [];
  let negatedBefore = false;
  let sentence = 0;
  let sentenceActs = 0;
  for (let from = 0; from < tokens.length; ) {
    const to = clauseEnd(request, tokens, from, lexicon);
    const head = findClauseHead(tokens, from, to, lexicon);
    const clause = clauses.length;
    const start = acts.length;
    const first = tokens[from]?.entry?.flags ?? 0;
    // POS-CLS-08: "or" and "and" carry a negation on; a contrast, a comma or a semicolon with a new verb ends it
    const carried: boolean =
      negatedBefore && (first & (F.alternative | F.conjunction)) !== 0 && (first & F.contrast) === 0;
    const negated: boolean = head !== null && (head.negated || carried);
    const operation = head === null ? null : readClause({ tokens, from, to, clause, head, negated, persona }, acts);
    if (head === null) readHeadless(tokens, from, to, clause, acts);
    clauses.push({ from, to, head, operation, sentence });
    if (head?.fronted === "before") {
      for (let act = start; act < acts.length; act += 1) pendingBefore.push(act);
    } else if (pendingBefore.length > 0 && acts.length > start) {
      // POS-CLS-09: "before X, Y" states Y, X
      for (const act of pendingBefore) acts[act] = { ...(acts[act] as RequestAct), rank: clause + 0.5 };
      pendingBefore = [];
    }
    negatedBefore = negated;
    from = to;
    let ended = from >= tokens.length;
    while (from < tokens.length && isSeparator(tokens[from] as RequestToken)) {
      if ((tokens[from] as RequestToken).kind !== COMMA) ended = true;
      from += 1;
    }
    if (ended) {
      promoteParticiple(acts, sentenceActs);
      sentenceActs = acts.length;
      sentence += 1;
      negatedBefore = false;
    }
  }
  return { clauses, acts };
}

/** "Solving the equation.": a sentence whose only act is a participle asks for that act. */
function promoteParticiple(acts: RequestAct[], from: number): void {
  let only = -1;
  for (let index = from; index < acts.length; index += 1) {
    const act = acts[index] as RequestAct;
    if (act.effective) return;
    if (only < 0 && act.loose && act.role === "subordinate" && !act.negated) only = index;
  }
  if (only >= 0) acts[only] = { ...(acts[only] as RequestAct), effective: true, role: "imperative" };
}
