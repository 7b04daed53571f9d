import type { FrameFact } from "../contract/frame.js";
import type { StlOperation } from "../contract/operation.js";
import { DistinctStatements } from "./distinct-statements.js";
import { FactPostings } from "./fact-postings.js";
import { FactScores } from "./fact-scores.js";
import { FACT_LIMITS } from "./operation-limits.js";

/** Weight of the cosine beside the BM25 share, where both sides have vectors. */
const COSINE_WEIGHT = 0.5;
/** A fact with this share of the best score is an answer, or names what the answer is about. */
const LEADING_SHARE = 0.5;
/** Most facts of a frame that are there for what a leading fact names, and the most names followed one after another. */
const MOST_FOLLOWED = 4;
const MOST_HOPS = 3;
/** Facts on a name that are looked at. */
const MOST_LOOKED_AT = 48;

/** Vectors of one embedding model: the query's, and those of facts by id. */
export interface FactEmbeddings {
  readonly query: readonly number[];
  readonly facts: ReadonlyMap<string, readonly number[]>;
}

export interface ChooseOptions {
  /** Most facts; the operation's limit when absent. */
  readonly limit?: number;
  /** More of the query, behind its text, the same from call to call: it is read once. */
  readonly context?: string;
  readonly embeddings?: FactEmbeddings;
}

/**
 * All valid facts of a run, findable by relevance (POS-FRM-03). Adding costs the fact's words, choosing those parts of the
 * postings of the query's words that can hold one of the best: nothing scans the facts (POS-SPD-02).
 */
export class FactIndex {
  readonly #postings = new FactPostings();
  readonly #scores = new FactScores(this.#postings);

  /** Number of valid facts. */
  get size(): number {
    return this.#postings.size;
  }

  has(factId: string): boolean {
    return this.#postings.positionOf(factId) !== undefined;
  }

  /** The valid fact with this id. */
  get(factId: string): FrameFact | undefined {
    const position = this.#postings.positionOf(factId);
    return position === undefined ? undefined : this.#postings.factAt(position).fact;
  }

  /** Number of facts ever added, replaced and invalid ones included. */
  get added(): number {
    return this.#postings.facts.length;
  }

  /** The facts added after the first `place` ones that are valid still, in their order. */
  addedAfter(place: number): FrameFact[] {
    return this.#postings.facts.slice(place).flatMap(({ fact, valid }) => (valid ? [fact] : []));
  }

  /** Adds a fact; one with a known id replaces the old one and counts as new. */
  add(fact: FrameFact): void {
    this.#postings.add(fact);
  }

  /** Takes a fact out; false when there is no valid one with this id. */
  invalidate(factId: string): boolean {
    return this.#postings.invalidate(factId);
  }

  /**
   * The facts for one frame, least relevant first. Among equals the newer one is the more relevant; of two that say the
   * same the more relevant stays. Where more facts are related than fit, up to a third of the places goes to facts on
   * what the leading ones name: the second half of a chain shares no word with the question.
   */
  choose(operation: StlOperation, queryText: string, options: ChooseOptions = {}): FrameFact[] {
    const limit = options.limit ?? FACT_LIMITS[operation];
    const { size } = this.#postings;
    if (limit <= 0 || size === 0) return [];
    const words = this.#postings.wordsOf(queryText, options.context);
    this.#scores.clear();
    const all = size <= limit;
    const ranked =
      all || options.embeddings !== undefined
        ? this.#rankedOfAll(words, limit, options)
        : this.#scores.best(words, limit, 2 * limit);
    const chosen = this.#distinct(ranked, all ? ranked.length : limit);
    return (all ? chosen : this.#withFollowed(chosen, words, limit))
      .reverse()
      .map((position) => this.#postings.factAt(position).fact);
  }

  /** Positions by score, best first, every fact among them where all fit. */
  #rankedOfAll(words: readonly number[], limit: number, { embeddings }: ChooseOptions): number[] {
    this.#scores.score(words, limit);
    // POS-FRM-03: facts without any relation are left out, unless all facts fit anyway.
    if (this.#postings.size <= limit) {
      for (const position of this.#postings.positions()) {
        if (this.#scores.at(position) === 0) this.#scores.add(position, 0);
      }
    }
    if (embeddings !== undefined) this.#blend(embeddings);
    return this.#scores.ranked(2 * limit);
  }

  /** The first `most` positions whose statements say something new; what has a source outside stands for its retelling. */
  #distinct(positions: readonly number[], most: number): number[] {
    const kept = new DistinctStatements();
    const distinct: number[] = [];
    for (const position of positions) {
      const place = kept.placeOf(this.#statement(position));
      const known = distinct[place];
      if (known === undefined && distinct.length < most) distinct.push(position);
      else if (known !== undefined && this.#isDerived(known) && !this.#isDerived(position)) distinct[place] = position;
    }
    return distinct;
  }

  #isDerived(position: number): boolean {
    return this.#postings.factAt(position).fact.provenance === "DERIVED";
  }

  #statement(position: number): string {
    return this.#postings.factAt(position).statement;
  }

  /** Leading facts, the facts on what they name, then the rest; best first. */
  #withFollowed(chosen: readonly number[], query: readonly number[], limit: number): number[] {
    const best = chosen[0];
    if (best === undefined) return [];
    const least = LEADING_SHARE * this.#scores.at(best);
    const leading = chosen.filter((position) => this.#scores.at(position) >= least);
    const places = Math.min(limit - leading.length, Math.ceil(limit / 3), MOST_FOLLOWED);
    const followed: number[] = [];
    const kept = new DistinctStatements();
    for (const position of leading) kept.add(this.#statement(position));
    const known = new Set(query);
    for (let frontier = leading, hop = 0; hop < MOST_HOPS && followed.length < places; hop += 1) {
      const names = this.#namesIn(frontier, known);
      if (names.length === 0) break;
      frontier = this.#about(names, known, kept).slice(0, places - followed.length);
      for (const word of names) known.add(word);
      if (frontier.length === 0) break;
      followed.push(...frontier);
    }
    const taken = new Set([...leading, ...followed]);
    return [...leading, ...followed, ...chosen.filter((position) => !taken.has(position))].slice(0, limit);
  }

  /** Words of facts that can be part of a name, with -1 where others stand between them; none without a new one. */
  #namesIn(positions: readonly number[], known: ReadonlySet<number>): number[] {
    const names: number[] = [];
    let isNew = false;
    for (const position of positions) {
      for (const word of this.#postings.factAt(position).words) {
        const isName = this.#scores.names(word) && this.#postings.posting(word).live > 1;
        names.push(isName ? word : -1);
        isNew ||= isName && !known.has(word);
      }
      names.push(-1);
    }
    return isNew ? names : [];
  }

  /** Facts on what is named that say something new, best first. */
  #about(names: readonly number[], known: ReadonlySet<number>, kept: DistinctStatements): number[] {
    this.#scores.clear();
    const about: number[] = [];
    const before = kept.size;
    // Copies of the facts the names stand in score best of all, so they go first.
    for (const position of this.#scores.best(names, 0, MOST_LOOKED_AT, known)) {
      const best = about[0];
      // What has less than half of the best score is about something else.
      if (best !== undefined && this.#scores.at(position) <= LEADING_SHARE * this.#scores.at(best)) break;
      const place = kept.placeOf(this.#statement(position)) - before;
      const same = about[place];
      if (place === about.length) about.push(position);
      else if (same !== undefined && this.#isDerived(same) && !this.#isDerived(position)) about[place] = position;
    }
    return about;
  }

  /** Mixes in the cosine for the facts that have a vector; they count even when no word is shared. */
  #blend(embeddings: FactEmbeddings): void {
    let best = 0;
    for (const position of this.#scores.touched) best = Math.max(best, this.#scores.at(position));
    if (best > 0) this.#scores.scale((1 - COSINE_WEIGHT) / best);
    for (const [factId, vector] of embeddings.facts) {
      const position = this.#postings.positionOf(factId);
      if (position === undefined) continue;
      const cosine = Math.max(0, cosineOf(embeddings.query, vector));
      if (cosine > 0) this.#scores.add(position, COSINE_WEIGHT * cosine);
    }
  }
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
