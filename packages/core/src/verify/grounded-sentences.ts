import type { Evidence } from "./evidence.js";
import { isForeignName } from "./foreign-name.js";
import type { StatedNumber } from "./reading/read-numbers.js";
import type { SentenceRange } from "./reading/text-reading.js";
import { isSupportedNumber } from "./supported-number.js";

/** Share of a sentence's content words that the sources must have (POS-VER-01). */
const WORD_SHARE = 0.6;
/** Content words from which on a sentence without number or name counts as a claim. */
const CLAIM_WORDS = 4;

/** One sentence that claims something, held against the sources. */
export interface GroundedSentence {
  readonly range: SentenceRange;
  readonly grounded: boolean;
  /** The number or name that no source has; such a sentence rests on nothing that was given. */
  readonly foreign: string | null;
  /** True where `foreign` is a number. */
  readonly figure: boolean;
}

/** The sentences of the output that state numbers, names or claims, and what they rest on. */
export function groundedSentences(evidence: Evidence): GroundedSentence[] {
  const { output, sourceKeys } = evidence;
  const { numbers, keyList } = output;
  const found: GroundedSentence[] = [];
  let at = 0;
  for (const range of output.sentences) {
    let claims = false;
    let foreign: string | null = null;
    let figure = false;
    for (; at < numbers.length && (numbers[at] as StatedNumber).word < range.last; at += 1) {
      const number = numbers[at] as StatedNumber;
      if (number.marker || isScore(evidence, number)) continue;
      claims = true;
      if (foreign === null && !isSupportedNumber(evidence, number, range)) {
        foreign = wordText(evidence, number.word);
        figure = true;
      }
    }
    let keys = 0;
    let known = 0;
    for (let word = range.first; word < range.last; word += 1) {
      const key = keyList[word];
      if (key === null || key === undefined) continue;
      keys += 1;
      if (sourceKeys.has(key)) known += 1;
      else if (foreign === null && isForeignName(evidence, word)) foreign = wordText(evidence, word);
      if (output.isName(word)) claims = true;
    }
    // A heading or label is no sentence.
    if (keys < CLAIM_WORDS && !claims) continue;
    if (keys === 0 && foreign === null) continue;
    found.push({ range, grounded: foreign === null && known >= WORD_SHARE * keys, foreign, figure });
  }
  return found;
}

/** "9/10" grades what was given; it is no figure from it. */
function isScore({ output }: Evidence, { word }: StatedNumber): boolean {
  const { text, starts, ends } = output.scanned;
  const start = starts[word] as number;
  return text.charAt(ends[word] as number) === "/" || (start > 0 && text.charAt(start - 1) === "/");
}

function wordText({ output }: Evidence, at: number): string {
  const { text, starts, ends } = output.scanned;
  return text.slice(starts[at], ends[at]);
}
