import type { FrameFact } from "../contract/frame.js";
import type { StlOperation } from "../contract/operation.js";
import { indexWords } from "./fact-words.js";
import { FACT_LIMITS } from "./operation-limits.js";

const K1 = 0.9;
/** Facts are short: their length says little about how much they say. */
const B = 0.4;
/** Weight of the cosine beside the BM25 share, where both sides have vectors. */
const COSINE_WEIGHT = 0.5;

interface Posting {
  readonly facts: number[];
  readonly counts: number[];
  /** Facts of the posting that are still valid. */
  live: number;
}

interface IndexedFact {
  readonly fact: FrameFact;
  readonly length: number;
  valid: boolean;
}

/** Vectors of one embedding model: the query's, and those of facts by id. */
export interface FactEmbeddings {
  readonly query: readonly number[];
  readonly facts: ReadonlyMap<string, readonly number[]>;
}

export interface ChooseOptions {
  /** Most facts; the operation's limit when absent. */
  readonly limit?: number;
  readonly embeddings?: FactEmbeddings;
}

/**
 * All valid facts of a run, findable by relevance (POS-FRM-03). Adding costs the fact's words, choosing the postings of
 * the query's words: nothing scans the facts.
 */
export class FactIndex {
  readonly #facts: IndexedFact[] = [];
  readonly #positions = new Map<string, number>();
  readonly #postings = new Map<string, Posting>();
  #scores = new Float64Array(64);
  #valid = 0;
  #words = 0;

  /** Number of valid facts. */
  get size(): number {
    return this.#valid;
  }

  has(factId: string): boolean {
    return this.#positions.has(factId);
  }

  /** The valid fact with this id. */
  get(factId: string): FrameFact | undefined {
    const position = this.#positions.get(factId);
    return position === undefined ? undefined : this.#facts[position]?.fact;
  }

  /** Adds a fact; one with a known id replaces the old one and counts as new. */
  add(fact: FrameFact): void {
    this.invalidate(fact.factId);
    const counts = new Map<string, number>();
    const words = indexWords(fact.statement);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const position = this.#facts.length;
    this.#facts.push({ fact, length: words.length, valid: true });
    this.#positions.set(fact.factId, position);
    for (const [word, count] of counts) {
      const posting = this.#postings.get(word);
      if (posting === undefined) this.#postings.set(word, { facts: [position], counts: [count], live: 1 });
      else {
        posting.facts.push(position);
        posting.counts.push(count);
        posting.live += 1;
      }
    }
    this.#valid += 1;
    this.#words += words.length;
  }

  /** Takes a fact out; false when there is no valid one with this id. */
  invalidate(factId: string): boolean {
    const position = this.#positions.get(factId);
    if (position === undefined) return false;
    const entry = this.#facts[position] as IndexedFact;
    // POS-FRM-03: a frame draws on valid facts only.
    entry.valid = false;
    this.#positions.delete(factId);
    this.#valid -= 1;
    this.#words -= entry.length;
    for (const word of new Set(indexWords(entry.fact.statement))) {
      const posting = this.#postings.get(word) as Posting;
      posting.live -= 1;
      if (posting.live === 0) this.#postings.delete(word);
    }
    return true;
  }

  /** The facts for one frame, least relevant first. Among equals the newer one is the more relevant. */
  choose(operation: StlOperation, queryText: string, options: ChooseOptions = {}): FrameFact[] {
    const limit = options.limit ?? FACT_LIMITS[operation];
    if (limit <= 0 || this.#valid === 0) return [];
    const all = this.#valid <= limit;
    const touched = this.#score(queryText, limit, all);
    const scores = this.#scores;
    if (options.embeddings !== undefined) this.#blend(options.embeddings, touched);
    const chosen = mostRelevant(touched, scores, limit);
    for (const position of touched) scores[position] = 0;
    return chosen.map((position) => (this.#facts[position] as IndexedFact).fact);
  }

  /** Fills `#scores` and returns the positions that have one; every valid position when `all` is set. */
  #score(queryText: string, limit: number, all: boolean): number[] {
    if (this.#scores.length < this.#facts.length) {
      this.#scores = new Float64Array(Math.max(2 * this.#scores.length, this.#facts.length));
    }
    const scores = this.#scores;
    const touched: number[] = [];
    const postings: Posting[] = [];
    for (const word of new Set(indexWords(queryText))) {
      const posting = this.#postings.get(word);
      if (posting !== undefined) postings.push(posting);
    }
    postings.sort((a, b) => a.live - b.live);
    const meanLength = Math.max(1, this.#words / this.#valid);
    for (const posting of postings) {
      // Words that most facts share tell none of them apart; they matter only while too few facts were found.
      if (posting.live > this.#valid / 2 && this.#valid > 32 && touched.length >= limit) break;
      const weight = Math.log(1 + (this.#valid - posting.live + 0.5) / (posting.live + 0.5));
      for (let at = 0; at < posting.facts.length; at += 1) {
        const position = posting.facts[at] as number;
        const entry = this.#facts[position] as IndexedFact;
        if (!entry.valid) continue;
        const count = posting.counts[at] as number;
        if (scores[position] === 0) touched.push(position);
        (scores[position] as number) +=
          (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * entry.length) / meanLength));
      }
    }
    // POS-FRM-03: facts without any relation are left out, unless all facts fit anyway.
    if (all) for (const position of this.#positions.values()) if (scores[position] === 0) touched.push(position);
    return touched;
  }

  /** Mixes in the cosine for the facts that have a vector; they count even when no word is shared. */
  #blend(embeddings: FactEmbeddings, touched: number[]): void {
    const scores = this.#scores;
    let best = 0;
    for (const position of touched) best = Math.max(best, scores[position] as number);
    const seen = new Set(touched);
    for (const position of touched) {
      if (best > 0) scores[position] = (1 - COSINE_WEIGHT) * ((scores[position] as number) / best);
    }
    for (const [factId, vector] of embeddings.facts) {
      const position = this.#positions.get(factId);
      if (position === undefined) continue;
      const cosine = Math.max(0, cosineOf(embeddings.query, vector));
      if (cosine === 0) continue;
      if (!seen.has(position)) touched.push(position);
      (scores[position] as number) += COSINE_WEIGHT * cosine;
    }
  }
}

/** Beyond this many the short sorted list costs more than sorting all. */
const SHORT_LIST = 64;

/** The best `limit` positions, worst first: one pass with a short sorted list. */
function mostRelevant(positions: number[], scores: Float64Array, limit: number): number[] {
  if (limit > SHORT_LIST) {
    return [...positions].sort((a, b) => (beats(scores[a] as number, a, scores, b) ? 1 : -1)).slice(-limit);
  }
  const best: number[] = [];
  for (const position of positions) {
    const score = scores[position] as number;
    if (best.length === limit && !beats(score, position, scores, best[0] as number)) continue;
    let at = best.length;
    while (at > 0 && !beats(score, position, scores, best[at - 1] as number)) at -= 1;
    best.splice(at, 0, position);
    if (best.length > limit) best.shift();
  }
  return best;
}

// POS-FRM-03: ties by recency.
function beats(score: number, position: number, scores: Float64Array, other: number): boolean {
  const otherScore = scores[other] as number;
  return score > otherScore || (score === otherScore && position > other);
}

function cosineOf(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0;
  let product = 0;
  let left = 0;
  let right = 0;
  for (let at = 0; at < a.length; at += 1) {
    const x = a[at] as number;
    const y = b[at] as number;
    product += x * y;
    left += x * x;
    right += y * y;
  }
  return left === 0 || right === 0 ? 0 : product / Math.sqrt(left * right);
}
