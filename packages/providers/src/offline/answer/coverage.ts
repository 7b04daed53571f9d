import { conceptsOf } from "../language/concept-index.js";
import { FUNCTION_WORDS, type Language } from "../language/function-words.js";
import { wordStem } from "../language/word-stem.js";
import type { Term } from "../question/question.js";
import { wordsOf } from "../text/words.js";

/** The words of a stretch of text in the form in which terms are looked up. */
export interface WordBag {
  readonly stems: ReadonlySet<string>;
  readonly concepts: ReadonlySet<number>;
}

/** Shortest stem that may stand for a longer one it begins. */
const SHORTEST_PREFIX = 5;

export function wordBag(text: string, language: Language): WordBag {
  const stems = new Set<string>();
  const concepts = new Set<number>();
  for (const { folded } of wordsOf(text)) {
    if (FUNCTION_WORDS[language].has(folded)) continue;
    const stem = wordStem(folded, language);
    if (stems.has(stem)) continue;
    stems.add(stem);
    for (const group of conceptsOf(language === "en" ? stem : wordStem(folded, "en"))) concepts.add(group);
  }
  return { stems, concepts };
}

/** How well a bag has a term: 1 the word itself, less for a relative, 0 for nothing. */
export function presence(term: Term, bag: WordBag): number {
  if (bag.stems.has(term.stem)) return 1;
  if (term.isName) return 0;
  if (term.concepts.some((group) => bag.concepts.has(group))) return 0.75;
  if (term.stem.length < SHORTEST_PREFIX) return 0;
  for (const stem of bag.stems) {
    if (stem.length < SHORTEST_PREFIX) continue;
    if (stem.startsWith(term.stem) || term.stem.startsWith(stem)) return 0.8;
  }
  return 0;
}
