import type { Question, Term } from "../question/question.js";
import { hasValue, type ValueKind } from "../question/value-kinds.js";
import type { Unit } from "../text/unit.js";
import { wordsOf } from "../text/words.js";
import { presence, wordBag } from "./coverage.js";

/** What a row says to a question. */
export interface RowReading {
  /** The cell that answers is there and is not empty. */
  readonly hasValue: boolean;
  /** The column that answers was found by its name, for the term at this place; null: by the kind of its values. */
  readonly labelled: number | null;
}

/** A label that is at least this near to a term names what is asked for. */
const NAMES = 0.7;
/** Verbs of timetables: any column of times answers them. */
const SCHEDULED = new Set(
  "start begin open close end finish meet happen run train leave depart arrive hold take sail go practise rehearse play".split(
    " ",
  ),
);

/** Names of columns that say when, whatever happens. */
const WHEN = /^(?:days?|dates?|time|times|when|weekday|month|year|hours?|period|term)$/iu;
const EMPTY_CELL =
  /^(?:|[–—-]|n\/a|none|\?|vacant|unknown|not known|undecided|to be (?:decided|announced|confirmed)|tb[acd]|pending|open)$/iu;
/** Verbs of whoever has charge of a thing, and what a column of such people may be called. */
const IN_CHARGE = new Set(
  "run manag lead head command keep tend supervis respons oversee direct handl steer guid chair own look".split(" "),
);
const AGENT = /(?:er|or|en|ain|ian|ist|man|woman|head|chief|lead|contact|person|charge|who|nurse|coach)$/iu;

const CALENDAR_CELL =
  /^(?:\p{L}+day|January|February|March|April|May|June|July|August|September|October|November|December)/u;

/**
 * Finds the column of a row that gives what is asked for: the one named by a word of the question, else those with values
 * of the asked kind. A cell that says no more than the question is no answer.
 */
export function readRow(question: Question, unit: Unit): RowReading {
  const { cells } = unit;
  const { terms, asks } = question;
  const known = new Set(terms.map(({ folded }) => folded));
  const answers = (cell: string): boolean =>
    cell !== "" && fits(cell, asks) && wordsOf(cell).some(({ folded }) => !known.has(folded));
  const named = namedColumn(question, unit, cells, answers);
  if (named !== null) return { hasValue: true, labelled: named };
  if (isLeftEmpty(question, unit)) return { hasValue: false, labelled: null };
  if (asks === null) return { hasValue: true, labelled: null };
  // A number counts what its column is called, and a thing is of the kind its column says.
  if (asks === "number" || asks === "name") return { hasValue: false, labelled: null };
  const acts = terms.filter(({ role, weight }) => role === "act" && weight >= 1);
  // A date under the name of one event tells nothing of another; one of a timetable tells all that happens then.
  const isEvent = asks === "time" && acts.some(({ stem }) => !SCHEDULED.has(stem));
  const typed = cells.filter((cell, column) => {
    const label = unit.labels[column] ?? "";
    return answers(cell) && isTyped(cell, label, asks) && !(isEvent && !WHEN.test(label));
  }).length;
  // Who did something is not told by a column that only has names.
  const inRow = wordBag([unit.text, ...unit.labels].join("\n").replaceAll("_", " "), question.language);
  const hasAgent = unit.labels.some((label) => AGENT.test(label));
  const isOther =
    (asks === "person" || asks === "money") &&
    acts.some((term) => presence(term, inRow) === 0 && !(hasAgent && IN_CHARGE.has(term.stem)));
  return { hasValue: typed > 0 && !isOther, labelled: null };
}

function namedColumn(
  { terms, language, counted }: Question,
  unit: Unit,
  cells: readonly string[],
  answers: (cell: string) => boolean,
): number | null {
  const counts = counted === null ? undefined : terms[counted];
  // "how many kilograms": the unit has a column of its own.
  const isUnit =
    counts !== undefined &&
    cells.some((cell) => /^\p{L}+$/u.test(cell) && presence(counts, wordBag(cell, language)) > 0);
  let found: number | null = null;
  let best = 0;
  for (const [column, label] of unit.labels.entries()) {
    if (!answers(cells[column] ?? "")) continue;
    const bag = wordBag(label, language);
    for (const [index, term] of terms.entries()) {
      if (counted !== null && !isUnit && index !== counted) continue;
      // "the keeper's house" asks for no keeper.
      if (/['’]s?$/u.test(term.form)) continue;
      const strength = presence(term, bag) * preference(term);
      if (strength <= best || presence(term, bag) < NAMES) continue;
      best = strength;
      found = index;
    }
  }
  return found;
}

/** The column that a head or an act names is there, and has nothing for this row. */
function isLeftEmpty({ terms, language }: Question, { labels, cells }: Unit): boolean {
  return labels.some((label, column) => {
    if (!EMPTY_CELL.test(cells[column] ?? "")) return false;
    const bag = wordBag(label, language);
    return terms.some((term) => (term.role === "head" || term.role === "act") && presence(term, bag) >= NAMES);
  });
}

/** What is asked for names the column rather than what is done, and that rather than what it is about. */
function preference({ role }: Term): number {
  return role === "head" ? 1 : role === "act" ? 0.95 : 0.5;
}

/** A cell under the right name may give its value without a unit: "640.00" under "price_eur". */
function fits(cell: string, asks: ValueKind | null): boolean {
  switch (asks) {
    case "number":
    case "money":
    case "measure":
    case "pace":
    case "duration":
    case "time":
      return hasValue(cell, "number") || hasValue(cell, asks);
    case "person":
      return hasValue(cell, "name") || /^\p{Lu}/u.test(cell);
    default:
      return true;
  }
}

function isTyped(cell: string, label: string, asks: ValueKind): boolean {
  if (asks === "money")
    return hasValue(cell, "money") || (/\d/.test(cell) && /price|cost|fee|fare|rate|eur|usd/iu.test(label));
  if (asks === "measure") return /^[\d.,]+\s?\p{L}/u.test(cell);
  if (asks === "time" && /^\d+(?:[.,]\d+)?$/.test(cell))
    return /year|date|since|built|made|bought|found|open/iu.test(label);
  if (asks === "person") return /^(?:\p{Lu}\p{L}*\.? )?\p{Lu}\p{Ll}+/u.test(cell) && !CALENDAR_CELL.test(cell);
  if (asks === "name") return /^\p{Lu}\p{Ll}/u.test(cell);
  return hasValue(cell, asks);
}
