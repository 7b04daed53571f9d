import type { TextReading } from "../reading/text-reading.js";

/** Words, stems and phrases by which something can be told of a text. */
export interface WordMarks {
  readonly words: ReadonlySet<string>;
  /** Beginnings of words, by their first UTF-16 unit. */
  readonly stems: ReadonlyMap<number, readonly string[]>;
  /** Finds phrases, and words of languages written without spaces, anywhere in lower-case text; null: there are none. */
  readonly phrases: RegExp | null;
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
  // One expression finds all of them in one pass.
  const anyPhrase = phrases.map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return { words, stems, phrases: phrases.length === 0 ? null : new RegExp(anyPhrase) };
}

/** Whether one word is a mark. Phrases need the text: see `findMark`. */
export function isMark(marks: WordMarks, word: string): boolean {
  if (marks.words.has(word)) return true;
  const stems = marks.stems.get(word.charCodeAt(0));
  if (stems === undefined) return false;
  for (const stem of stems) if (word.startsWith(stem)) return true;
  return false;
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
  if (marks.phrases === null || first >= last) return false;
  const { starts, ends, words } = reading.scanned;
  const whole = first === 0 && last === words.length;
  const text = whole
    ? reading.lowerCase(0, reading.text.length)
    : reading.lowerCase(starts[first] as number, ends[last - 1] as number);
  return marks.phrases.test(text);
}
