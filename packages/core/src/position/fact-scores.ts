import { type FactPostings, POSTING_BLOCK_BITS, type Posting, type PostingBlock } from "./fact-postings.js";

const K1 = 0.9;
/** Facts are short: their length says little about how much they say. */
const B = 0.4;
/** A word in more of the facts than this share, beyond a few facts, names no single thing. */
const NAMING_SHARE = 0.35;
const NAMING_FACTS = 24;
/** Up to this many facts every word counts. */
const FEW_FACTS = 32;
/** A name of two words at the very beginning of a statement counts so many times its words' weight. */
const MOST_FOR_PAIR = 3;
/** Entries from which on it pays to look at the bounds of blocks first. */
const MANY_ENTRIES = 256;
/** Beyond this many the short sorted list costs more than sorting all. */
const SHORT_LIST = 64;
const NONE: ReadonlySet<number> = new Set();

/** A word of the query, or two neighbours of it, with what each adds to the facts of a posting. */
interface Term {
  readonly posting: Posting;
  readonly weight: number;
  /** Absent for a single word. */
  readonly pair?: readonly [number, number];
}

/** Scores of facts for one query. The array is kept from query to query, the positions are not. */
export class FactScores {
  readonly #postings: FactPostings;
  #scores = new Float64Array(64);
  #marked = new Uint8Array(64);
  /** What each block of positions can score at most. */
  #bounds = new Float64Array(2);
  readonly #touched: number[] = [];

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
    this.#touched.length = 0;
    const length = this.#postings.facts.length;
    if (this.#scores.length >= length) return;
    const room = Math.max(2 * this.#scores.length, length);
    this.#scores = new Float64Array(room);
    this.#marked = new Uint8Array(room);
    this.#bounds = new Float64Array((room >> POSTING_BLOCK_BITS) + 1);
  }

  /**
   * BM25 of the words, rarest first, and what neighbours in the query add where they are neighbours in a fact, too. Known
   * words count only as the neighbour of one that is not.
   */
  score(words: readonly number[], enough: number, known: ReadonlySet<number> = NONE): void {
    for (const term of this.#terms(words, enough, known)) this.#addAll(term);
  }

  /** The best positions of those with a score, best first, ties by recency. */
  ranked(limit: number): number[] {
    // POS-FRM-03: ties by recency.
    const byScore = (a: number, b: number) => this.at(b) - this.at(a) || b - a;
    if (limit > SHORT_LIST) return [...this.#touched].sort(byScore).slice(0, limit);
    const best: number[] = [];
    for (const position of this.#touched) this.#insert(best, position, limit);
    return best;
  }

  /** What `score` and `ranked` give, without reading the facts that cannot be among the best (POS-SPD-02). */
  best(words: readonly number[], enough: number, limit: number, known: ReadonlySet<number> = NONE): number[] {
    const terms = this.#terms(words, enough, known);
    const { meanLength } = this.#postings;
    const entries = terms.reduce((sum, { posting }) => sum + posting.facts.length, 0);
    if (entries <= MANY_ENTRIES || limit > SHORT_LIST) {
      for (const term of terms) this.#addAll(term);
      return this.ranked(limit);
    }
    const blocks = this.#boundBlocks(terms, meanLength);
    const next = terms.map(({ posting }) => posting.blocks.length - 1);
    const best: number[] = [];
    // From new to old: a block whose bound is not above the worst of the best holds nothing better, since of equal
    // scores the newer one counts more.
    for (let block = blocks - 1; block >= 0; block -= 1) {
      const bound = this.#bounds[block] as number;
      if (bound === 0 || (best.length === limit && bound <= this.at(best[limit - 1] as number))) continue;
      const seen = this.#touched.length;
      for (let index = 0; index < terms.length; index += 1) {
        const term = terms[index] as Term;
        const { blocks: own, facts } = term.posting;
        let at = next[index] as number;
        while (at >= 0 && (own[at] as PostingBlock).block > block) at -= 1;
        next[index] = at;
        const found = own[at];
        if (found?.block === block) this.#addEntries(term, meanLength, found.start, own[at + 1]?.start ?? facts.length);
      }
      for (let at = seen; at < this.#touched.length; at += 1) this.#insert(best, this.#touched[at] as number, limit);
    }
    return best;
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

  #terms(words: readonly number[], enough: number, known: ReadonlySet<number>): Term[] {
    const terms: Term[] = this.#decidingPostings(words, enough, known).map((posting) => ({
      posting,
      weight: this.#weight(posting),
    }));
    // A name of two words is more than the two words: among facts on many alike things, halves of names are everywhere.
    const seen = new Map<number, Set<number>>();
    for (let at = 1; at < words.length; at += 1) {
      const first = words[at - 1] as number;
      const second = words[at] as number;
      if (!this.names(first) || !this.names(second) || seen.get(first)?.has(second) === true) continue;
      if (known.has(first) && known.has(second)) continue;
      seen.set(first, (seen.get(first) ?? new Set()).add(second));
      const [a, b] = [this.#postings.posting(first), this.#postings.posting(second)];
      const weight = this.#weight(a) + this.#weight(b);
      terms.push({ posting: a.live <= b.live ? a : b, weight, pair: [first, second] });
    }
    return terms;
  }

  /**
   * Postings of the words, rarest first. Words that most facts share tell none of them apart; they matter only while
   * fewer than `enough` facts were found.
   */
  #decidingPostings(words: readonly number[], enough: number, known: ReadonlySet<number>): Posting[] {
    const postings: Posting[] = [];
    for (const word of new Set(words)) if (word >= 0 && !known.has(word)) postings.push(this.#postings.posting(word));
    postings.sort((a, b) => a.live - b.live);
    const { size } = this.#postings;
    if (size <= FEW_FACTS) return postings;
    const found = new Set<number>();
    for (let index = 0; index < postings.length; index += 1) {
      const posting = postings[index] as Posting;
      const isEnough = found.size >= enough || (index > 0 && (postings[index - 1] as Posting).live >= enough);
      if (posting.live > size / 2 && isEnough) return postings.slice(0, index);
      if (isEnough || posting.live >= enough) continue;
      for (const position of posting.facts) if (this.#postings.factAt(position).valid) found.add(position);
    }
    return postings;
  }

  /**
   * Sums up, for each block of positions, what the terms can score there at most; returns the number of blocks. Summed as
   * scores are, so that rounding puts no score above its bound.
   */
  #boundBlocks(terms: readonly Term[], meanLength: number): number {
    const blocks = (this.#postings.facts.length >> POSTING_BLOCK_BITS) + 1;
    const bounds = this.#bounds.fill(0, 0, blocks);
    for (const { posting, weight, pair } of terms) {
      for (const { block, peaks } of posting.blocks) {
        let most = 0;
        if (pair !== undefined) most = weight * MOST_FOR_PAIR;
        else for (const { count, length } of peaks) most = Math.max(most, wordScore(weight, count, length, meanLength));
        (bounds[block] as number) += most;
      }
    }
    return blocks;
  }

  #addAll(term: Term): void {
    this.#addEntries(term, this.#postings.meanLength, 0, term.posting.facts.length);
  }

  #addEntries({ posting, weight, pair }: Term, meanLength: number, from: number, to: number): void {
    const { facts, counts } = posting;
    for (let at = from; at < to; at += 1) {
      const position = facts[at] as number;
      const entry = this.#postings.factAt(position);
      if (!entry.valid) continue;
      if (pair === undefined) {
        this.add(position, wordScore(weight, counts[at] as number, entry.words.length, meanLength));
      } else {
        const place = neighboursIn(entry.words, pair[0], pair[1]);
        if (place >= 0) this.add(position, pairScore(weight, place, entry.words.length));
      }
    }
  }

  /** Puts a position in its place among the best, best first, where it is one of them. */
  #insert(best: number[], position: number, limit: number): void {
    const score = this.at(position);
    let at = best.length;
    if (at === limit) {
      if (at === 0 || !this.#beats(score, position, best[at - 1] as number)) return;
      at -= 1;
    }
    for (; at > 0 && this.#beats(score, position, best[at - 1] as number); at -= 1) best[at] = best[at - 1] as number;
    best[at] = position;
  }

  #beats(score: number, position: number, other: number): boolean {
    const otherScore = this.at(other);
    return score > otherScore || (score === otherScore && position > other);
  }
}

/** BM25 of one word in one fact; it grows with the count and falls with the length. */
function wordScore(weight: number, count: number, length: number, meanLength: number): number {
  return (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
}

/** A statement is about what it names first, so a name counts most at its beginning. */
function pairScore(weight: number, place: number, length: number): number {
  return weight * (1 + (MOST_FOR_PAIR - 1) * (1 - place / length) ** 2);
}

/** Where `second` follows `first`; -1 where it does not. */
function neighboursIn(words: readonly number[], first: number, second: number): number {
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (words[at + 1] === second) return at;
  }
  return -1;
}
