import type { Lexicon } from "./lexicon.js";
import { WORD_FLAGS } from "./lexicon.js";
import type { RequestReading } from "./request-act.js";
import { type RequestToken, WORD } from "./tokenise-request.js";

const F = WORD_FLAGS;
const POINTING = F.pronoun | F.demonstrative;

/**
 * The token that shows why a request cannot be carried out without asking, or −1: an act whose only object is a pronoun
 * nothing was named for, or demands that exclude each other. `hasAntecedent` says that facts or an earlier turn may be
 * meant.
 */
// POS-CLS-10: asking is planned only when nothing else is possible
export function clarificationNeeded(
  tokens: readonly RequestToken[],
  reading: RequestReading,
  lexicon: Lexicon,
  hasAntecedent: boolean,
): number {
  const contradiction = findContradiction(tokens, lexicon);
  if (contradiction >= 0) return contradiction;
  if (hasAntecedent || tokens.some((token) => token.masked)) return -1;
  // "translate it, but first summarise the text": what is done first names what the pronoun means
  if (reading.clauses.some((clause, number) => number > 0 && clause.head?.order === "first")) return -1;
  let named = false;
  for (const clause of reading.clauses) {
    const head = clause.head;
    const at = head?.index ?? firstWord(tokens, clause.from, clause.to);
    const isAct =
      head === null ? tokens.length <= 5 && !lexicon.verbAnywhere : head.kind === "imperative" || head.kind === "other";
    if (isAct && !named && head?.gapped == null && !(head?.negated ?? false) && onlyPoints(tokens, at + 1, clause.to))
      return at;
    if (isAct && !named && head?.gapped != null && pointsAt(tokens, at + 1)) return -1;
    named = named || names(tokens, clause.from, clause.to, at);
  }
  return -1;
}

function firstWord(tokens: readonly RequestToken[], from: number, to: number): number {
  for (let index = from; index < to; index += 1) if ((tokens[index] as RequestToken).kind === WORD) return index;
  return from;
}

function pointsAt(tokens: readonly RequestToken[], index: number): boolean {
  return ((tokens[index]?.entry?.flags ?? 0) & POINTING) !== 0;
}

/** The object is a pronoun, and nothing after it names a thing. */
function onlyPoints(tokens: readonly RequestToken[], from: number, to: number): boolean {
  let points = false;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind !== WORD) continue;
    const flags = token.entry?.flags ?? 0;
    if (!points) {
      if ((flags & POINTING) === 0) return false;
      const next = tokens[index + 1];
      if ((flags & F.demonstrative) !== 0 && index + 1 < to && next?.kind === WORD && isName(next)) return false;
      points = true;
    } else if ((flags & F.preposition) !== 0) return true;
    else if (isName(token)) return false;
  }
  return points;
}

function isName(token: RequestToken): boolean {
  const flags = token.entry?.flags ?? 0;
  return (
    (flags &
      (F.preposition | F.adverb | F.opener | F.next | F.last | F.first | F.conjunction | F.pronoun | F.contrast)) ===
    0
  );
}

/** Does a clause name anything a pronoun could mean? */
function names(tokens: readonly RequestToken[], from: number, to: number, head: number): boolean {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (index === head || token.kind !== WORD) continue;
    const flags = token.entry?.flags ?? 0;
    if (flags === 0 || (flags & (F.materialLabel | F.audience)) !== 0) return true;
  }
  return false;
}

/** "shorter and longer": two demands of one clause that cannot both be met. */
function findContradiction(tokens: readonly RequestToken[], lexicon: Lexicon): number {
  const opposites = oppositesOf(lexicon);
  if (opposites.size === 0) return -1;
  for (let index = 0; index + 2 < tokens.length; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked || token.kind !== WORD) continue;
    const opposite = opposites.get(token.word);
    if (opposite === undefined) continue;
    const joined = (tokens[index + 1]?.entry?.flags ?? 0) & F.conjunction;
    const third = tokens[index + 2] as RequestToken;
    const later = third.word === opposite ? third : tokens[index + 3];
    if (joined !== 0 && later?.word === opposite && !later.masked) return index;
  }
  return -1;
}

const oppositesByLexicon = new WeakMap<Lexicon, ReadonlyMap<string, string>>();

function oppositesOf(lexicon: Lexicon): ReadonlyMap<string, string> {
  let opposites = oppositesByLexicon.get(lexicon);
  if (opposites === undefined) {
    opposites = new Map(
      lexicon.tables.flatMap((table) =>
        (table.contradictions ?? []).flatMap(([a, b]) => [[a, b] as const, [b, a] as const]),
      ),
    );
    oppositesByLexicon.set(lexicon, opposites);
  }
  return opposites;
}
