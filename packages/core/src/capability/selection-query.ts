import type { ArgumentNeed } from "./argument-needs.js";
import { kindBit } from "./argument-needs.js";
import { splitWords } from "./split-words.js";
import { stemWord } from "./stem-word.js";
import { isStopWord } from "./stop-words.js";
import { valueKindsIn } from "./value-kinds.js";

/** A fact at hand, as selection reads it: a statement, a bare fact type, or both. */
export type AvailableFact = string | { readonly statement?: string; readonly factTypes?: readonly string[] };

/** A query with all that scoring asks of it, worked out once. */
export interface SelectionQuery {
  readonly words: readonly string[];
  readonly wordSet: ReadonlySet<string>;
  readonly stems: readonly string[];
  readonly stemSet: ReadonlySet<string>;
  /** Words in order, separated by blanks: what letter sequences are taken from. */
  readonly letters: string;
  /** Bits of the kinds of values the query or a fact states. */
  readonly kinds: number;
  /** Fact types at hand, words joined by `_`. */
  readonly factTypes: ReadonlySet<string>;
}

export function selectionQuery(text: string, facts: readonly AvailableFact[]): SelectionQuery {
  const words = splitWords(text);
  const stems = words.filter((word) => !isStopWord(word)).map(stemWord);
  const factTypes = new Set<string>();
  let kinds = bitsOf(text);
  for (const fact of facts) {
    const types = typeof fact === "string" ? [fact] : (fact.factTypes ?? []);
    for (const type of types) if (type.length <= MAX_FACT_TYPE) factTypes.add(splitWords(type).join("_"));
    kinds |= bitsOf(typeof fact === "string" ? fact : (fact.statement ?? ""));
  }
  return {
    words,
    wordSet: new Set(words),
    stems,
    stemSet: new Set(stems.length > 0 ? stems : words.map(stemWord)),
    letters: words.join(" "),
    kinds,
    factTypes,
  };
}

/** A string longer than this is a statement and no type. */
const MAX_FACT_TYPE = 64;

function bitsOf(text: string): number {
  let bits = 0;
  for (const kind of valueKindsIn(text)) bits |= kindBit(kind);
  return bits;
}

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
  if (needs.length === 0) return 1;
  let satisfied = 0;
  for (const need of needs) if (isSatisfiable(query, need)) satisfied++;
  return satisfied / needs.length;
}

function isSatisfiable(query: SelectionQuery, need: ArgumentNeed): boolean {
  if (query.factTypes.has(need.name)) return true;
  if (need.values !== null) {
    return need.values.some((stems) => stems.length > 0 && stems.every((stem) => query.stemSet.has(stem)));
  }
  // Free text is what a query is made of; a typed value must be there to be seen.
  return need.kind === 0 ? query.words.length > 0 : (query.kinds & need.kind) !== 0;
}
