import type { StlOperation } from "../contract/operation.js";
import { type GappedVerb, type Lexicon, type LexiconEntry, WORD_FLAGS } from "./lexicon.js";
import { NEWLINE, type RequestToken, WORD } from "./tokenise-request.js";

/** How a clause begins, once what merely asks for the act is passed over. */
export interface ClauseHead {
  /** Index of the token that decides. */
  readonly index: number;
  readonly kind: "imperative" | "participle" | "light" | "question" | "polar" | "other" | "noun" | "dependent";
  readonly negated: boolean;
  readonly order: "first" | "next" | "last" | null;
  /** The clause is fronted with "before" or "after". */
  readonly fronted: "before" | "after" | null;
  /** A second part of the verb met later in the clause. */
  readonly gapped: GappedVerb | null;
  readonly asked: boolean;
}

// POS-CLS-14: an act is looked for so many tokens ahead and no further, so that reading stays linear
const LONGEST_OPENING = 16;

const {
  conjunction,
  alternative,
  opener,
  negator,
  falseNegator,
  contrast,
  exception,
  first,
  next,
  last,
  before,
  after,
} = WORD_FLAGS;
const {
  subject,
  auxiliary,
  light,
  otherVerb,
  questionWord,
  subordinator,
  determiner,
  demonstrative,
  pronoun,
  possessive,
  preposition,
  infinitive,
} = WORD_FLAGS;
const ORDER = first | next | last;
const OPENING_WORDS = conjunction | alternative | opener | contrast | falseNegator | negator | before | after;
const PASSED = conjunction | alternative | opener | contrast | falseNegator | ORDER;
const OPENING = OPENING_WORDS | ORDER | subject | auxiliary | preposition;

const MARKS_PASSED = new Set(
  ["-", "*", "•", "#", "(", ",", "–", "—", "+", "·", "◦", "|", ")", ".", "¿", "¡"].map((mark) => mark.charCodeAt(0)),
);

/**
 * Reads the head of the clause that begins at `from`, or with `anywhere` the first act in it; null when nothing there is an act, a
 * question or a noun act.
 */
export function findClauseHead(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
  lexicon: Lexicon,
  anywhere = lexicon.verbAnywhere,
): ClauseHead | null {
  const opening: ClauseOpening = { start: from, negated: false, order: null, fronted: null, asked: false };
  const limit = Math.min(to, from + LONGEST_OPENING);
  for (let index = from; index < limit; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked) return null;
    if (token.kind !== WORD) {
      if (MARKS_PASSED.has(token.kind)) continue;
      return null;
    }
    if (token.entry === undefined) {
      if (isNumber(token.word) && (index === from || isOrdinalMark(tokens[index + 1])) && index + 1 < limit) continue;
      return anywhere ? findAnywhere(tokens, index, to, opening) : null;
    }
    if (isOpening(opening, tokens, index, from, to)) continue;
    return readHead(opening, tokens, index, to, anywhere);
  }
  return null;
}

/** What the words before the head say of it. */
interface ClauseOpening {
  /** Where the clause begins. */
  readonly start: number;
  negated: boolean;
  order: ClauseHead["order"];
  fronted: ClauseHead["fronted"];
  asked: boolean;
}

/** Flags of the token after `index`, where it belongs to the clause and is no material. */
function flagsAfter(tokens: readonly RequestToken[], index: number, to: number): number {
  const following = index + 1 < to ? tokens[index + 1] : undefined;
  return following === undefined || following.masked || following.entry === undefined ? 0 : following.entry.flags;
}

/** Passes over a word that only asks for, orders, joins or denies the act; notes what it says. */
function isOpening(
  opening: ClauseOpening,
  tokens: readonly RequestToken[],
  index: number,
  from: number,
  to: number,
): boolean {
  const entry = (tokens[index] as RequestToken).entry as LexiconEntry;
  const { flags } = entry;
  if ((flags & OPENING) === 0) return false;
  if ((flags & falseNegator) !== 0) return true;
  if ((flags & negator) !== 0) {
    opening.negated = true;
    return true;
  }
  if ((flags & (before | after)) !== 0 && opening.fronted === null) {
    opening.fronted = (flags & before) !== 0 ? "before" : "after";
    return true;
  }
  if (opening.fronted !== null && (flags & (subject | auxiliary)) !== 0 && entry.verb === null) return true;
  if ((flags & ORDER) !== 0 && (entry.verb === null || (flags & opener) !== 0)) {
    opening.order = (flags & first) !== 0 ? "first" : (flags & next) !== 0 ? "next" : "last";
    return true;
  }
  if (isLightHead(entry, tokens, index, from, to)) return false;
  if (
    (flags & PASSED) !== 0 &&
    !((flags & auxiliary) !== 0 && (flags & opener) === 0 && isSubject(flagsAfter(tokens, index, to)))
  ) {
    if ((flags & opener) !== 0 && entry.length > 1) opening.asked = true;
    return true;
  }
  // "by what amount", "in which year"
  return (flags & preposition) !== 0 && entry.verb === null && (flagsAfter(tokens, index, to) & questionWord) !== 0;
}

/** "make a plan", "do a review", but not "do you agree" or "do compare". */
function isLightHead(
  entry: LexiconEntry,
  tokens: readonly RequestToken[],
  index: number,
  from: number,
  to: number,
): boolean {
  const { flags } = entry;
  if ((flags & light) === 0 || (entry.verb !== null && !entry.loose)) return false;
  if ((flags & auxiliary) !== 0) {
    const following = flagsAfter(tokens, index, to);
    if (isSubject(following) && !(index > from && (following & determiner) !== 0)) return false;
  }
  return !opensVerb(entry, tokens, index, to);
}

/** The head at `index`, which is no opening; null when the word is none either. */
function readHead(
  opening: ClauseOpening,
  tokens: readonly RequestToken[],
  index: number,
  to: number,
  anywhere: boolean,
): ClauseHead | null {
  const token = tokens[index] as RequestToken;
  const entry = token.entry as LexiconEntry;
  const gapped = entry.gapped === null ? null : findGap(tokens, index, to, entry.gapped);
  const kind = gapped !== null ? "imperative" : headKind(opening, tokens, index, to);
  if (kind === null) return anywhere ? findAnywhere(tokens, index, to, opening) : null;
  const negated = opening.negated || (anywhere && negatedLater(tokens, index + 1, to));
  return { index, kind, negated, order: opening.order, fronted: opening.fronted, gapped, asked: opening.asked };
}

function headKind(
  opening: ClauseOpening,
  tokens: readonly RequestToken[],
  index: number,
  to: number,
): ClauseHead["kind"] | null {
  const token = tokens[index] as RequestToken;
  const entry = token.entry as LexiconEntry;
  const { flags } = entry;
  if (isLightHead(entry, tokens, index, opening.start, to)) return "light";
  if (entry.question !== null || (flags & questionWord) !== 0) {
    const dependent =
      (flags & subordinator) !== 0 &&
      entry.length === 1 &&
      entry.asksInverted &&
      (flagsAfter(tokens, index, to) & auxiliary) === 0;
    return dependent ? "dependent" : "question";
  }
  if ((flags & subordinator) !== 0) return "dependent";
  if (entry.verb !== null && entry.form === "base") {
    return entry.noun !== null && isNounUse(tokens[index + 1]) ? "noun" : "imperative";
  }
  if (entry.verb !== null && (entry.form === "participle" || (opening.fronted !== null && entry.form === "past"))) {
    return "participle";
  }
  if ((flags & auxiliary) !== 0) {
    const following = flagsAfter(tokens, index, to);
    return isSubject(following) || following === 0 ? "polar" : null;
  }
  if ((flags & otherVerb) !== 0) return "other";
  return entry.noun !== null || entry.phrase !== null ? "noun" : null;
}

function isSubject(flags: number): boolean {
  return (flags & (subject | determiner | demonstrative | pronoun | possessive)) !== 0;
}

/** "do compare", "need to write": the light word only helps another verb. */
function opensVerb(entry: LexiconEntry, tokens: readonly RequestToken[], index: number, to: number): boolean {
  if ((entry.flags & (auxiliary | opener)) === 0 || index + 1 >= to) return false;
  const following = tokens[index + 1]?.entry;
  return following?.verb !== null && following?.verb !== undefined && following.form === "base";
}

/** "plan of the city", "summary:": the word names a thing although it could be a verb. */
function isNounUse(following: RequestToken | undefined): boolean {
  return following?.entry?.genitive === true;
}

export function isNumber(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function isOrdinalMark(token: RequestToken | undefined): boolean {
  return token !== undefined && (token.kind === 46 || token.kind === 41 || token.kind === 58);
}

/** Finds the second part of a verb before its clause ends. */
function findGap(
  tokens: readonly RequestToken[],
  index: number,
  to: number,
  gaps: readonly GappedVerb[],
): GappedVerb | null {
  const limit = Math.min(to, index + LONGEST_OPENING);
  for (const gap of gaps) {
    for (let at = index + 2; at < limit; at += 1) {
      const token = tokens[at] as RequestToken;
      if (token.kind === NEWLINE || token.kind === 46 || token.kind === 59) break;
      if (((token.entry?.flags ?? 0) & (infinitive | subordinator)) !== 0) break;
      // "make a better plan": right after an article the word belongs to the object
      if (((tokens[at - 1]?.entry?.flags ?? 0) & (determiner | possessive)) !== 0) continue;
      if (token.word === gap.particle[0] && gap.particle.every((word, offset) => tokens[at + offset]?.word === word))
        return gap;
    }
  }
  return null;
}

/** Languages in which the act may stand last: the first verb that is no thing heads the clause. */
function findAnywhere(
  tokens: readonly RequestToken[],
  from: number,
  to: number,
  found: ClauseOpening,
): ClauseHead | null {
  let fallback: ClauseHead | null = null;
  let { negated } = found;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked) continue;
    if (token.kind !== WORD) {
      if (token.kind === 44) continue;
      break;
    }
    const entry = token.entry;
    if (entry === undefined) continue;
    // POS-CLS-08: where the act may precede its negator, a negator anywhere in the clause removes it
    if ((entry.flags & negator) !== 0) negated = true;
    const before = index > 0 ? (tokens[index - 1]?.entry?.flags ?? 0) : 0;
    const thing = (before & (determiner | possessive)) !== 0;
    const gapped = entry.gapped === null || thing ? null : findGap(tokens, index, to, entry.gapped);
    const acts = entry.verb !== null && (entry.form === "base" || (found.fronted !== null && entry.form !== "finite"));
    if (gapped !== null || (acts && !thing)) {
      return { ...found, negated: negated || negatedLater(tokens, index + 1, to), index, kind: "imperative", gapped };
    }
    if (entry.question !== null && fallback === null)
      fallback = { ...found, negated, index, kind: "question", gapped: null };
    else if ((entry.flags & light) !== 0 && fallback === null)
      fallback = { ...found, negated, index, kind: "light", gapped: null };
    else if (entry.noun !== null && fallback === null)
      fallback = { ...found, negated, index, kind: "noun", gapped: null };
  }
  return fallback;
}

/** "übersetze nicht": the negator follows the act. A contrast ends its reach. */
function negatedLater(tokens: readonly RequestToken[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.masked || token.kind !== WORD) continue;
    const flags = token.entry?.flags ?? 0;
    if ((flags & (contrast | exception)) !== 0) return false;
    if ((flags & negator) !== 0) return true;
  }
  return false;
}

/** What a head says of the operation before its object is read. */
export function headOperation(head: ClauseHead, entry: LexiconEntry): StlOperation | null {
  if (head.gapped !== null) return head.gapped.operation;
  if (head.kind === "question") return entry.question;
  if (head.kind === "noun") return entry.noun ?? entry.phrase;
  return entry.verb;
}
