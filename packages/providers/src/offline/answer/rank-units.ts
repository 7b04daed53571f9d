import type { Passage } from "../frame/passage.js";
import type { Question } from "../question/question.js";
import { namesIn } from "../question/value-kinds.js";
import type { Unit } from "../text/unit.js";
import { borrowValue, datesDocument } from "./borrow-value.js";
import { givesValue } from "./gives-value.js";
import { type PlacedUnit, placeUnits } from "./place-units.js";

/** A unit with how well it answers. */
export interface RankedUnit {
  readonly unit: Unit;
  /** Comparable within one question. */
  readonly score: number;
  /** For every term of the question: 0 … 1, how well the unit itself has it. */
  readonly own: readonly number[];
  /** For every term of the question: 0 … 1, how well the unit or what it stands in has it. */
  readonly present: readonly number[];
  /** The unit has a value of the kind that is asked for, one the question does not name; true where none is asked for. */
  readonly hasValue: boolean;
  /** The heading that has words of the question which the unit itself lacks; null: none. */
  readonly fromHeading: string | null;
  /** The unit that has the value which this one leaves out: what a pronoun points back to, the date of a document. */
  readonly support: Unit | null;
}

/** How much a term counts that stands not in the unit but around it. */
const NEAR = {
  heading: 0.9,
  title: 0.8,
  referred: 0.75,
  paragraph: 0.65,
  neighbour: 0.5,
  passage: 0.45,
  intro: 0.45,
  document: 0.2,
} as const;
/** Parts of a score. */
const SHARES = { coverage: 0.55, direct: 0.3, value: 0.15 } as const;
/** A heading says what is spoken of and not what is said. */
const HEADING_PENALTY = 0.4;
/** Units whose values are looked at: those further down have too few of the words. */
const LOOKED_AT = 40;

/** The best units of the passages for a question; equal ones in the order they are given. Linear in the evidence. */
export function rankUnits(question: Question, passages: readonly Passage[]): RankedUnit[] {
  const groups = passages.map((passage) => placeUnits(passage, question));
  const zeros = question.terms.map(() => 0);
  const placed = groups.flat();
  const { documents, titles, dates } = readDocuments(groups);
  const weights = question.terms.map(
    ({ weight }, at) => weight * rarity(placed.filter(({ own }) => own[at] === 1).length, placed.length),
  );
  const seen = new Set<string>();
  const rated: Rated[] = [];
  for (const group of groups) {
    const inPassage = group.reduce(
      (sum: readonly number[], entry) => (standsAlone(entry.unit) ? sum : best(sum, entry.own)),
      zeros,
    );
    let paragraph: readonly number[] = zeros;
    let before: PlacedUnit[] = [];
    for (const [at, entry] of group.entries()) {
      const { passage, headings, text, block } = entry.unit;
      if (before[0]?.unit.block !== block) {
        paragraph = zeros;
        before = [];
      }
      const earlier = { paragraph, units: before };
      paragraph = best(paragraph, entry.own);
      before = [entry, ...before].slice(0, POINTS_BACK);
      // Passages of one document may overlap.
      const key = `${passage.path}\n${headings.join("\n")}\n${text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      rated.push(
        rate(entry, weights, {
          before: group[at - 1],
          after: group[at + 1],
          inPassage,
          document: documents.get(passage.path) ?? zeros,
          title: titles.get(passage.path) ?? zeros,
          paragraph: earlier.paragraph,
          earlier: earlier.units.map(({ unit }) => unit),
        }),
      );
    }
  }
  const asksName = question.asks === "person" || question.asks === "name";
  const names = new Set(asksName ? passages.flatMap(({ text }) => namesIn(text)) : []);
  return rated
    .sort((a, b) => b.share - a.share)
    .slice(0, LOOKED_AT)
    .map(({ entry: { unit, own: words, fromHeading }, share, present, earlier }): RankedUnit => {
      const own = givesValue(question, unit, names);
      const dated = dates.get(unit.passage.path) ?? null;
      const borrowed = own ? null : borrowValue(question, unit, { before: earlier, dated }, names);
      const hasValue = own || borrowed !== null;
      const score = share + (hasValue ? SHARES.value : 0);
      const heading = borrowed?.heading ?? fromHeading;
      return { unit, score, own: words, present, hasValue, fromHeading: heading, support: borrowed?.support ?? null };
    })
    .sort((a, b) => b.score - a.score);
}

/** What the units of each document have together, and what it begins with: that holds for all of it. */
function readDocuments(groups: readonly (readonly PlacedUnit[])[]): {
  documents: ReadonlyMap<string, readonly number[]>;
  titles: ReadonlyMap<string, readonly number[]>;
  dates: ReadonlyMap<string, Unit>;
} {
  const documents = new Map<string, readonly number[]>();
  const titles = new Map<string, readonly number[]>();
  const dates = new Map<string, Unit>();
  const join = (known: Map<string, readonly number[]>, path: string, values: readonly number[]): void => {
    const before = known.get(path);
    known.set(path, before === undefined ? values : best(before, values));
  };
  for (const group of groups) {
    for (const [at, { unit, own }] of group.entries()) {
      // A row speaks of its own subject, and of no other row's.
      if (standsAlone(unit)) continue;
      const { path, lines } = unit.passage;
      join(documents, path, own);
      if (lines?.start === 1 && !dates.has(path) && datesDocument(unit)) dates.set(path, unit);
      const share = at === 0 ? NEAR.title : NEAR.intro;
      if (lines?.start === 1)
        join(
          titles,
          path,
          own.map((value) => value * share),
        );
    }
  }
  return { documents, titles, dates };
}

/** Rows and entries speak of their own subject and of no neighbour's. */
function standsAlone({ kind }: Unit): boolean {
  return kind === "row" || kind === "entry";
}

/** Rare terms say more; the range is narrow, for a frame shows few texts and all of them were chosen for the question. */
function rarity(count: number, all: number): number {
  return 1 + (0.3 * Math.log2((all + 1) / (count + 1))) / Math.log2(all + 2);
}

function best(left: readonly number[], right: readonly number[]): number[] {
  return left.map((value, at) => Math.max(value, right[at] as number));
}

interface Surroundings {
  readonly before: PlacedUnit | undefined;
  readonly after: PlacedUnit | undefined;
  readonly inPassage: readonly number[];
  readonly document: readonly number[];
  readonly title: readonly number[];
  /** What the units before it in its paragraph have together. */
  readonly paragraph: readonly number[];
  /** These units, the nearest first. */
  readonly earlier: readonly Unit[];
}

interface Rated {
  readonly entry: PlacedUnit;
  readonly share: number;
  readonly present: readonly number[];
  readonly earlier: readonly Unit[];
}

/** Units before one that a pronoun may point back to. */
const POINTS_BACK = 3;
/** Pronouns within a sentence: they stand for something of the same paragraph. */
const STANDS_FOR = /(?<![\p{L}])(?:it|its|he|she|they|him|her|his|them|their|one|ones|this|these|those)(?![\p{L}])/iu;

/** Words at the start of a sentence that point back to the one before. */
export const REFERS =
  /^(?:it|its|she|he|they|their|them|her|his|this|these|that|those|both|there|then|er|sie|es|dies|diese|dieser|dort|il|elle|ils|elles|cela|ce|cette|esto|este|esta|ella|ellos|su|sus)(?![\p{L}])/iu;

function rate(entry: PlacedUnit, weights: readonly number[], around: Surroundings): Rated {
  const { unit } = entry;
  const beside = (other: PlacedUnit | undefined): readonly number[] | null =>
    other !== undefined && !standsAlone(unit) && other.unit.block === unit.block ? other.own : null;
  const before = beside(around.before);
  const after = beside(around.after);
  const paragraph = !standsAlone(unit) && STANDS_FOR.test(unit.text) ? NEAR.paragraph : 0;
  const back = REFERS.test(unit.text) ? NEAR.referred : NEAR.neighbour;
  let total = 0;
  let covered = 0;
  let direct = 0;
  const present = weights.map((weight, at) => {
    const own = entry.own[at] as number;
    const value = Math.max(
      own,
      (entry.around[at] as number) * NEAR.heading,
      around.title[at] as number,
      (before?.[at] ?? 0) * back,
      (after?.[at] ?? 0) * NEAR.neighbour,
      (around.paragraph[at] as number) * paragraph,
      (around.inPassage[at] as number) * NEAR.passage,
      (around.document[at] as number) * NEAR.document,
    );
    total += weight;
    covered += weight * value;
    direct += weight * Math.max(own, REFERS.test(unit.text) ? (before?.[at] ?? 0) * back : 0);
    return value;
  });
  const share = total === 0 ? 0 : (SHARES.coverage * covered + SHARES.direct * direct) / total;
  return { entry, share: unit.kind === "heading" ? share - HEADING_PENALTY : share, present, earlier: around.earlier };
}
