import { wordStem } from "../language/word-stem.js";
import type { Question, Term } from "../question/question.js";
import { hasValue, type ValueKind } from "../question/value-kinds.js";
import type { Unit } from "../text/unit.js";
import { cellsOf, fieldsOf, separatorOf } from "../text/value-rows.js";
import { type Word, wordsOf } from "../text/words.js";
import { presence, wordBag } from "./coverage.js";

/** Kinds whose values the question may name itself, without being answered by them. */
const NAMED: ReadonlySet<ValueKind> = new Set<ValueKind>(["person", "name", "time", "number", "money", "measure"]);
/** Words between a number and what it counts at most. */
const NEAR_COUNT = 3;
/** What may stand between the counted thing and its number, where the thing comes first: "steps: 187", "seats 212". */
const STATES =
  /^["'\s]*(?:(?:a|an|per|each)\s\p{L}+\s?)?(?:[:=]|is|are|was|were|about|up to|at most|at least|\s)*["'\s]*$/iu;
/** What a number counts comes right after it: adjectives may stand between, function words and marks may not. */
const COUNTS = /^\s(?:[\p{L}-]+\s){0,2}$/u;
/** Words that turn a person into the one before or after. */
const RELATION = /\b(?:before|previous(?:ly)?|former(?:ly)?|predecessor|successor|succeed(?:s|ed)?|after)\b/iu;

/** Whether a unit has a value of the asked kind that the question itself does not have. */
export function givesValue(question: Question, unit: Unit): boolean {
  const { asks, counted } = question;
  if (asks === null) return true;
  if (asks === "person" && RELATION.test(question.text) && !RELATION.test(unit.text)) return false;
  const words = wordsOf(unit.text);
  const known = new Set(question.terms.map(({ folded }) => folded));
  const labelled = labelledCell(question, unit);
  if (labelled !== null)
    return isValueCell(labelled, asks) && wordsOf(labelled).some(({ folded }) => !known.has(folded));
  const text = NAMED.has(asks) ? withoutKnown(unit.text, words, known) : unit.text;
  if (!hasValue(text, asks)) return false;
  return counted === null || counts(question, question.terms[counted] as Term, unit.text, words, known);
}

/** A cell under the right name may give its value without a unit: "640.00" under "price_eur". */
function isValueCell(cell: string, asks: ValueKind): boolean {
  switch (asks) {
    case "number":
    case "money":
    case "measure":
    case "pace":
    case "duration":
      return /\p{N}/u.test(cell) || hasValue(cell, "number");
    case "time":
      return hasValue(cell, "time") || /\p{N}/u.test(cell);
    default:
      return cell !== "";
  }
}

function counts(
  { language }: Question,
  term: Term,
  text: string,
  words: readonly Word[],
  known: ReadonlySet<string>,
): boolean {
  for (const [at, noun] of words.entries()) {
    if (wordStem(noun.folded, language) !== term.stem && presence(term, wordBag(noun.folded, language)) === 0) continue;
    for (let other = Math.max(0, at - NEAR_COUNT); other <= at + NEAR_COUNT && other < words.length; other++) {
      const number = words[other] as Word;
      if (other === at || known.has(number.folded) || !hasValue(number.form, "number")) continue;
      const between = text.slice(...(other < at ? [number.end, noun.start] : [noun.end, number.start]));
      if ((other < at ? COUNTS : STATES).test(between)) return true;
    }
  }
  return false;
}

/** The cell of a row whose column the question asks for; null where the unit is no row or no column is asked for. */
function labelledCell({ terms, language, counted }: Question, unit: Unit): string | null {
  if (unit.kind !== "row") return null;
  const cells = unit.text.startsWith("|")
    ? cellsOf(unit.text)
    : fieldsOf(unit.text, separatorOf(unit.labels.join(",")));
  let found: string | null = null;
  let best = 0;
  for (const [at, label] of unit.labels.entries()) {
    const bag = wordBag(label, language);
    for (const [index, term] of terms.entries()) {
      if (term.role !== "head" && term.role !== "act" && index !== counted) continue;
      const strength = presence(term, bag);
      if (strength <= best) continue;
      best = strength;
      found = cells[at] ?? "";
    }
  }
  return found;
}

function withoutKnown(text: string, words: readonly Word[], known: ReadonlySet<string>): string {
  let rest = "";
  let from = 0;
  for (const { folded, start, end } of words) {
    if (!known.has(folded)) continue;
    rest += `${text.slice(from, start)}·`;
    from = end;
  }
  return rest + text.slice(from);
}
