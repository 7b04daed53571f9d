import type { WordConstraints } from "../asked/word-constraints.js";
import { failed, type OutputCheck, passed, SERIOUS } from "../output-check.js";
import { fold } from "../reading/scan-text.js";

const KEPT = passed("The prescribed wording is kept.");

/** Words the request wants in are in, words it wants out are out, and prescribed beginnings and ends are there. */
export const wordingCheck: OutputCheck = {
  id: "wording",
  weight: SERIOUS,
  states({ words }) {
    const parts = [
      ...words.include.map((word) => `with "${word}"`),
      ...words.exclude.map((word) => `without "${word}"`),
      ...(words.begin === null ? [] : [`beginning "${words.begin}"`]),
      ...(words.end === null ? [] : [`ending "${words.end}"`]),
      ...(words.letter === null ? [] : [`without the letter "${words.letter}"`]),
    ];
    return parts.length === 0 ? null : parts.slice(0, 4).join(", ");
  },
  examine({ asked, output }) {
    const { words } = asked;
    if (isEmpty(words)) return null;
    const text = fold(output.text);
    for (const word of words.include) {
      if (!text.includes(fold(word))) return failed(`Include "${word}".`);
    }
    for (const word of words.exclude) {
      const at = wholeWord(text, fold(word));
      // POS-VER-01: a word inside another one is not the word.
      if (at >= 0)
        return failed(`Leave out "${word}".`, text.length === output.text.length ? [at, at + word.length] : undefined);
    }
    if (words.begin !== null && !lead(text).startsWith(lead(fold(words.begin))))
      return failed(`Begin with "${words.begin}".`);
    if (words.end !== null && !trail(text).endsWith(trail(fold(words.end)))) return failed(`End with "${words.end}".`);
    if (words.letter !== null && text.includes(words.letter)) return failed(`Leave out the letter "${words.letter}".`);
    return KEPT;
  },
};

function isEmpty({ include, exclude, begin, end, letter }: WordConstraints): boolean {
  return include.length === 0 && exclude.length === 0 && begin === null && end === null && letter === null;
}

const LETTER = /[\p{L}\p{N}]/u;

function wholeWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = at > 0 && LETTER.test(text.charAt(at - 1)) && LETTER.test(word.charAt(0));
    const after = LETTER.test(text.charAt(at + word.length)) && LETTER.test(word.charAt(word.length - 1));
    const unspaced = word.charCodeAt(0) >= 0x3041 && word.charCodeAt(0) < 0xa000;
    if (unspaced || (!before && !after)) return at;
  }
  return -1;
}

const lead = (text: string) => text.trimStart().replace(/^[^\p{L}\p{N}]{1,8}/u, "");
const trail = (text: string) => text.trimEnd().replace(/[^\p{L}\p{N}]{1,8}$/u, "");
