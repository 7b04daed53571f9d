import type { FrameFact } from "../contract/frame.js";
import { indexWords } from "./fact-words.js";

/** Where a word stands: positions of facts, ascending, with the word's count in each. */
export interface Posting {
  readonly facts: number[];
  readonly counts: number[];
  /** Facts of the posting that are still valid. */
  live: number;
  readonly blocks: PostingBlock[];
}

/** Positions per block, as a power of two. */
export const POSTING_BLOCK_BITS = 6;

/** The entries of a posting whose facts stand in one block of positions, and what bounds the score of each. */
export interface PostingBlock {
  readonly block: number;
  /** Index of the first entry; they reach to the next block's. */
  readonly start: number;
  /** The counts and lengths of its facts, without those that no mean length could let score more than another. */
  readonly peaks: Peak[];
}

/** How often a word stands in a fact, and how many words the fact has. */
export interface Peak {
  readonly count: number;
  readonly length: number;
}

/** Most peaks of a block: beyond them the highest count and the least length bound it together. */
const MOST_PEAKS = 4;

export interface IndexedFact {
  readonly fact: FrameFact;
  /** What it says, without blanks around it. */
  readonly statement: string;
  /** Numbers of its words, in the order of the statement. */
  readonly words: readonly number[];
  valid: boolean;
}

/** Facts by their words. A fact has the position it was added at; adding and invalidating cost the fact's words. */
export class FactPostings {
  readonly facts: IndexedFact[] = [];
  readonly #positions = new Map<string, number>();
  readonly #wordNumbers = new Map<string, number>();
  readonly #postings: Posting[] = [];
  #valid = 0;
  #words = 0;
  #context: { readonly text: string; readonly words: readonly string[] } = { text: "", words: [] };

  /** Number of valid facts. */
  get size(): number {
    return this.#valid;
  }

  /** Mean number of words of the valid facts, at least 1. */
  get meanLength(): number {
    return Math.max(1, this.#words / Math.max(1, this.#valid));
  }

  /** Positions of the valid facts. */
  positions(): Iterable<number> {
    return this.#positions.values();
  }

  positionOf(factId: string): number | undefined {
    return this.#positions.get(factId);
  }

  factAt(position: number): IndexedFact {
    return this.facts[position] as IndexedFact;
  }

  posting(word: number): Posting {
    return this.#postings[word] as Posting;
  }

  /** Numbers of a text's words in their order, then of a context's; -1 for a word of no valid fact. */
  wordsOf(text: string, context = ""): number[] {
    if (this.#context.text !== context) this.#context = { text: context, words: indexWords(context) };
    return [...indexWords(text), ...this.#context.words].map((word) => {
      const number = this.#wordNumbers.get(word);
      return number === undefined || this.posting(number).live === 0 ? -1 : number;
    });
  }

  /** Adds a fact; one with a known id replaces the old one and counts as new. */
  add(fact: FrameFact): void {
    this.invalidate(fact.factId);
    const position = this.facts.length;
    const words = indexWords(fact.statement).map((word) => this.#numberOf(word));
    this.facts.push({ fact, statement: fact.statement.trim(), words, valid: true });
    this.#positions.set(fact.factId, position);
    for (const word of words) {
      const posting = this.#postings[word];
      if (posting === undefined) this.#postings[word] = newPosting(position, words.length);
      else addEntry(posting, position, words.length);
    }
    this.#valid += 1;
    this.#words += words.length;
  }

  /** Takes a fact out; false when there is no valid one with this id. */
  invalidate(factId: string): boolean {
    const position = this.#positions.get(factId);
    if (position === undefined) return false;
    const entry = this.factAt(position);
    // POS-FRM-03: a frame draws on valid facts only.
    entry.valid = false;
    this.#positions.delete(factId);
    this.#valid -= 1;
    this.#words -= entry.words.length;
    for (const word of new Set(entry.words)) this.posting(word).live -= 1;
    return true;
  }

  #numberOf(word: string): number {
    const known = this.#wordNumbers.get(word);
    if (known !== undefined) return known;
    const number = this.#wordNumbers.size;
    this.#wordNumbers.set(word, number);
    return number;
  }
}

/** The posting of a new word. Most words stand in one fact, and an empty list that is added to takes room for many. */
function newPosting(position: number, length: number): Posting {
  const first: PostingBlock = { block: position >> POSTING_BLOCK_BITS, start: 0, peaks: [{ count: 1, length }] };
  return { facts: [position], counts: [1], live: 1, blocks: [first] };
}

/** One more occurrence of a word in the newest fact. */
function addEntry(posting: Posting, position: number, length: number): void {
  const { facts, counts, blocks } = posting;
  const block = position >> POSTING_BLOCK_BITS;
  if (facts[facts.length - 1] === position) (counts[counts.length - 1] as number) += 1;
  else {
    if (blocks[blocks.length - 1]?.block !== block) {
      blocks.push({ block, start: facts.length, peaks: [] });
    }
    facts.push(position);
    counts.push(1);
    posting.live += 1;
  }
  const { peaks } = blocks[blocks.length - 1] as PostingBlock;
  addPeak(peaks, counts[counts.length - 1] as number, length);
}

function addPeak(peaks: Peak[], count: number, length: number): void {
  let kept = 0;
  for (const other of peaks) {
    if (other.count >= count && other.length <= length) return;
    if (other.count > count || other.length < length) peaks[kept++] = other;
  }
  peaks.length = kept;
  peaks.push({ count, length });
  if (peaks.length <= MOST_PEAKS) return;
  const highest = Math.max(...peaks.map((other) => other.count));
  const least = Math.min(...peaks.map((other) => other.length));
  peaks.splice(0, peaks.length, { count: highest, length: least });
}
