import { RANK_FIELDS, type RankDocument } from "./rank-document.js";

/** Weights of the ranking. Learnt on the readable half of the shared queries; see `bench/quality/selection.mjs`. */
export const RANK_WEIGHTS = {
  /** Per field of `RANK_FIELDS`. */
  fields: [3, 3, 1, 0.5, 1],
  k1: 0.9,
  b: 0.75,
  grams: 0.4,
  unknown: 0.3,
  stretch: 1,
};

const FIELDS = RANK_FIELDS.length;
/** Bits a term frequency takes in a posting; five of them fill a small integer. */
const BITS = 6;
const MAX_FREQUENCY = (1 << BITS) - 1;
const GRAM = 4;

/** A term's postings: place and packed frequencies, in turn. */
type Postings = number[];

/**
 * The inverted index behind selection: field-weighted BM25 over stems and the cosine of letter sequences, kept up to
 * date by `add` and `remove` (POS-FAB-09). Places are small integers handed out by the fabric.
 */
export class RankIndex {
  readonly #terms = new Map<string, Postings>();
  readonly #grams = new Map<string, Postings>();
  /** Field lengths, `FIELDS` numbers per place. */
  #lengths = new Float64Array(64 * FIELDS);
  #factors = new Float64Array(64 * FIELDS);
  #gramNorms = new Float64Array(64);
  #stale = true;
  readonly #totals = new Array<number>(FIELDS).fill(0);
  #size = 0;

  add(place: number, document: RankDocument): void {
    this.#reserve(place);
    this.#size++;
    this.#stale = true;
    for (const [stem, packed] of packedFrequencies(document)) post(this.#terms, stem, place, packed);
    document.stems.forEach((stems, field) => {
      this.#lengths[place * FIELDS + field] = stems.length;
      this.#totals[field] = (this.#totals[field] as number) + stems.length;
    });
    let squares = 0;
    for (const [gram, count] of gramCounts(document.letters)) {
      post(this.#grams, gram, place, count);
      squares += count * count;
    }
    this.#gramNorms[place] = Math.sqrt(squares);
  }

  remove(place: number, document: RankDocument): void {
    this.#size--;
    this.#stale = true;
    for (const stem of packedFrequencies(document).keys()) unpost(this.#terms, stem, place);
    document.stems.forEach((stems, field) => {
      this.#totals[field] = (this.#totals[field] as number) - stems.length;
    });
    for (const gram of gramCounts(document.letters).keys()) unpost(this.#grams, gram, place);
  }

  /** Adds the relevance of every place that shares anything with the query to `scores`, in [0, 1]. */
  score(query: { readonly stems: readonly string[]; readonly letters: string }, scores: Float64Array): void {
    const { k1, grams, unknown } = RANK_WEIGHTS;
    const factors = this.#refreshFactors();
    const rarest = Math.log(1 + this.#size);
    let attainable = 0;
    for (const stem of new Set(query.stems)) {
      const postings = this.#terms.get(stem);
      if (postings === undefined) {
        attainable += unknown * rarest;
        continue;
      }
      const frequency = postings.length / 2;
      const rarity = Math.log(1 + (this.#size - frequency + 0.5) / (frequency + 0.5));
      attainable += rarity;
      for (let index = 0; index < postings.length; index += 2) {
        const place = postings[index] as number;
        let packed = postings[index + 1] as number;
        let weight = 0;
        for (let at = place * FIELDS; packed > 0; at++, packed >>= BITS) {
          const count = packed & MAX_FREQUENCY;
          if (count > 0) weight += count * (factors[at] as number);
        }
        scores[place] = (scores[place] as number) + (rarity * weight) / (k1 + weight);
      }
    }
    const share = attainable === 0 ? 0 : 1 / (attainable * (1 + grams));
    for (let place = 0; place < scores.length; place++) scores[place] = (scores[place] as number) * share;
    this.#addGrams(query.letters, grams / (1 + grams), scores);
  }

  #addGrams(letters: string, weight: number, scores: Float64Array): void {
    const counts = gramCounts(letters);
    let squares = 0;
    for (const count of counts.values()) squares += count * count;
    if (squares === 0) return;
    const norm = weight / Math.sqrt(squares);
    for (const [gram, count] of counts) {
      const postings = this.#grams.get(gram);
      if (postings === undefined) continue;
      const times = norm * count;
      for (let index = 0; index < postings.length; index += 2) {
        const place = postings[index] as number;
        const added = (times * (postings[index + 1] as number)) / (this.#gramNorms[place] as number);
        scores[place] = (scores[place] as number) + added;
      }
    }
  }

  /** Per place and field: its weight over its length norm. Average lengths move with every registration. */
  #refreshFactors(): Float64Array {
    if (!this.#stale) return this.#factors;
    this.#stale = false;
    const { fields, b } = RANK_WEIGHTS;
    for (let field = 0; field < FIELDS; field++) {
      const average = Math.max(1e-9, (this.#totals[field] as number) / Math.max(1, this.#size));
      for (let at = field; at < this.#factors.length; at += FIELDS) {
        this.#factors[at] = (fields[field] as number) / (1 - b + (b * (this.#lengths[at] as number)) / average);
      }
    }
    return this.#factors;
  }

  #reserve(place: number): void {
    if (place < this.#gramNorms.length) return;
    const capacity = this.#gramNorms.length * 2;
    this.#gramNorms = grown(this.#gramNorms, capacity);
    this.#lengths = grown(this.#lengths, capacity * FIELDS);
    this.#factors = new Float64Array(capacity * FIELDS);
  }
}

function grown(from: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(capacity);
  to.set(from);
  return to;
}

function packedFrequencies(document: RankDocument): Map<string, number> {
  const packed = new Map<string, number>();
  document.stems.forEach((stems, field) => {
    const shift = field * BITS;
    for (const stem of stems) {
      const so = packed.get(stem) ?? 0;
      if (((so >> shift) & MAX_FREQUENCY) < MAX_FREQUENCY) packed.set(stem, so + (1 << shift));
    }
  });
  return packed;
}

function gramCounts(letters: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + GRAM <= letters.length; start++) {
    const gram = letters.slice(start, start + GRAM);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function post(index: Map<string, Postings>, key: string, place: number, value: number): void {
  const postings = index.get(key);
  if (postings === undefined) index.set(key, [place, value]);
  else postings.push(place, value);
}

function unpost(index: Map<string, Postings>, key: string, place: number): void {
  const postings = index.get(key);
  if (postings === undefined) return;
  for (let at = 0; at < postings.length; at += 2) {
    if (postings[at] !== place) continue;
    postings.splice(at, 2);
    break;
  }
  if (postings.length === 0) index.delete(key);
}
