import { BREAK, characterClass, DECIMAL, LETTER, WIDE } from "./character-class.js";

/** Bits of a word's flags. */
export const CAPITAL = 1;
/** A number, without its unit. */
export const NUMBER = 2;
/** Two or more capitals and nothing else, or letters and digits mixed: an acronym, a model name. */
export const CODED = 4;
/** A pair of Han or Kana characters, or a single one that stands alone. */
export const PAIR = 8;
/** First word of a sentence, line, list item or quotation, where a capital says nothing. */
export const OPENS = 16;

/** The words of a text with their places; all arrays are parallel but `sentences`. */
export interface ScannedText {
  readonly text: string;
  /** Lower case, NFC; numbers as written. */
  readonly words: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly flags: readonly number[];
  /** Index of the first word of each sentence; a line break ends a sentence. */
  readonly sentences: readonly number[];
  /** Words as people count them: hyphenated ones once, Han and Kana by character. */
  readonly wordCount: number;
}

const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "dr mr mrs ms prof st vs etc e.g i.e eg ie no nr jr sr inc ltd co fig approx ca bzw usw vgl abs art vol pp bspw evtl ggf mme mlle sra sres dra núm pág".split(
    " ",
  ),
);
const NOT_ASCII = /[\u0080-\uffff]/;
const APOSTROPHE = 0x27;
const TYPOGRAPHIC_APOSTROPHE = 0x2019;

/** Reads the words and sentences of a text in one pass (POS-VER-01). */
export function scanText(text: string): ScannedText {
  const words: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const flags: number[] = [];
  const sentences: number[] = [];
  let wordCount = 0;
  // What stood between the last word and here.
  let endsSentence = true;
  let stop = false;
  let spaced = true;
  let opens = true;
  let between = 0;
  let hyphen = false;

  const add = (start: number, end: number, bits: number, counted: boolean) => {
    const raw = text.slice(start, end);
    const first = text.charCodeAt(start);
    let folded = raw;
    let all = bits;
    if ((bits & (NUMBER | PAIR)) === 0) {
      if (first < 0x80 ? first >= 0x41 && first <= 0x5a : raw.charAt(0) !== raw.charAt(0).toLowerCase()) all |= CAPITAL;
      if (all !== 0 || first >= 0x80 || NOT_ASCII.test(raw)) folded = fold(raw);
      if (all & CAPITAL && end - start > 1 && raw === raw.toUpperCase()) all |= CODED;
    }
    const afterStop = stop && spaced && !(all === 0 && isLowerCase(raw.charAt(0))) && !abbreviated(words, flags);
    if (endsSentence || afterStop) {
      sentences.push(words.length);
      opens = true;
    }
    if (opens) all |= OPENS;
    words.push(folded);
    starts.push(start);
    ends.push(end);
    flags.push(all);
    if (counted) wordCount += hyphen && between === 1 ? 0 : 1;
    endsSentence = false;
    stop = false;
    spaced = false;
    opens = false;
    between = 0;
    hyphen = false;
  };

  const length = text.length;
  for (let at = 0; at < length; ) {
    const code = text.charCodeAt(at);
    const kind = characterClass(code);
    if (kind === BREAK) {
      between += 1;
      if (code === 0x20) spaced = true;
      else if (code === 0x0a || code === 0x0d) endsSentence = true;
      else if (code === 0x2e) stop = true;
      else if (code === 0x21 || code === 0x3f || code === 0x2026) stop = true;
      else if (
        code === 0x3002 ||
        code === 0xff01 ||
        code === 0xff1f ||
        code === 0xff0e ||
        code === 0x61f ||
        code === 0x964
      ) {
        endsSentence = true;
      } else if (code === 0x2d || code === 0x2010 || code === 0x2011) hyphen = true;
      else if (code === 0x09 || code === 0xa0 || code === 0x3000) spaced = true;
      else opens ||= opensName(code);
      at += 1;
      continue;
    }
    if (kind === WIDE) {
      let end = at + 1;
      while (end < length && wide(text, end)) end += 1;
      wordCount += end - at;
      if (end - at === 1) add(at, end, PAIR, false);
      else for (let pair = at; pair + 1 < end; pair += 1) add(pair, pair + 2, PAIR, false);
      at = end;
      continue;
    }
    if (kind === DECIMAL) {
      const end = numberEnd(text, at);
      add(at, end, NUMBER, true);
      at = end;
      // "16GB": the unit is a word of its own and no further word to people.
      if (at < length && characterClass(text.charCodeAt(at)) === LETTER) {
        const unitEnd = wordEnd(text, at).end;
        add(at, unitEnd, 0, false);
        at = unitEnd;
      }
      continue;
    }
    const word = wordEnd(text, at);
    add(at, word.end, word.coded ? CODED : 0, true);
    at = word.end;
  }
  // A list that has grown has room for more: readings are kept, so it is given back.
  return {
    text,
    words: words.slice(),
    starts: starts.slice(),
    ends: ends.slice(),
    flags: flags.slice(),
    sentences: sentences.slice(),
    wordCount,
  };
}

/** The case- and composition-free form of a word. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  return NOT_ASCII.test(lower) ? lower.normalize("NFC").replaceAll("\u2019", "'") : lower;
}

function isLowerCase(letter: string): boolean {
  return letter !== letter.toUpperCase();
}

/** Marks after which a capital says nothing: quotes, brackets, bullets, emphasis, colon, cell borders. */
function opensName(code: number): boolean {
  return (
    code === 0x22 ||
    code === 0x3a ||
    code === 0x2a ||
    code === 0x7c ||
    code === 0x23 ||
    code === 0x28 ||
    code === 0x5b ||
    code === 0xab ||
    code === 0x2022 ||
    (code >= 0x2013 && code <= 0x201f && code !== TYPOGRAPHIC_APOSTROPHE)
  );
}

/** A full stop after an initial, an abbreviation or a number does not end a sentence for sure; it is read as if not. */
function abbreviated(words: readonly string[], flags: readonly number[]): boolean {
  const last = words.length - 1;
  if (last < 0) return false;
  const word = words[last] as string;
  if ((flags[last] as number) & NUMBER) return ((flags[last] as number) & OPENS) !== 0;
  return (word.length === 1 && word !== "i") || ABBREVIATIONS.has(word);
}

function wide(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Low surrogate of a Han extension.
  if (code >= 0xdc00 && code < 0xe000) return true;
  return characterClass(code) === WIDE;
}

function wordEnd(text: string, start: number): { end: number; coded: boolean } {
  let at = start + 1;
  let coded = false;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = characterClass(code);
    if (kind === LETTER) continue;
    if (kind === DECIMAL) {
      coded = true;
      continue;
    }
    if (code >= 0xdc00 && code < 0xe000) continue;
    const inner =
      (code === APOSTROPHE || code === TYPOGRAPHIC_APOSTROPHE) && characterClass(text.charCodeAt(at + 1)) === LETTER;
    // "v2.1" is one name.
    const version = code === 0x2e && coded && characterClass(text.charCodeAt(at + 1)) === DECIMAL;
    if (!inner && !version) break;
  }
  return { end: at, coded };
}

function numberEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (characterClass(code) === DECIMAL) continue;
    const separator = code === 0x2e || code === 0x2c || code === APOSTROPHE || code === 0x202f || code === 0xa0;
    if (!separator || at + 1 >= text.length || characterClass(text.charCodeAt(at + 1)) !== DECIMAL) break;
  }
  return at;
}
