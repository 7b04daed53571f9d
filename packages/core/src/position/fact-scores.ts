import type { FactPostings, Posting } from "./fact-postings.js";

const K1 = 0.9;
/** Facts are short: their length says little about how much they say. */
const B = 0.4;
/** A word in more of the facts than this share, beyond a few facts, names no single thing. */
const NAMING_SHARE = 0.25;
const NAMING_FACTS = 24;
/** Up to this many facts every word counts. */
const FEW_FACTS = 32;

/** Scores of facts for one query. The array is kept from query to query, the positions are not. */
export class FactScores {
  readonly #postings: FactPostings;
  #scores = new Float64Array(64);
  #marked = new Uint8Array(64);
  #touched: number[] = [];

  constructor(postings: FactPostings) {
    this.#postings = postings;
  }

  /** Positions with a score, in no order, each once. */
  get touched(): readonly number[] {
    return this.#touched;
  }

  at(position: number): number {
    return this.#scores[position] as number;
  }

  /** Adds to a score; the position counts as touched even when it gets nothing. */
  add(position: number, score: number): void {
    if (this.#marked[position] === 0) {
      this.#marked[position] = 1;
      this.#touched.push(position);
    }
    (this.#scores[position] as number) += score;
  }

  scale(factor: number): void {
    for (const position of this.#touched) (this.#scores[position] as number) *= factor;
  }

  clear(): void {
    for (const position of this.#touched) {
      this.#scores[position] = 0;
      this.#marked[position] = 0;
    }
    this.#touched = [];
    const length = this.#postings.facts.length;
    if (this.#scores.length >= length) return;
    const room = Math.max(2 * this.#scores.length, length);
    this.#scores = new Float64Array(room);
    this.#marked = new Uint8Array(room);
  }

  /**
   * BM25 of the words, rarest first, and what neighbours in the query add where they are neighbours in a fact, too. Known
   * words count only as the neighbour of one that is not.
   */
  score(words: readonly number[], enough: number, known?: ReadonlySet<number>): void {
    const { size } = this.#postings;
    const rare = [...new Set(words)].filter((word) => word >= 0 && known?.has(word) !== true);
    rare.sort((a, b) => this.#postings.posting(a).live - this.#postings.posting(b).live);
    for (const word of rare) {
      const posting = this.#postings.posting(word);
      // Words that most facts share tell none of them apart; they matter only while too few facts were found.
      if (posting.live > size / 2 && size > FEW_FACTS && this.#touched.length >= enough) break;
      this.#addPosting(posting);
    }
    const seen = new Set<string>();
    for (let at = 1; at < words.length; at += 1) {
      const first = words[at - 1] as number;
      const second = words[at] as number;
      if (!this.names(first) || !this.names(second) || seen.has(`${first} ${second}`)) continue;
      if (known?.has(first) === true && known.has(second)) continue;
      seen.add(`${first} ${second}`);
      this.#addPair(first, second);
    }
  }

  /** Whether a word is rare enough to be part of a name. */
  names(word: number): boolean {
    if (word < 0) return false;
    const { live } = this.#postings.posting(word);
    return live <= Math.max(NAMING_FACTS, NAMING_SHARE * this.#postings.size);
  }

  #weight(posting: Posting): number {
    return Math.log(1 + (this.#postings.size - posting.live + 0.5) / (posting.live + 0.5));
  }

  #addPosting(posting: Posting): void {
    const weight = this.#weight(posting);
    const { meanLength } = this.#postings;
    for (let at = 0; at < posting.facts.length; at += 1) {
      const position = posting.facts[at] as number;
      const entry = this.#postings.factAt(position);
      if (!entry.valid) continue;
      const count = posting.counts[at] as number;
      this.add(position, (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * entry.words.length) / meanLength)));
    }
  }

  /**
   * A name of two words is more than the two words: among facts on many alike things, halves of names are everywhere. A
   * statement is about what it names first, so the name counts most at its beginning.
   */
  #addPair(first: number, second: number): void {
    const [a, b] = [this.#postings.posting(first), this.#postings.posting(second)];
    const weight = this.#weight(a) + this.#weight(b);
    for (const position of (a.live <= b.live ? a : b).facts) {
      const entry = this.#postings.factAt(position);
      if (!entry.valid) continue;
      const at = neighboursIn(entry.words, first, second);
      if (at >= 0) this.add(position, weight * (1 + 2 * (1 - at / entry.words.length) ** 2));
    }
  }
}

/** Where `second` follows `first`; -1 where it does not. */
function neighboursIn(words: readonly number[], first: number, second: number): number {
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (words[at + 1] === second) return at;
  }
  return -1;
}
