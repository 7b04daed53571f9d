import { CONCEPTS } from "./concepts.js";
import { grown, rarity } from "./postings.js";
import type { RankDocument } from "./rank-document.js";
import { splitWords } from "./split-words.js";
import { stemWord } from "./stem-word.js";

const NONE: readonly number[] = [];

let table: ReadonlyMap<string, readonly number[]> | undefined;

/** Numbers of the concepts a stem stands for. The table is read on first use. */
export function conceptsOf(stem: string): readonly number[] {
  table ??= readTable();
  return table.get(stem) ?? NONE;
}

function readTable(): Map<string, number[]> {
  const concepts = new Map<string, number[]>();
  CONCEPTS.forEach((line, number) => {
    for (const stem of new Set(splitWords(line).map(stemWord))) {
      const known = concepts.get(stem);
      if (known === undefined) concepts.set(stem, [number]);
      else known.push(number);
    }
  });
  return concepts;
}

/** Where `ConceptIndex.score` adds to; one number per place. */
export interface ConceptScores {
  readonly scores: Float64Array;
  readonly had: Float64Array;
}

/** Which documents speak of which concept in id or description, kept up to date by `add` and `remove`. */
export class ConceptIndex {
  /** Places per concept: in id or description, and in the id alone. */
  readonly #spoken: number[][] = CONCEPTS.map(() => []);
  readonly #named: number[][] = CONCEPTS.map(() => []);
  readonly #rarities = new Float64Array(CONCEPTS.length);
  /** Sum of the rarities of the concepts of a place's id. */
  #idTotals = new Float64Array(0);
  /** Scratch: what the current stem gives a place. */
  #best = new Float64Array(0);
  #stale = true;
  #size = 0;

  add(place: number, document: RankDocument): void {
    this.#size++;
    this.#stale = true;
    this.#idTotals = grown(this.#idTotals, place + 1);
    this.#best = grown(this.#best, place + 1);
    for (const concept of spokenOf(document)) (this.#spoken[concept] as number[]).push(place);
    for (const concept of namedOf(document)) (this.#named[concept] as number[]).push(place);
  }

  remove(place: number, document: RankDocument): void {
    this.#size--;
    this.#stale = true;
    for (const concept of spokenOf(document)) without(this.#spoken[concept] as number[], place);
    for (const concept of namedOf(document)) without(this.#named[concept] as number[], place);
  }

  /**
   * Adds to every place that does not have the stem itself (`marks[place] !== mark`) the rarity of the rarest concept it
   * shares with the stem, and counts the stem for it.
   */
  score(stem: string, mark: number, marks: Int32Array, into: ConceptScores): void {
    this.#refresh();
    const best = this.#best;
    const touched: number[] = [];
    for (const concept of conceptsOf(stem)) {
      const weight = this.#rarities[concept] as number;
      for (const place of this.#spoken[concept] as number[]) {
        if (marks[place] === mark) continue;
        const known = best[place] as number;
        if (known === 0) touched.push(place);
        if (weight > known) best[place] = weight;
      }
    }
    for (const place of touched) {
      into.scores[place] = (into.scores[place] as number) + (best[place] as number);
      into.had[place] = (into.had[place] as number) + 1;
      best[place] = 0;
    }
  }

  /** Adds to every place `weight` × the share of its id's concepts, by rarity, that the query speaks of. */
  scoreIds(stems: ReadonlySet<string>, weight: number, scores: Float64Array): void {
    this.#refresh();
    const concepts = new Set<number>();
    for (const stem of stems) for (const concept of conceptsOf(stem)) concepts.add(concept);
    for (const concept of concepts) {
      const shared = weight * (this.#rarities[concept] as number);
      for (const place of this.#named[concept] as number[]) {
        scores[place] = (scores[place] as number) + shared / (this.#idTotals[place] as number);
      }
    }
  }

  /** Rarities move with every registration. */
  #refresh(): void {
    if (!this.#stale) return;
    this.#stale = false;
    this.#idTotals.fill(0);
    for (let concept = 0; concept < CONCEPTS.length; concept++) {
      const value = rarity(this.#size, (this.#spoken[concept] as number[]).length);
      this.#rarities[concept] = value;
      for (const place of this.#named[concept] as number[]) {
        this.#idTotals[place] = (this.#idTotals[place] as number) + value;
      }
    }
  }
}

const spokenOf = (document: RankDocument): ReadonlySet<number> =>
  conceptSet([...(document.stems[0] ?? []), ...(document.stems[1] ?? [])]);

const namedOf = (document: RankDocument): ReadonlySet<number> => conceptSet(document.stems[0] ?? []);

const conceptSet = (stems: readonly string[]): ReadonlySet<number> => new Set(stems.flatMap(conceptsOf));

function without(places: number[], place: number): void {
  const at = places.indexOf(place);
  if (at >= 0) places.splice(at, 1);
}
