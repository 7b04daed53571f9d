import type { Statement } from "../answer/answer.js";
import { presence, wordBag } from "../answer/coverage.js";
import type { Passage } from "../frame/passage.js";
import type { Language } from "../language/function-words.js";
import { comparedItems } from "../question/compared-items.js";
import { readQuestion } from "../question/read-question.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { wordsOf } from "../text/words.js";

/** Statements about one thing, and things, at most. */
const PER_ITEM = 5;
const MOST_ITEMS = 6;
const COUNTS: Readonly<Record<string, number>> = { both: 2, two: 2, three: 3, four: 4, five: 5 };

/**
 * What is said of each of several things that have a section each, in the order of the document: the things a request names,
 * else the sections under a heading that it names ("the two providers"). Empty when fewer than two have one.
 */
export function sectionStatements(text: string, language: Language, passages: readonly Passage[]): Statement[] {
  const names = comparedItems(text)?.names ?? sectionsCalled(text, language, passages);
  const units = passages.flatMap((passage) => splitUnits(passage)).filter(({ kind }) => kind !== "heading");
  const groups = names.slice(0, MOST_ITEMS).map((name) => unitsOf(name, units));
  if (groups.length < 2 || groups.some((group) => group.length === 0)) return [];
  return groups.flatMap((group) =>
    distinct(group)
      .slice(0, PER_ITEM)
      .map((unit) => ({ unit, heading: unit.headings.at(-1) ?? null })),
  );
}

/** The units under a heading that has all words of a name; without such a heading, those that have the name. */
function unitsOf(name: string, units: readonly Unit[]): Unit[] {
  const words = wordsOf(name).map(({ folded }) => folded);
  const has = (text: string): boolean => {
    const said = new Set(wordsOf(text).map(({ folded }) => folded));
    return words.every((word) => said.has(word));
  };
  const under = units.filter(({ headings }) => has(headings.at(-1) ?? ""));
  return under.length > 0 ? under : units.filter(({ text }) => has(text));
}

function sectionsCalled(text: string, language: Language, passages: readonly Passage[]): string[] {
  const terms = readQuestion(text, language).terms.filter(({ isName, weight }) => !isName && weight >= 1);
  const count = wordsOf(text).flatMap(({ folded }) => COUNTS[folded] ?? [])[0];
  const parents = new Map<string, Set<string>>();
  for (const { path, headings, lines } of [...passages].sort((a, b) => (a.lines?.start ?? 0) - (b.lines?.start ?? 0))) {
    const own = headings.at(-1);
    if (headings.length < 2 || own === undefined || lines === null) continue;
    const above = headings.slice(0, -1).join(" › ");
    if (!terms.some((term) => presence(term, wordBag(above, language)) === 1)) continue;
    const key = `${path}\n${above}`;
    parents.set(key, (parents.get(key) ?? new Set()).add(own));
  }
  const [first] = [...parents.values()].filter(({ size }) => size > 1);
  return first === undefined ? [] : [...first].slice(0, count ?? MOST_ITEMS);
}

function distinct(units: readonly Unit[]): Unit[] {
  return units.filter((unit, at) => units.findIndex(({ text }) => text === unit.text) === at);
}
