import { grown, type Postings, post, unpost } from "./postings.js";

/** Letters in a sequence. */
const LENGTH = 4;

/**
 * Cosine of letter sequences of query and document: it sees what stems miss, such as parts of compounds and misspelt
 * words. Kept up to date by `add` and `remove`.
 */
export class LetterIndex {
  readonly #postings = new Map<string, Postings>();
  #norms = new Float64Array(0);

  add(place: number, letters: string): void {
    const counts = sequenceCounts(letters);
    for (const [sequence, count] of counts) post(this.#postings, sequence, place, count);
    this.#norms = grown(this.#norms, place + 1);
    this.#norms[place] = normOf(counts);
  }

  remove(place: number, letters: string): void {
    for (const sequence of sequenceCounts(letters).keys()) unpost(this.#postings, sequence, place);
  }

  /** Adds the cosine to the place of every document that shares a sequence with the letters. */
  score(letters: string, scores: Float64Array): void {
    const counts = sequenceCounts(letters);
    const norm = normOf(counts);
    if (norm === 0) return;
    for (const [sequence, count] of counts) {
      const postings = this.#postings.get(sequence);
      if (postings === undefined) continue;
      const times = count / norm;
      for (let index = 0; index < postings.length; index += 2) {
        const place = postings[index] as number;
        const product = times * (postings[index + 1] as number);
        scores[place] = (scores[place] as number) + product / (this.#norms[place] as number);
      }
    }
  }
}

function sequenceCounts(letters: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + LENGTH <= letters.length; start++) {
    const sequence = letters.slice(start, start + LENGTH);
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1);
  }
  return counts;
}

function normOf(counts: ReadonlyMap<string, number>): number {
  let squares = 0;
  for (const count of counts.values()) squares += count * count;
  return Math.sqrt(squares);
}
