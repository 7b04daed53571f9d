import { indexTerms } from "./index-terms.js";
import { splitLines } from "./split-lines.js";
import { type Passage, splitPassages } from "./split-passages.js";

export interface RankedPassage {
  readonly path: string;
  readonly passage: Passage;
  /** Greater than 0, without an upper bound; comparable within one search only. */
  readonly score: number;
}

/** What the index found out about a text when it was added. */
export interface TextOutline {
  readonly lines: number;
  /** The first heading or first line that is not blank, at most 120 characters. */
  readonly title: string;
}

interface IndexedPassage {
  readonly path: string;
  readonly passage: Passage;
  /** Number of weighted terms. */
  readonly length: number;
}

/** Where a term occurs: numbers of passages, rising, and beside them the weights of its occurrences there. */
interface Postings {
  readonly numbers: number[];
  readonly weights: number[];
}

/** An occurrence in the path or in the headings above a passage counts this much of one in its text. */
const CONTEXT_WEIGHT = 0.5;
/** How soon repeats of a term stop counting, and how much a long passage is discounted (the usual BM25 values). */
const SATURATION = 1.2;
const LENGTH_DISCOUNT = 0.75;
/** Further distinct terms of a query are not looked at. */
const LONGEST_QUERY = 64;
const LONGEST_TITLE = 120;
/** Removed passages are swept out when there are more of them than of the others, and at least this many. */
const SWEEP_FROM = 256;

/**
 * An inverted index of passages, ranked by BM25. Pure memory: no file system, no clock. Adding is linear in the length of
 * the text; removing marks, and sweeping is paid for by what was removed.
 */
export class PassageIndex {
  #postings = new Map<string, Postings>();
  /** By number; null where a passage was removed. */
  #passages: (IndexedPassage | null)[] = [];
  #removed = 0;
  /** The numbers of a document's passages: from `first` on, `count` of them. */
  readonly #documents = new Map<string, { first: number; readonly count: number }>();

  /** Adds a text under its path, in place of the one that was there. The path tells the format and counts as context. */
  add(path: string, text: string): TextOutline {
    this.remove(path);
    const lines = splitLines(text);
    const passages = splitPassages(lines, path);
    const pathTerms = indexTerms(path.replace(/\.[^./]*$/, ""));
    this.#documents.set(path, { first: this.#passages.length, count: passages.length });
    for (const passage of passages) this.#addPassage(path, passage, pathTerms);
    return { lines: lines.length, title: titleOf(lines) };
  }

  /** Removes the text of a path, if there is one. */
  remove(path: string): void {
    const document = this.#documents.get(path);
    if (document === undefined) return;
    this.#documents.delete(path);
    this.#passages.fill(null, document.first, document.first + document.count);
    this.#removed += document.count;
    if (this.#removed >= SWEEP_FROM && this.#removed * 2 > this.#passages.length) this.#sweep();
  }

  /**
   * The passages with at least one term of the query, best first, at most `limit`; equal scores in the order of paths and
   * lines. Only documents that `accepts` their path are searched, and how rare a term is, is counted among them.
   */
  rank(query: string, limit: number, accepts: (path: string) => boolean): readonly RankedPassage[] {
    const searched = this.#passages.map((entry) => (entry !== null && accepts(entry.path) ? entry : null));
    let count = 0;
    let totalLength = 0;
    for (const entry of searched) {
      if (entry === null) continue;
      count++;
      totalLength += entry.length;
    }
    const scores = new Map<number, number>();
    for (const term of [...new Set(indexTerms(query))].slice(0, LONGEST_QUERY)) {
      const { numbers, weights } = this.#postings.get(term) ?? NO_POSTINGS;
      let frequency = 0;
      for (const number of numbers) if (searched[number] !== null) frequency++;
      // Rare terms say more; the added 1 keeps the value positive even for a term that is everywhere.
      const rarity = Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
      for (const [at, number] of numbers.entries()) {
        const entry = searched[number] ?? null;
        if (entry === null) continue;
        const weight = weights[at] ?? 0;
        const damping = SATURATION * (1 - LENGTH_DISCOUNT + (LENGTH_DISCOUNT * entry.length * count) / totalLength);
        const gain = (rarity * weight * (SATURATION + 1)) / (weight + damping);
        scores.set(number, (scores.get(number) ?? 0) + gain);
      }
    }
    const ranked: RankedPassage[] = [];
    for (const [number, score] of scores) {
      const entry = searched[number] ?? null;
      if (entry !== null) ranked.push({ path: entry.path, passage: entry.passage, score });
    }
    return ranked.sort(better).slice(0, limit);
  }

  #addPassage(path: string, passage: Passage, pathTerms: readonly string[]): void {
    const weights = new Map<string, number>();
    const addTerms = (terms: readonly string[], weight: number) => {
      for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
      return terms.length * weight;
    };
    const length =
      addTerms(indexTerms(passage.text), 1) +
      addTerms(pathTerms, CONTEXT_WEIGHT) +
      addTerms(indexTerms(passage.context), CONTEXT_WEIGHT);
    const number = this.#passages.push({ path, passage, length }) - 1;
    for (const [term, weight] of weights) {
      let postings = this.#postings.get(term);
      if (postings === undefined) {
        postings = { numbers: [], weights: [] };
        this.#postings.set(term, postings);
      }
      postings.numbers.push(number);
      postings.weights.push(weight);
    }
  }

  /** Gives the passages that are left new numbers without gaps, in the same order. */
  #sweep(): void {
    const renumbered: number[] = [];
    const kept: IndexedPassage[] = [];
    for (const entry of this.#passages) {
      renumbered.push(kept.length);
      if (entry !== null) kept.push(entry);
    }
    for (const document of this.#documents.values()) document.first = renumbered[document.first] ?? kept.length;
    const postings = new Map<string, Postings>();
    for (const [term, { numbers, weights }] of this.#postings) {
      const left: Postings = { numbers: [], weights: [] };
      for (const [at, number] of numbers.entries()) {
        if ((this.#passages[number] ?? null) === null) continue;
        left.numbers.push(renumbered[number] ?? 0);
        left.weights.push(weights[at] ?? 0);
      }
      if (left.numbers.length > 0) postings.set(term, left);
    }
    this.#postings = postings;
    this.#passages = kept;
    this.#removed = 0;
  }
}

const NO_POSTINGS: Postings = { numbers: [], weights: [] };

function titleOf(lines: readonly string[]): string {
  const line = lines.find((candidate) => candidate.trim() !== "") ?? "";
  const title = line
    .trim()
    .slice(0, LONGEST_TITLE * 2)
    .replace(/^#{1,6}\s+/, "");
  return [...title].slice(0, LONGEST_TITLE).join("");
}

function better(a: RankedPassage, b: RankedPassage): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.passage.startLine - b.passage.startLine;
}
