import { splitWords } from "../capability/split-words.js";
import { stemWord } from "../capability/stem-word.js";

/** Longer words are none (encoded data) and are found by nobody. */
const LONGEST_TERM = 64;

/** The terms under which a text is found, in order and with repeats: the stems of its words. Linear in its length. */
export function indexTerms(text: string): readonly string[] {
  const terms: string[] = [];
  // In capitals ß is written SS, so only the longer spelling finds both.
  for (const word of splitWords(text.replaceAll("ß", "ss")))
    if (word.length <= LONGEST_TERM) terms.push(stemWord(word));
  return terms;
}
