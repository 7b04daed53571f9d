import { wordsOf } from "../text/words.js";
import { FUNCTION_WORDS, LANGUAGES, type Language } from "./function-words.js";

/** Words looked at: the beginning of a text tells its language. */
const ENOUGH = 200;

/** The language most function words of a text belong to; English where none is ahead. */
export function detectLanguage(text: string): Language {
  const counts: Record<Language, number> = { en: 0, de: 0, fr: 0, es: 0 };
  for (const { folded } of wordsOf(text.slice(0, ENOUGH * 12)).slice(0, ENOUGH)) {
    for (const language of LANGUAGES) if (FUNCTION_WORDS[language].has(folded)) counts[language] += 1;
  }
  let best: Language = "en";
  for (const language of LANGUAGES) if (counts[language] > counts[best]) best = language;
  return best;
}
