import type { TextReading } from "../reading/text-reading.js";

/** Words, stems and phrases by which something can be told of a text. */
export interface WordMarks {
  readonly words: ReadonlySet<string>;
  /** Beginnings of words, by their first UTF-16 unit. */
  readonly stems: ReadonlyMap<number, readonly string[]>;
  /** Found anywhere in the lower-case text: phrases, and words of languages written without spaces. */
  readonly phrases: readonly string[];
}

const WITHOUT_SPACES = /[\u3041-\u30ff\u3400-\u9fff]/;

/** Reads a list of marks: `because`, the stem `caus*`, the phrase `so_that`. Call it lazily: lists are long. */
export function wordMarks(list: string): WordMarks {
  const words = new Set<string>();
  const stems = new Map<number, string[]>();
  const phrases: string[] = [];
  for (const mark of list.split(/\s+/)) {
    if (mark === "") continue;
    if (mark.includes("_") || WITHOUT_SPACES.test(mark)) phrases.push(mark.replaceAll("_", " "));
    else if (mark.endsWith("*")) {
      const stem = mark.slice(0, -1);
      const known = stems.get(stem.charCodeAt(0));
      if (known === undefined) stems.set(stem.charCodeAt(0), [stem]);
      else known.push(stem);
    } else words.add(mark);
  }
  return { words, stems, phrases };
}

/** Whether one word is a mark. Phrases need the text: see `findMark`. */
export function isMark(marks: WordMarks, word: string): boolean {
  if (marks.words.has(word)) return true;
  const stems = marks.stems.get(word.charCodeAt(0));
  return stems?.some((stem) => word.startsWith(stem)) ?? false;
}

/** Index of the first marking word in a range of words, or -1. */
export function findMark(
  marks: WordMarks,
  reading: TextReading,
  first = 0,
  last = reading.scanned.words.length,
): number {
  const { words } = reading.scanned;
  for (let at = first; at < last; at += 1) if (isMark(marks, words[at] as string)) return at;
  return -1;
}

/** Whether a text, or a range of its words, has a mark. */
export function hasMark(
  marks: WordMarks,
  reading: TextReading,
  first = 0,
  last = reading.scanned.words.length,
): boolean {
  if (findMark(marks, reading, first, last) >= 0) return true;
  if (marks.phrases.length === 0 || first >= last) return false;
  const { starts, ends, words } = reading.scanned;
  const whole = first === 0 && last === words.length;
  const text = (
    whole ? reading.text : reading.text.slice(starts[first] as number, ends[last - 1] as number)
  ).toLowerCase();
  return marks.phrases.some((phrase) => text.includes(phrase));
}
