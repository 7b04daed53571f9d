import type { Passage } from "../frame/passage.js";
import type { Question, Term } from "../question/question.js";
import { hasValue } from "../question/value-kinds.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { presence, type WordBag, wordBag } from "./coverage.js";

/** A unit with how well it answers. */
export interface RankedUnit {
  readonly unit: Unit;
  /** 0 … 1. */
  readonly score: number;
  /** 0 … 1: weighted share of the terms that the unit or what it stands in has. */
  readonly coverage: number;
  /** For every term of the question: 0 … 1. */
  readonly present: readonly number[];
  /** The unit has a value of the kind that is asked for; true where none is. */
  readonly hasValue: boolean;
}

/** How much a term counts that stands not in the unit but around it. */
const NEAR = { heading: 0.9, neighbour: 0.6, passage: 0.45, document: 0.35 } as const;

interface Placed {
  readonly unit: Unit;
  readonly own: WordBag;
  readonly heading: WordBag;
}

/** Every unit of the passages, the best answers first; equal ones in the order they are given. Linear in the evidence. */
export function rankUnits(question: Question, passages: readonly Passage[]): RankedUnit[] {
  const { language, terms } = question;
  const placed: Placed[] = [];
  const groups: Placed[][] = [];
  const documents = new Map<string, WordBag[]>();
  const seen = new Set<string>();
  for (const passage of passages) {
    const group: Placed[] = [];
    for (const unit of splitUnits(passage)) {
      const key = `${passage.path}\n${unit.text}\n${unit.headings.join("\n")}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const around = [...unit.headings, unit.lead, ...unit.labels, pathWords(passage.path)].join("\n");
      group.push({ unit, own: wordBag(unit.text, language), heading: wordBag(around, language) });
    }
    placed.push(...group);
    groups.push(group);
    const bags = documents.get(passage.path) ?? [];
    bags.push(...group.map(({ own }) => own));
    documents.set(passage.path, bags);
  }
  const idf = terms.map((term) => rarity(term, placed));
  const byDocument = new Map([...documents].map(([path, bags]) => [path, presences(terms, bags)]));
  const ranked = groups.flatMap((group) => {
    const byPassage = presences(
      terms,
      group.map(({ own }) => own),
    );
    return group.map((entry, at): RankedUnit => {
      const around = [group[at - 1], group[at + 1]].filter((other) => other?.unit.block === entry.unit.block);
      const neighbours = presences(
        terms,
        around.map((other) => (other as Placed).own),
      );
      const inDocument = byDocument.get(entry.unit.passage.path) as number[];
      return rate(question, entry, idf, { neighbours, byPassage, inDocument });
    });
  });
  return ranked.sort((a, b) => b.score - a.score);
}

function pathWords(path: string): string {
  return path.replace(/\.[a-z0-9]{1,5}$/i, "").replace(/[/_-]+/g, " ");
}

/** Rare terms say more; the range is narrow, for a frame shows few texts and all of them were chosen for the question. */
function rarity(term: Term, placed: readonly Placed[]): number {
  let count = 0;
  for (const { own } of placed) if (own.stems.has(term.stem)) count += 1;
  return 1 + (0.3 * Math.log2((placed.length + 1) / (count + 1))) / Math.log2(placed.length + 2);
}

function presences(terms: readonly Term[], bags: readonly WordBag[]): number[] {
  return terms.map((term) => {
    let best = 0;
    for (const bag of bags) {
      if (best === 1) break;
      best = Math.max(best, presence(term, bag));
    }
    return best;
  });
}

interface Surroundings {
  readonly neighbours: readonly number[];
  readonly byPassage: readonly number[];
  readonly inDocument: readonly number[];
}

function rate(question: Question, entry: Placed, idf: readonly number[], around: Surroundings): RankedUnit {
  const { terms, asks } = question;
  let total = 0;
  let covered = 0;
  let direct = 0;
  const present = terms.map((term, at) => {
    const own = presence(term, entry.own);
    const value = Math.max(
      own,
      presence(term, entry.heading) * NEAR.heading,
      (around.neighbours[at] as number) * NEAR.neighbour,
      (around.byPassage[at] as number) * NEAR.passage,
      (around.inDocument[at] as number) * NEAR.document,
    );
    const weight = term.weight * (idf[at] as number);
    total += weight;
    covered += weight * value;
    direct += weight * own;
    return value;
  });
  const coverage = total === 0 ? 0 : covered / total;
  const valued = asks === null || hasValue(entry.unit.text, asks);
  const heading = entry.unit.kind === "heading" ? 0.3 : 0;
  const score = 0.6 * coverage + 0.25 * (total === 0 ? 0 : direct / total) + (valued ? 0.15 : 0) - heading;
  return { unit: entry.unit, score, coverage, present, hasValue: valued };
}
