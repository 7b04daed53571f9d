import { grown, type Postings, post, rarity, unpost } from "./postings.js";
import { RANK_FIELDS, type RankDocument } from "./rank-document.js";

const FIELDS = RANK_FIELDS.length;
/** Weight of each field of `RANK_FIELDS` (POS-FAB-03). */
const FIELD_WEIGHTS = [3, 3, 1, 0.5, 1] as const;
/** Saturation: small, as a descriptor that repeats a word does not serve the better for it. */
const K1 = 0.03;
/** Length normalisation. */
const B = 0.2;
/** Bits a field's term frequency takes in a posting; five of them fill a small integer. */
const BITS = 6;
const MAX_FREQUENCY = (1 << BITS) - 1;
const ARGUMENT_NAME_SHIFT = RANK_FIELDS.indexOf("argumentName") * BITS;

/** Field-weighted BM25 over stems, kept up to date by `add` and `remove`. */
export class TermIndex {
  readonly #postings = new Map<string, Postings>();
  /** Stems per place and field. */
  #lengths = new Float64Array(0);
  /** Per place and field: its weight over its length norm. Average lengths move with every registration. */
  #factors = new Float64Array(0);
  readonly #totals = new Array<number>(FIELDS).fill(0);
  #stale = true;
  #size = 0;

  /** Documents in the index. */
  get size(): number {
    return this.#size;
  }

  add(place: number, document: RankDocument): void {
    this.#size++;
    this.#stale = true;
    this.#lengths = grown(this.#lengths, (place + 1) * FIELDS);
    for (const [stem, packed] of packedFrequencies(document)) post(this.#postings, stem, place, packed);
    this.#count(place, document, 1);
  }

  remove(place: number, document: RankDocument): void {
    this.#size--;
    this.#stale = true;
    for (const stem of packedFrequencies(document).keys()) unpost(this.#postings, stem, place);
    this.#count(place, document, -1);
  }

  /** What a stem says: its rarity, or null when no document has it. */
  rarityOf(stem: string): number | null {
    const postings = this.#postings.get(stem);
    return postings === undefined ? null : rarity(this.#size, postings.length / 2);
  }

  /**
   * Adds a stem's score to every place that has it, marks those places with `mark`, and counts the stem for them: as had,
   * and as part of an argument's name.
   */
  score(stem: string, mark: number, into: TermScores): void {
    const postings = this.#postings.get(stem);
    if (postings === undefined) return;
    const weightOfStem = rarity(this.#size, postings.length / 2);
    const factors = this.#freshFactors();
    for (let index = 0; index < postings.length; index += 2) {
      const place = postings[index] as number;
      const packed = postings[index + 1] as number;
      let weight = 0;
      for (let rest = packed, at = place * FIELDS; rest > 0; at++, rest >>= BITS) {
        const count = rest & MAX_FREQUENCY;
        if (count > 0) weight += count * (factors[at] as number);
      }
      into.scores[place] = (into.scores[place] as number) + (weightOfStem * weight) / (K1 + weight);
      into.marks[place] = mark;
      into.had[place] = (into.had[place] as number) + 1;
      if (((packed >> ARGUMENT_NAME_SHIFT) & MAX_FREQUENCY) > 0) into.named[place] = (into.named[place] as number) + 1;
    }
  }

  #count(place: number, document: RankDocument, sign: 1 | -1): void {
    document.stems.forEach((stems, field) => {
      this.#lengths[place * FIELDS + field] = sign === 1 ? stems.length : 0;
      this.#totals[field] = (this.#totals[field] as number) + sign * stems.length;
    });
  }

  #freshFactors(): Float64Array {
    if (!this.#stale) return this.#factors;
    this.#stale = false;
    this.#factors = grown(this.#factors, this.#lengths.length);
    for (let field = 0; field < FIELDS; field++) {
      const average = Math.max(1, (this.#totals[field] as number) / Math.max(1, this.#size));
      const weight = FIELD_WEIGHTS[field] as number;
      for (let at = field; at < this.#lengths.length; at += FIELDS) {
        this.#factors[at] = weight / (1 - B + (B * (this.#lengths[at] as number)) / average);
      }
    }
    return this.#factors;
  }
}

/** Where `TermIndex.score` adds to; one number per place. */
export interface TermScores {
  readonly scores: Float64Array;
  readonly marks: Int32Array;
  readonly had: Float64Array;
  readonly named: Float64Array;
}

function packedFrequencies(document: RankDocument): Map<string, number> {
  const packed = new Map<string, number>();
  document.stems.forEach((stems, field) => {
    const shift = field * BITS;
    for (const stem of stems) {
      const known = packed.get(stem) ?? 0;
      if (((known >> shift) & MAX_FREQUENCY) < MAX_FREQUENCY) packed.set(stem, known + (1 << shift));
    }
  });
  return packed;
}
