import { contentKey } from "./content-key.js";
import { type ListItem, readItems } from "./read-items.js";
import { type LanguageReading, readLanguage } from "./read-language.js";
import { readLines, type TextLine } from "./read-lines.js";
import { figureKey, impliedNumbers, readNumbers, type StatedNumber } from "./read-numbers.js";
import { CAPITAL, CODED, NUMBER, OPENS, PAIR, type ScannedText, scanText } from "./scan-text.js";

/** A sentence as words: half-open range of word indexes. */
export interface SentenceRange {
  readonly first: number;
  readonly last: number;
}

/** A text and what can be read off it, each part read once and only when asked for. */
export class TextReading {
  readonly text: string;
  #scanned: ScannedText | undefined;
  #language: LanguageReading | undefined;
  #numbers: readonly StatedNumber[] | undefined;
  #numberKeys: ReadonlySet<string> | undefined;
  #figureKeys: ReadonlySet<string> | undefined;
  #values: readonly number[] | undefined;
  #lower: string | undefined;
  #keys: ReadonlySet<string> | undefined;
  #keyList: readonly (string | null)[] | undefined;
  #words: ReadonlySet<string> | undefined;
  #lines: readonly TextLine[] | undefined;
  #items: readonly ListItem[] | undefined;
  #sentences: readonly SentenceRange[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get scanned(): ScannedText {
    this.#scanned ??= scanText(this.text);
    return this.#scanned;
  }

  get language(): LanguageReading {
    this.#language ??= readLanguage(this.scanned);
    return this.#language;
  }

  get numbers(): readonly StatedNumber[] {
    this.#numbers ??= readNumbers(this.scanned);
    return this.#numbers;
  }

  /** Every value the text states, with and without magnitude, in digits or in words. */
  get numberKeys(): ReadonlySet<string> {
    if (this.#numberKeys === undefined) {
      const keys = impliedNumbers(this.scanned);
      for (const number of this.numbers) {
        keys.add(number.key);
        keys.add(number.bareKey);
      }
      this.#numberKeys = keys;
    }
    return this.#numberKeys;
  }

  /** Every figure with its unit, see `figureKey`. */
  get figureKeys(): ReadonlySet<string> {
    this.#figureKeys ??= new Set(this.numbers.map(figureKey));
    return this.#figureKeys;
  }

  /** The values of `numberKeys`, ascending. */
  get values(): readonly number[] {
    this.#values ??= [...this.numberKeys]
      .map(Number)
      .filter((value) => !Number.isNaN(value))
      .sort((a, b) => a - b);
    return this.#values;
  }

  /** The lower-case text of a half-open UTF-16 span. */
  lowerCase(start: number, end: number): string {
    this.#lower ??= this.text.toLowerCase();
    // A letter whose lower case is longer moves what stands behind it.
    return this.#lower.length === this.text.length
      ? this.#lower.slice(start, end)
      : this.text.slice(start, end).toLowerCase();
  }

  /** Content key of each word; null where it has none. */
  get keyList(): readonly (string | null)[] {
    if (this.#keyList === undefined) {
      const { scanned } = this;
      this.#keyList = scanned.words.map((_, at) => contentKey(scanned, at));
    }
    return this.#keyList;
  }

  get keys(): ReadonlySet<string> {
    if (this.#keys === undefined) {
      const keys = new Set<string>();
      for (const key of this.keyList) if (key !== null) keys.add(key);
      this.#keys = keys;
    }
    return this.#keys;
  }

  get words(): ReadonlySet<string> {
    this.#words ??= new Set(this.scanned.words);
    return this.#words;
  }

  get lines(): readonly TextLine[] {
    this.#lines ??= readLines(this.text);
    return this.#lines;
  }

  get items(): readonly ListItem[] {
    this.#items ??= readItems(this.lines);
    return this.#items;
  }

  get sentences(): readonly SentenceRange[] {
    if (this.#sentences === undefined) {
      const { sentences, words } = this.scanned;
      this.#sentences = sentences.map((first, at) => ({ first, last: sentences[at + 1] ?? words.length }));
    }
    return this.#sentences;
  }

  /** The numbers within a range of words, list markers left out; at most `limit` of them. */
  numbersIn(first: number, last: number, limit = Number.POSITIVE_INFINITY): StatedNumber[] {
    const { numbers } = this;
    const found: StatedNumber[] = [];
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[middle] as StatedNumber).word < first) low = middle + 1;
      else high = middle;
    }
    for (; low < numbers.length && found.length < limit && (numbers[low] as StatedNumber).word < last; low += 1) {
      if (!(numbers[low] as StatedNumber).marker) found.push(numbers[low] as StatedNumber);
    }
    return found;
  }

  /** UTF-16 span of a sentence, from its first word to the end of its last. */
  spanOf({ first, last }: SentenceRange): [number, number] {
    return [this.scanned.starts[first] as number, this.scanned.ends[last - 1] as number];
  }

  /**
   * Whether a word is a name for sure: a capital where none is due, an acronym, letters mixed with digits. German
   * capitalises every noun, so a capital alone says nothing there.
   */
  isName(at: number): boolean {
    const bits = this.scanned.flags[at] as number;
    if ((bits & (NUMBER | PAIR)) !== 0) return false;
    if ((bits & CODED) !== 0) return true;
    return (
      (bits & CAPITAL) !== 0 && (bits & OPENS) === 0 && this.language.language !== "de" && this.keyList[at] !== null
    );
  }
}
