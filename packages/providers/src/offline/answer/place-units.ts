import type { Passage } from "../frame/passage.js";
import { measuredBy } from "../question/measures.js";
import type { Question, Term } from "../question/question.js";
import type { ValueKind } from "../question/value-kinds.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { presence, type WordBag, wordBag } from "./coverage.js";

/** A unit with how well it, and what stands above it, has each term of a question: 0 … 1. */
export interface PlacedUnit {
  readonly unit: Unit;
  readonly own: readonly number[];
  readonly around: readonly number[];
  /** The heading that has words of the question which the unit itself lacks; null: none. */
  readonly fromHeading: string | null;
}

/** Kinds of values whose units may stand for the name of the quantity. */
const QUANTITIES: ReadonlySet<ValueKind> = new Set<ValueKind>(["money", "measure", "contact", "time", "pace"]);
/** How well a value stands for the name of its quantity. */
const MEASURED = 0.8;

/** A heading that is a question itself. */
const ASKS = /\?\W*$/;
/** How well the answer to a question has its words. */
const TOLD = 0.9;

/** The units of a passage, held against a question. Linear in the passage. */
export function placeUnits(passage: Passage, { terms, language, asks }: Question): PlacedUnit[] {
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
  const path = pathWords(passage.path);
  return splitUnits(passage).map((unit) => {
    const above = bagOf([...unit.headings, unit.lead, ...unit.labels, path].join("\n"));
    const bag = wordBag(unit.text, language);
    const own = terms.map((term) => {
      const present = presence(term, bag);
      return present < MEASURED && isMeasured && measuredBy(term.folded, unit.text) ? MEASURED : present;
    });
    const heading = unit.headings.at(-1);
    // What stands below a question answers that question, and need not repeat it.
    const isAnswer = heading !== undefined && ASKS.test(heading) && unit.text !== heading;
    const says = heading !== undefined && terms.some((term, at) => own[at] === 0 && presence(term, bagOf(heading)) > 0);
    const told = isAnswer
      ? own.map((value, at) => Math.max(value, presence(terms[at] as Term, bagOf(heading)) * TOLD))
      : own;
    return { unit, own: told, around: terms.map((term) => presence(term, above)), fromHeading: says ? heading : null };
  });
}

/** The words of a path; each may be a name, for paths are written small. */
function pathWords(path: string): string {
  return path
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[/_-]+/g, " ")
    .replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase());
}
