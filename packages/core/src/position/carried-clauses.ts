import type { DraftStep } from "./draft-steps.js";
import { WORD_FLAGS } from "./lexicon.js";
import type { ReadRequest } from "./read-request.js";
import type { RequestClause, RequestReading } from "./request-act.js";
import { isSeparator } from "./split-clauses.js";
import { NEWLINE, type RequestToken, WORD } from "./tokenise-request.js";

const F = WORD_FLAGS;
const QUESTION = 63;

/**
 * For every step the numbers of the clauses it carries out, ascending. Each clause that asks for something is carried by
 * a step: by its own, by the one it was merged into, else by the step whose clause stands nearest before it. Linear in
 * clauses and steps.
 */
// POS-CLS-12: a model does what its assignment says and nothing else, so a clause of no step would never be answered
export function carriedClauses(read: ReadRequest, drafts: readonly DraftStep[]): readonly (readonly number[])[] {
  const { tokens, reading } = read;
  const carried = drafts.map(({ clause, further }) => new Set([clause, ...further]));
  const carrier = new Int32Array(reading.clauses.length).fill(-1);
  for (const [step, clauses] of carried.entries()) {
    for (const clause of clauses) carrier[clause] = step;
  }
  const first = carrier.find((step) => step >= 0) ?? -1;
  // What holds no act at all is asked as a whole.
  const asksNowhere = !reading.acts.some((act) => act.effective);
  const asking = askingClauses(tokens, reading);
  let nearest = first;
  for (let clause = 0; clause < carrier.length; clause += 1) {
    const own = carrier[clause] as number;
    if (own >= 0) nearest = own;
    else if (asking[clause] === 1 || (asksNowhere && hasWords(tokens, reading.clauses[clause]))) {
      carried[nearest]?.add(clause);
    }
  }
  return carried.map((clauses) => [...clauses].sort((a, b) => a - b));
}

/** 1 for each clause that asks: it holds an act to do, tells to do what no operation stands for, or is a question. */
function askingClauses(tokens: readonly RequestToken[], { clauses, acts }: RequestReading): Uint8Array {
  const asking = new Uint8Array(clauses.length);
  for (const act of acts) if (act.effective) asking[act.clause] = 1;
  for (const [index, clause] of clauses.entries()) {
    const { head, to } = clause;
    const tells = head === null ? tellsUnknownAct(tokens, clause) : head.kind === "other" && !head.negated;
    if (tells || (tokens[to]?.kind === QUESTION && hasWords(tokens, clause))) asking[index] = 1;
  }
  return asking;
}

const PASSED = F.opener | F.conjunction | F.contrast | F.falseNegator | F.first | F.next | F.last;
const OPENS_OBJECT = F.determiner | F.possessive | F.demonstrative;
const NO_VERB =
  OPENS_OBJECT | F.subject | F.pronoun | F.preposition | F.auxiliary | F.infinitive | F.subordinator | F.negator;

/** "Reserve a hotel there": a word of no table that begins a clause, right before an object, is an act all the same. */
function tellsUnknownAct(tokens: readonly RequestToken[], { from, to }: RequestClause): boolean {
  let index = from;
  while (index < to && isPassed(tokens[index] as RequestToken)) index += 1;
  const word = tokens[index];
  const object = index + 1 < to ? tokens[index + 1] : undefined;
  if (word === undefined || object === undefined || word.kind !== WORD || word.masked || object.masked) return false;
  return ((word.entry?.flags ?? 0) & NO_VERB) === 0 && ((object.entry?.flags ?? 0) & OPENS_OBJECT) !== 0;
}

function isPassed({ kind, entry, masked }: RequestToken): boolean {
  return !masked && kind === WORD && ((entry?.flags ?? 0) & PASSED) !== 0;
}

/** Has words that are no material. */
function hasWords(tokens: readonly RequestToken[], clause: RequestClause | undefined): boolean {
  if (clause === undefined) return false;
  for (let index = clause.from; index < clause.to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind === WORD && !token.masked) return true;
  }
  return false;
}

/**
 * The words of clauses of a request, in its order and uncut, from the first word to the mark that ends the last. Clauses
 * that follow one another stay as they stand; others begin a line.
 */
export function wordsOfClauses(
  request: string,
  tokens: readonly RequestToken[],
  reading: RequestReading,
  clauses: readonly number[],
): string {
  const lines: string[] = [];
  for (let index = 0; index < clauses.length; ) {
    const from = index;
    while (clauses[index + 1] === (clauses[index] as number) + 1) index += 1;
    const start = tokens[reading.clauses[clauses[from] as number]?.from ?? 0];
    const to = reading.clauses[clauses[index] as number]?.to ?? tokens.length;
    index += 1;
    const isLast = index === clauses.length;
    const end = tokens[isLast ? to - 1 : closingMark(tokens, to)];
    if (start !== undefined && end !== undefined) lines.push(request.slice(start.start, end.end));
  }
  return lines.length === 0 ? request.trim() : lines.join("\n");
}

/** Index of the mark right after a clause, of its last word where none follows. */
function closingMark(tokens: readonly RequestToken[], to: number): number {
  const mark = tokens[to];
  return mark !== undefined && isSeparator(mark) && mark.kind !== NEWLINE ? to : to - 1;
}
