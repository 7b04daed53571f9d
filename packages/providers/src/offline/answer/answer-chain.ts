import type { Passage } from "../frame/passage.js";
import type { Language } from "../language/function-words.js";
import { NAME } from "../question/compared-items.js";
import { readQuestion } from "../question/read-question.js";
import { type RelativeClause, relativeClause } from "../question/relative-clause.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { fold, wordsOf } from "../text/words.js";
import type { Statement } from "./answer.js";
import { presence, wordBag } from "./coverage.js";

/** Units that may name the thing, and names tried of each. */
const MOST_LINKS = 3;
const MOST_NAMES = 4;
/** Share of the clause's other words that the naming unit has. */
const SAID = 0.5;
/** Where the clause has no name, its words must be there. */
const SAID_WITHOUT_NAME = 0.6;
const NAMES = new RegExp(NAME, "gu");

/**
 * Answers a question about a thing that is only told by what it has to do with a named one: the statement that names the
 * thing, and what is said of that. Null where the question has no such clause, or either statement is missing.
 */
export function answerChain(
  text: string,
  language: Language,
  passages: readonly Passage[],
  answersTo: (question: string) => readonly Statement[],
): Statement[] | null {
  const relative = relativeClause(text);
  if (relative === null) return null;
  for (const link of linksOf(relative, language, passages)) {
    for (const name of namedIn(link, relative).slice(0, MOST_NAMES)) {
      const answer = answersTo(relative.questionOf(name)).find(
        ({ unit }) => unit.text !== link.text && isAbout(unit.text, name),
      );
      if (answer !== undefined) return [{ unit: link, heading: null }, answer];
    }
  }
  return null;
}

/** The question with each name in place of the clause that it may be meant by, for looking further; empty where it has none. */
export function chainedQuestions(text: string, language: Language, passages: readonly Passage[]): string[] {
  const relative = relativeClause(text);
  if (relative === null) return [];
  return linksOf(relative, language, passages)
    .slice(0, MOST_LINKS)
    .flatMap((link) => namedIn(link, relative).map((name) => relative.questionOf(name)));
}

/** Whether a text has all words of a name, in their order. */
export function saysName(text: string, name: string): boolean {
  const joined = (value: string) =>
    ` ${wordsOf(value)
      .map(({ folded }) => folded)
      .join(" ")} `;
  return joined(text).includes(joined(name));
}

/** Whether a text has a name and names nothing else before it: a statement is about what it names first. */
export function isAbout(text: string, name: string): boolean {
  if (!saysName(text, name)) return false;
  const first = text.match(NAMES)?.find((found) => /\s/.test(found) || found !== /^\p{L}+/u.exec(text)?.[0]);
  return first === undefined || saysName(first, name);
}

/** Units that say what the clause says of the named thing, the fullest first. */
function linksOf({ clause, names, noun }: RelativeClause, language: Language, passages: readonly Passage[]): Unit[] {
  const { terms } = readQuestion(`${clause}?`, language);
  const named = new Set(names.flatMap((name) => wordsOf(name).map(({ folded }) => fold(folded))));
  const others = terms.filter(({ folded }) => !named.has(folded));
  const total = others.reduce((sum, { weight }) => sum + weight, 0);
  return passages
    .flatMap((passage) => splitUnits(passage))
    .flatMap((unit) => {
      if (
        unit.kind === "heading" ||
        (names.length === 0 && !saysKind(unit.text, noun)) ||
        !names.every((name) => saysName(unit.text, name))
      )
        return [];
      // What the clause says may be the subject of the whole document.
      const above = names.length > 0 ? [] : [...unit.headings, unit.passage.path.replace(/\W+/g, " ")];
      const bag = wordBag([unit.text, ...above].join("\n"), language);
      const said = others.reduce((sum, term) => sum + term.weight * presence(term, bag), 0);
      const least = names.length === 0 ? SAID_WITHOUT_NAME : SAID;
      return (total === 0 && names.length > 0) || said >= least * total ? [{ unit, said }] : [];
    })
    .sort((a, b) => b.said - a.said)
    .slice(0, MOST_LINKS * MOST_NAMES)
    .map(({ unit }) => unit);
}

/** Whether a text has a name that says what kind of thing it is of: "Kiln Lane Hall" for a hall. */
function saysKind(text: string, noun: string): boolean {
  return (text.match(NAMES) ?? []).some((name) => name.split(" ").length > 1 && saysName(name, noun));
}

/** Names in the unit that the clause leaves open: before the known one where the thing itself acts, else behind it. */
function namedIn({ text }: Unit, { names, isSubject, noun }: RelativeClause): string[] {
  if (names.length === 0) return (text.match(NAMES) ?? []).filter((name) => saysKind(name, noun));
  const known = text.indexOf(names[0] as string);
  return [...text.matchAll(NAMES)].flatMap(({ 0: name, index }) => {
    if (names.some((other) => name.includes(other))) return [];
    return (isSubject ? index < known : index > known) ? [name] : [];
  });
}
