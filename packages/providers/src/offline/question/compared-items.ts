import { COMPARED_QUALITIES, type ComparedItems, comparedPairs } from "./comparison-forms.js";

const COMPARES = new RegExp(
  `\\b(?:compar\\w*|how (?:many|much|long|often|far|old|high)\\b.{2,160}\\band how (?:many|much|long|often|far|old|high)|contrast|same|equal(?:ly)?|alike|differ\\w*|difference\\w*|versus|vs\\.?|than|which (?:one|of)|${COMPARED_QUALITIES}|vergleich\\w*|unterschied\\w*|différence\\w*|diferencia\\w*)\\b|[,:]\\s[^,?]{1,60}\\s(?:or|oder|ou|o)\\s[^,?]{1,60}[,?]`,
  "iu",
);
/** A proper name of up to four words, as the source of an expression. */
export const NAME = "\\p{Lu}[\\p{L}\\p{N}'’.-]*(?:\\s(?:of\\s)?\\p{Lu}[\\p{L}\\p{N}'’.-]*){0,3}";
const NAMES = new RegExp(
  `(,\\s|:\\s)?(?:the\\s)?(${NAME})((?:,\\s(?:the\\s)?${NAME}){0,4}),?\\s(?:and|or|with|to|vs\\.?|versus|und|oder|mit|et|ou|avec|y|o|con)\\s(?:the\\s)?(${NAME})`,
  "u",
);
const CAPITALS = /(\S\s)\p{Lu}[\p{L}'’-]*/gu;
/** Days, months and times say when something holds and are not what is compared by name. */
const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/iu;
const LONGEST = 600;

/** The things a question compares, or null when it compares none that it names. Linear in at most 600 characters. */
export function comparedItems(text: string): ComparedItems | null {
  const question = text.slice(0, LONGEST);
  // "Lower" in a name compares nothing.
  if (!COMPARES.test(question.replace(CAPITALS, "$1"))) return null;
  return namedItems(question) ?? comparedPairs(question);
}

/** Things that are listed by their names. */
function namedItems(question: string): ComparedItems | null {
  // The first word of a sentence has a capital anyway, so it names nothing.
  const start = /^\W*\p{L}+/u.exec(question)?.[0].length ?? 0;
  const list = NAMES.exec(question.slice(start));
  if (list === null) return null;
  const [whole, joint, first = "", others = "", last = ""] = list;
  const listed = others.split(/,\s(?:the\s)?/).filter((name) => name !== "");
  const names = [first, ...listed, last];
  if (names.some((name) => CALENDAR.test(name))) return null;
  const from = start + list.index;
  const rest = question.slice(from + whole.length);
  // "…, Masters or Aqua fitness?": small words at the end belong to the last name.
  const tail = joint === undefined ? "" : (/^(?:\s\p{Ll}+){1,2}(?=\?)/u.exec(rest)?.[0] ?? "");
  names[names.length - 1] = `${last}${tail}`;
  const after = rest.slice(tail.length);
  // A list behind a comma is no part of the phrase before it.
  return {
    names,
    questions: names.map((name) => `${question.slice(0, from)}${joint === undefined ? " " : ", "}${name}${after}`),
  };
}
