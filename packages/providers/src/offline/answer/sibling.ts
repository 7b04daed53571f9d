import { FUNCTION_WORDS } from "../language/function-words.js";
import { isGeneric, isQuality } from "../language/word-senses.js";
import { wordStem } from "../language/word-stem.js";
import type { Question } from "../question/question.js";
import type { Unit } from "../text/unit.js";
import { type Word, wordsOf } from "../text/words.js";
import { presence, wordBag } from "./coverage.js";

/** From here on a word stands for the term. */
const HAS = 0.6;
const WEIGHTY = 0.6;

/**
 * Whether a unit speaks of a sibling of what is asked of: it has the noun under another qualifier than the question's, "the
 * rowing club" for "the chess club", and the question's nowhere. Linear in the unit.
 */
export function isSibling({ terms, language, text: asked }: Question, unit: Unit): boolean {
  if (language !== "en" || unit.kind === "row" || unit.kind === "pair") return false;
  const bag = wordBag(unit.text, language);
  const words = wordsOf(unit.text);
  const known = new Set(wordsOf(asked).map(({ folded }) => wordStem(folded, language)));
  for (const [at, qualifier] of terms.entries()) {
    const noun = terms[at + 1];
    if (qualifier.role !== "adjunct" || qualifier.weight < WEIGHTY || noun === undefined || noun.isName) continue;
    if (noun.role !== "noun" && noun.role !== "head") continue;
    if (isQuality(qualifier.folded) || isGeneric(noun.folded) || presence(qualifier, bag) >= HAS) continue;
    const places = words.flatMap(({ folded }, place) => (wordStem(folded, language) === noun.stem ? [place] : []));
    if (places.length > 0 && places.every((place) => isOtherwiseQualified(words, place, unit.text, known))) return true;
  }
  return false;

  function isOtherwiseQualified(all: readonly Word[], place: number, text: string, own: ReadonlySet<string>): boolean {
    const before = all[place - 1];
    const word = all[place] as Word;
    if (before === undefined || text.slice(before.end, word.start) !== " ") return false;
    if (FUNCTION_WORDS[language].has(before.folded) || /\p{N}/u.test(before.form)) return false;
    return !own.has(wordStem(before.folded, language)) && !isQuality(before.folded) && before.folded.length > 2;
  }
}

/** "the head of the lending desk" where the head of the library is asked for: the role is held, but of something else. */
export function isRoleElsewhere({ terms, language, asks }: Question, unit: Unit): boolean {
  if (asks !== "person" || language !== "en" || unit.kind === "row" || unit.kind === "pair") return false;
  const role = terms.find((term) => term.role === "head" && term.weight >= 1);
  if (role === undefined) return false;
  const words = wordsOf(unit.text);
  const places = words.flatMap(({ folded }, place) =>
    presence(role, wordBag(folded, language)) >= HAS ? [place] : [],
  );
  const others = terms.filter((term) => term !== role && term.weight >= WEIGHTY);
  return (
    places.length > 0 &&
    others.length > 0 &&
    places.every((place) => {
      const of = words[place + 1];
      if (of === undefined || !/^(?:of|for)$/.test(of.folded)) return false;
      const complement = words
        .slice(place + 2, place + 7)
        .map(({ form }) => form)
        .join(" ");
      return !others.some((term) => presence(term, wordBag(complement, language)) > 0);
    })
  );
}
