import { ConceptIndex, type ConceptScores } from "./concept-index.js";
import { LetterIndex } from "./letter-index.js";
import { rarity } from "./postings.js";
import type { RankDocument } from "./rank-document.js";
import { GROUNDS, RANK_WEIGHTS } from "./rank-weights.js";
import { TermIndex, type TermScores } from "./term-index.js";

/** A query as the index reads it. */
export interface RankQuery {
  readonly stems: readonly string[];
  /** Those of them that are values: names and times. */
  readonly valueStems: ReadonlySet<string>;
  readonly letters: string;
  /** Of a request in another language most words are unknown whatever it asks for. */
  readonly foreign: boolean;
}

/** What the words of a query say for the capabilities. */
export interface WordEvidence {
  /** Per place, in the unit of `RANK_WEIGHTS`: good for telling which capability is the better one. */
  readonly evidence: Float64Array;
  /** Whether any capability has to do with the request at all: 0 for none, 1 for sure (POS-FAB-05). */
  readonly sufficiency: number;
}

/** The inverted indexes behind selection, kept up to date by `add` and `remove`. */
export class RankIndex {
  readonly #terms = new TermIndex();
  readonly #letters = new LetterIndex();
  readonly #concepts = new ConceptIndex();
  /** Per place: distinct stems of its argument names. */
  readonly #argumentStems: number[] = [];
  #scratch: Scratch | null = null;

  add(place: number, document: RankDocument): void {
    // POS-FAB-09: what is registered joins the index
    this.#terms.add(place, document);
    this.#letters.add(place, document.letters);
    this.#concepts.add(place, document);
    this.#argumentStems[place] = new Set(document.stems[2]).size;
  }

  remove(place: number, document: RankDocument): void {
    // POS-FAB-09: what is unregistered leaves it, and its weight in what is rare with it
    this.#terms.remove(place, document);
    this.#letters.remove(place, document.letters);
    this.#concepts.remove(place, document);
    this.#argumentStems[place] = 0;
  }

  /**
   * What the words of a query say for each of the first `places` places. The numbers are the index's own: they hold until
   * the next call.
   */
  evidence(query: RankQuery, places: number): WordEvidence {
    const weights = RANK_WEIGHTS;
    const { terms, related, letters, evidence } = this.#cleared(places);
    const unheard = weights.unknown * rarity(this.#terms.size, 0);
    let attainable = 0;
    let mark = 0;
    const stems = new Set(query.stems);
    let asking = 0;
    for (const stem of stems) {
      mark++;
      const rarityOfStem = this.#terms.rarityOf(stem);
      attainable += rarityOfStem ?? unheard;
      // A value that no capability knows asks for none.
      if (rarityOfStem !== null || !query.valueStems.has(stem)) asking++;
      this.#terms.score(stem, mark, terms);
      this.#concepts.score(stem, mark, terms.marks, related);
    }
    this.#letters.score(query.letters, letters);
    this.#concepts.scoreIds(stems, weights.idConcepts, evidence);
    let grounds = 0;
    for (let place = 0; place < places; place++) {
      const alike = letters[place] as number;
      let found = (evidence[place] as number) + weights.letters * alike;
      if (attainable > 0) {
        const shared = weights.terms * (terms.scores[place] as number);
        found += (shared + weights.concepts * (related.scores[place] as number)) / attainable;
      }
      const named = terms.named[place] as number;
      if (named > 0) found += (weights.argumentNames * named) / (this.#argumentStems[place] as number);
      evidence[place] = found;
      const had = GROUNDS.had * (terms.had[place] as number) + GROUNDS.related * (related.had[place] as number);
      const ground = GROUNDS.letters * alike + (stems.size === 0 ? 0 : had / (query.foreign ? 1 : Math.max(1, asking)));
      if (ground > grounds) grounds = ground;
    }
    return {
      evidence,
      sufficiency: Math.min(1, Math.max(0, (grounds - GROUNDS.none) / (GROUNDS.enough - GROUNDS.none))),
    };
  }

  /** The scratch of one query, all zero. Kept, as a fresh one per query is what a selection would spend its time on. */
  #cleared(places: number): Scratch {
    if (this.#scratch === null || this.#scratch.evidence.length < places) this.#scratch = scratchFor(places * 2);
    const { terms, related, letters, evidence } = this.#scratch;
    for (const numbers of [terms.scores, terms.had, terms.named, related.scores, related.had, letters, evidence]) {
      numbers.fill(0, 0, places);
    }
    terms.marks.fill(0, 0, places);
    return this.#scratch;
  }
}

interface Scratch {
  readonly terms: TermScores;
  readonly related: ConceptScores;
  readonly letters: Float64Array;
  readonly evidence: Float64Array;
}

function scratchFor(length: number): Scratch {
  const numbers = (): Float64Array => new Float64Array(length);
  return {
    terms: { scores: numbers(), marks: new Int32Array(length), had: numbers(), named: numbers() },
    related: { scores: numbers(), had: numbers() },
    letters: numbers(),
    evidence: numbers(),
  };
}
