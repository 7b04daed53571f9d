import { functionWordIndex } from "../../contract/function-word-index.js";
import { NUMBER, PAIR, type ScannedText } from "./scan-text.js";

/** Length to which a word is cut for comparison: inflection happens behind it. */
const KEY_LENGTH = 5;

/**
 * What a word is compared by: its first five letters, so that "support", "supports" and "supported" agree; a shorter
 * word without a plural s. Null for numbers and for words without content.
 */
export function contentKey({ words, flags }: ScannedText, at: number): string | null {
  const bits = flags[at] as number;
  if ((bits & NUMBER) !== 0) return null;
  const word = words[at] as string;
  if ((bits & PAIR) !== 0) return word;
  if (word.length < 2 || functionWordIndex().has(word)) return null;
  return wordKey(word);
}

/** The key of a word whatever it means. */
export function wordKey(word: string): string {
  if (word.length > KEY_LENGTH) return word.slice(0, KEY_LENGTH);
  const possessive = word.indexOf("'");
  const bare = possessive > 1 ? word.slice(0, possessive) : word;
  return bare.length > 3 && bare.endsWith("s") && !bare.endsWith("ss") ? bare.slice(0, -1) : bare;
}
