import type { Passage } from "../frame/passage.js";
import { measuredBy } from "../question/measures.js";
import type { Question, Term } from "../question/question.js";
import type { ValueKind } from "../question/value-kinds.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { presence, type WordBag, wordBag } from "./coverage.js";
import { givesValue } from "./gives-value.js";

/** A unit with how well it answers. */
export interface RankedUnit {
  readonly unit: Unit;
  /** Comparable within one question. */
  readonly score: number;
  /** For every term of the question: 0 … 1, how well the unit or what it stands in has it. */
  readonly present: readonly number[];
  /** The unit has a value of the kind that is asked for, one the question does not name; true where none is asked for. */
  readonly hasValue: boolean;
  /** The heading that has words of the question which the unit itself lacks; null: none. */
  readonly fromHeading: string | null;
}

/** How much a term counts that stands not in the unit but around it. */
const NEAR = {
  heading: 0.9,
  title: 0.8,
  referred: 0.75,
  neighbour: 0.6,
  passage: 0.45,
  intro: 0.45,
  document: 0.2,
} as const;
/** Parts of a score. */
const SHARES = { coverage: 0.55, direct: 0.3, value: 0.15 } as const;
/** How well a value stands for the name of its quantity. */
const MEASURED = 0.8;

/** Kinds of values whose units may stand for the name of the quantity. */
const QUANTITIES: ReadonlySet<ValueKind> = new Set<ValueKind>(["money", "measure", "contact", "time", "pace"]);

interface Placed {
  readonly unit: Unit;
  readonly own: readonly number[];
  readonly around: readonly number[];
  readonly fromHeading: string | null;
}

/** Every unit of the passages, the best answers first; equal ones in the order they are given. Linear in the evidence. */
export function rankUnits(question: Question, passages: readonly Passage[]): RankedUnit[] {
  const { terms } = question;
  const groups = passages.map((passage) => place(passage, question));
  const seen = new Set<string>();
  const inDocument = new Map<string, number[]>();
  const placed = groups.flat();
  for (const { unit, own } of placed) {
    // A row speaks of its own subject, and of no other row's.
    if (standsAlone(unit)) continue;
    const known = inDocument.get(unit.passage.path);
    inDocument.set(unit.passage.path, known === undefined ? [...own] : best(known, own));
  }
  // What a document begins with holds for all of it.
  const titles = new Map<string, number[]>();
  for (const group of groups) {
    for (const [at, { unit, own }] of group.entries()) {
      if (unit.passage.lines?.start !== 1 || standsAlone(unit)) continue;
      const scaled = own.map((value) => value * (at === 0 ? NEAR.title : NEAR.intro));
      const known = titles.get(unit.passage.path);
      titles.set(unit.passage.path, known === undefined ? scaled : best(known, scaled));
    }
  }
  const idf = terms.map((_, at) => rarity(placed.filter(({ own }) => (own[at] as number) === 1).length, placed.length));
  const ranked: RankedUnit[] = [];
  for (const group of groups) {
    const inPassage = group
      .filter(({ unit }) => !standsAlone(unit))
      .reduce(
        (sum: readonly number[], { own }) => best(sum, own),
        terms.map(() => 0),
      );
    for (const [at, entry] of group.entries()) {
      // Passages of one document may overlap.
      const key = `${entry.unit.passage.path}\n${entry.unit.headings.join("\n")}\n${entry.unit.text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const document = inDocument.get(entry.unit.passage.path) ?? terms.map(() => 0);
      ranked.push(
        rate(question, entry, idf, {
          before: group[at - 1],
          after: group[at + 1],
          inPassage,
          document,
          title: titles.get(entry.unit.passage.path),
        }),
      );
    }
  }
  return ranked.sort((a, b) => b.score - a.score);
}

function place(passage: Passage, question: Question): Placed[] {
  const { terms, language, asks } = question;
  const isMeasured = asks === null || QUANTITIES.has(asks);
  const bags = new Map<string, WordBag>();
  const bagOf = (text: string): WordBag => {
    let bag = bags.get(text);
    if (bag === undefined) {
      bag = wordBag(text, language);
      bags.set(text, bag);
    }
    return bag;
  };
  return splitUnits(passage).map((unit) => {
    const around = bagOf([...unit.headings, unit.lead, ...unit.labels, pathWords(passage.path)].join("\n"));
    const bag = bagOf(unit.text);
    const own = terms.map((term) =>
      Math.max(presence(term, bag), isMeasured && measuredBy(term.folded, unit.text) ? MEASURED : 0),
    );
    const heading = unit.headings.at(-1) ?? "";
    const says = terms.some((term, at) => own[at] === 0 && presence(term, bagOf(heading)) > 0);
    return {
      unit,
      own,
      fromHeading: says ? heading : null,
      around: terms.map((term: Term) => presence(term, around)),
    };
  });
}

/** Rows and entries speak of their own subject and of no neighbour's. */
function standsAlone({ kind }: Unit): boolean {
  return kind === "row" || kind === "entry";
}

/** The words of a path; each may be a name, for paths are written small. */
function pathWords(path: string): string {
  return path
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[/_-]+/g, " ")
    .replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** Rare terms say more; the range is narrow, for a frame shows few texts and all of them were chosen for the question. */
function rarity(count: number, all: number): number {
  return 1 + (0.3 * Math.log2((all + 1) / (count + 1))) / Math.log2(all + 2);
}

function best(left: readonly number[], right: readonly number[]): number[] {
  return left.map((value, at) => Math.max(value, right[at] as number));
}

interface Surroundings {
  readonly before: Placed | undefined;
  readonly after: Placed | undefined;
  readonly inPassage: readonly number[];
  readonly document: readonly number[];
  readonly title: readonly number[] | undefined;
}

/** Words at the start of a sentence that point back to the one before. */
const REFERS =
  /^(?:it|its|she|he|they|their|them|her|his|this|these|that|those|both|there|then|er|sie|es|dies|diese|dieser|dort|il|elle|ils|elles|cela|ce|cette|esto|este|esta|ella|ellos|su|sus)(?![\p{L}])/iu;

function rate(question: Question, entry: Placed, idf: readonly number[], around: Surroundings): RankedUnit {
  const { unit } = entry;
  const sameBlock = (other: Placed | undefined): other is Placed => other?.unit.block === unit.block;
  const before = !standsAlone(unit) && sameBlock(around.before) ? around.before.own : null;
  const after = !standsAlone(unit) && sameBlock(around.after) ? around.after.own : null;
  const back = REFERS.test(unit.text) ? NEAR.referred : NEAR.neighbour;
  let total = 0;
  let covered = 0;
  let direct = 0;
  const present = question.terms.map((term, at) => {
    const own = entry.own[at] as number;
    const value = Math.max(
      own,
      (entry.around[at] as number) * NEAR.heading,
      around.title?.[at] ?? 0,
      (before?.[at] ?? 0) * back,
      (after?.[at] ?? 0) * NEAR.neighbour,
      (around.inPassage[at] as number) * NEAR.passage,
      (around.document[at] as number) * NEAR.document,
    );
    const weight = term.weight * (idf[at] as number);
    total += weight;
    covered += weight * value;
    direct += weight * own;
    return value;
  });
  const hasValue = givesValue(question, unit);
  const share = total === 0 ? 0 : (SHARES.coverage * covered + SHARES.direct * direct) / total;
  const penalty = unit.kind === "heading" ? 0.4 : 0;
  return {
    unit,
    score: share + (hasValue ? SHARES.value : 0) - penalty,
    present,
    hasValue,
    fromHeading: entry.fromHeading,
  };
}
