import type { ArgumentNeed } from "./argument-needs.js";
import { isForeign } from "./is-foreign.js";
import { RANK_WEIGHTS } from "./rank-weights.js";
import { splitWords } from "./split-words.js";
import { stemWord } from "./stem-word.js";
import { isStopWord } from "./stop-words.js";
import { countKinds, kindBit, valueKindsIn } from "./value-kinds.js";
import { valueWords } from "./value-words.js";

/** A fact at hand, as selection reads it: a statement, a bare fact type, or both. */
export type AvailableFact = string | { readonly statement?: string; readonly factTypes?: readonly string[] };

/** A query with all that scoring asks of it, worked out once. */
export interface SelectionQuery {
  readonly words: readonly string[];
  readonly wordSet: ReadonlySet<string>;
  readonly stems: readonly string[];
  readonly stemSet: ReadonlySet<string>;
  /** Stems of names and times among them. */
  readonly valueStems: ReadonlySet<string>;
  /** Words in order, separated by blanks: what letter sequences are taken from. */
  readonly letters: string;
  /** Written in another language than descriptors mostly are. */
  readonly foreign: boolean;
  /** Kinds of values the query states, as bits. */
  readonly kinds: number;
  readonly kindCount: number;
  /** Kinds of values the query or a fact may fill an argument with: in doubt, more than it states. */
  readonly fillable: number;
  /** Fact types at hand, words joined by `_`. */
  readonly factTypes: ReadonlySet<string>;
}

export function selectionQuery(text: string, facts: readonly AvailableFact[]): SelectionQuery {
  const words = splitWords(text);
  const stems = words.filter((word) => !isStopWord(word) && !/^\p{N}+$/u.test(word)).map(stemWord);
  const factTypes = new Set<string>();
  const kinds = valueKindsIn(text);
  let fillable = kinds | (UNREAD_SCRIPT.test(text) ? TELLING : 0) | (LOOSE_PLACE.test(text) ? kindBit("place") : 0);
  for (const fact of facts) {
    const types = typeof fact === "string" ? [fact] : (fact.factTypes ?? []);
    for (const type of types) if (type.length <= MAX_FACT_TYPE) factTypes.add(splitWords(type).join("_"));
    fillable |= valueKindsIn(typeof fact === "string" ? fact : (fact.statement ?? ""));
  }
  return {
    words,
    wordSet: new Set(words),
    stems,
    stemSet: new Set(stems.length > 0 ? stems : words.map(stemWord)),
    valueStems: new Set([...valueWords(text)].map(stemWord)),
    letters: words.join(" "),
    foreign: isForeign(text, words),
    kinds,
    kindCount: countKinds(kinds),
    fillable,
    factTypes,
  };
}

/** Kinds of values that can be told from free text with some certainty; any text may be a name, a title, a message. */
const TELLING = (["number", "date", "time", "place", "url", "email"] as const).reduce(
  (bits, kind) => bits | kindBit(kind),
  0,
);
/** Scripts whose values the patterns do not read: nothing is said to be missing there. */
const UNREAD_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Names of places are often written small: any phrase after one of these words may be one. */
const LOOSE_PLACE = /(?:^|[ ,(])(?:in|at|from|to|near|around|of|for|within|between|visit|visiting) \p{L}{2}/iu;

/** A string longer than this is a statement and no type. */
const MAX_FACT_TYPE = 64;

/** Share of intents matched: each of its words is a word of the query, or one begins with the other (POS-FAB-04). */
export function intentShare(query: SelectionQuery, intents: readonly (readonly string[])[]): number {
  if (intents.length === 0) return 0;
  const matched = intents.filter((intent) => intent.every((word) => matchesWord(query, word))).length;
  return matched / intents.length;
}

/** Shorter beginnings say too little: `in` begins `invoice`. */
const MIN_PREFIX = 4;

function matchesWord(query: SelectionQuery, word: string): boolean {
  if (query.wordSet.has(word)) return true;
  for (const candidate of query.wordSet) {
    const [short, long] = candidate.length < word.length ? [candidate, word] : [word, candidate];
    if (short.length >= MIN_PREFIX && long.startsWith(short)) return true;
  }
  return false;
}

/** Share of required arguments that the query or a fact can fill; 1 when none is required (POS-FAB-04). */
export function satisfiableShare(query: SelectionQuery, needs: readonly ArgumentNeed[]): number {
  let required = 0;
  let satisfied = 0;
  for (const need of needs) {
    if (!need.required) continue;
    required++;
    if (isSatisfiable(query, need)) satisfied++;
  }
  return required === 0 ? 1 : satisfied / required;
}

function isSatisfiable(query: SelectionQuery, need: ArgumentNeed): boolean {
  if (query.factTypes.has(need.name)) return true;
  if (need.values !== null) return statesOne(query, need.values);
  // Free text is what a query is made of; a typed value must be there to be seen.
  const telling = need.kinds & TELLING;
  return telling === 0 ? query.words.length > 0 : (query.fillable & telling) !== 0;
}

function statesOne(query: SelectionQuery, values: readonly (readonly string[])[]): boolean {
  return values.some((stems) => stems.length > 0 && stems.every((stem) => query.stemSet.has(stem)));
}

/**
 * What the values of a query say for a capability, in the unit of `RANK_WEIGHTS`: how many of its kinds of values some
 * argument takes, how many required arguments find theirs, how many listed values it names.
 */
export function argumentEvidence(query: SelectionQuery, needs: readonly ArgumentNeed[]): number {
  let taken = 0;
  let required = 0;
  let filled = 0;
  let listed = 0;
  let named = 0;
  for (const need of needs) {
    taken |= need.kinds;
    const states = need.values !== null && statesOne(query, need.values);
    if (need.values !== null) listed++;
    if (states) named++;
    if (!need.required) continue;
    required++;
    const typed = need.kinds & ~LIST;
    if (need.values !== null ? states : typed === 0 || (need.kinds & query.kinds) !== 0) filled++;
  }
  return (
    (query.kindCount === 0 ? 0 : (RANK_WEIGHTS.kinds * countKinds(taken & query.kinds)) / query.kindCount) +
    RANK_WEIGHTS.filled * (required === 0 ? 1 : filled / required) +
    (listed === 0 ? 0 : (RANK_WEIGHTS.enums * named) / listed)
  );
}

/** A list of free texts is free text. */
const LIST = kindBit("list");
