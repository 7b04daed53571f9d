import { wordStem } from "../language/word-stem.js";
import type { Question, Term } from "../question/question.js";
import { hasValue, type ValueKind } from "../question/value-kinds.js";
import type { Unit } from "../text/unit.js";
import { cellsOf, fieldsOf, separatorOf } from "../text/value-rows.js";
import { type Word, wordsOf } from "../text/words.js";
import { presence, wordBag } from "./coverage.js";

/** Kinds whose values the question may name itself, without being answered by them. */
const NAMED: ReadonlySet<ValueKind> = new Set<ValueKind>(["person", "time", "number", "money", "duration", "measure"]);
/** Words between a number and what it counts at most. */
const NEAR_COUNT = 4;

/** Whether a unit has a value of the asked kind that the question itself does not have. */
export function givesValue(question: Question, unit: Unit): boolean {
  const { asks, counted, language } = question;
  if (asks === null) return true;
  const words = wordsOf(unit.text);
  const known = new Set(question.terms.map(({ folded }) => folded));
  const labelled = labelledCell(question, unit);
  if (labelled !== null) return labelled !== "" && wordsOf(labelled).some(({ folded }) => !known.has(folded));
  const text = NAMED.has(asks) ? withoutKnown(unit.text, words, known) : unit.text;
  if (!hasValue(text, asks)) return false;
  if (counted === null) return true;
  const term = question.terms[counted] as Term;
  return words.some(
    ({ folded }, at) =>
      (wordStem(folded, language) === term.stem || presence(term, wordBag(folded, language)) > 0) &&
      words.some(
        (other, place) =>
          Math.abs(place - at) <= NEAR_COUNT &&
          place !== at &&
          !known.has(other.folded) &&
          hasValue(other.form, "number"),
      ),
  );
}

/** The cell of a row whose column the question asks for; null where the unit is no row or no column is asked for. */
function labelledCell(question: Question, unit: Unit): string | null {
  if (unit.kind !== "row") return null;
  const cells = unit.text.startsWith("|")
    ? cellsOf(unit.text)
    : fieldsOf(unit.text, separatorOf(unit.labels.join(",")));
  let found: string | null = null;
  let best = 0;
  for (const [at, label] of unit.labels.entries()) {
    const bag = wordBag(label, question.language);
    for (const term of question.terms) {
      const strength = presence(term, bag) * (term.role === "rest" ? 0.5 : 1);
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
