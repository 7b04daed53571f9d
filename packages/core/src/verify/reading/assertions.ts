import { lazySchema } from "../../contract/lazy-schema.js";
import { HEDGES } from "../language/hedges.js";
import { isNegated } from "../language/negation.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import type { StatedNumber } from "./read-numbers.js";
import { CAPITAL, CODED } from "./scan-text.js";
import type { SentenceRange, TextReading } from "./text-reading.js";

/** Words of a sentence that reports a claim in order to correct it, or speaks of what is not the case. */
const DISTANCING = lazySchema(() =>
  wordMarks(
    "if would wrong false incorrect claim* myth instead rather contrary unlike whereas formerly previously once originally until would_have falsch behaupt* statt früher faux prétend* autrefois falso afirma* antes неверно утвержд* раньше 错误 以前",
  ),
);

/** Numbers of a sentence that are read: what has more is a row of figures and asserts nothing in words. */
const MOST_NUMBERS = 16;

/**
 * What one sentence asserts, in the terms by which two sentences can be held against each other; each part is read once
 * and only when asked for.
 */
export class Assertion {
  readonly reading: TextReading;
  readonly range: SentenceRange;
  /** Content keys, each once, in order. */
  readonly keys: ReadonlySet<string>;
  /** The first of the keys; undefined where there is none. */
  readonly subject: string | undefined;
  #owners: readonly number[] | undefined;
  #numbers: readonly StatedNumber[] | undefined;
  #negated: boolean | undefined;
  #distanced: boolean | undefined;
  #hedged: boolean | undefined;

  constructor(reading: TextReading, range: SentenceRange) {
    this.reading = reading;
    this.range = range;
    this.keys = keysOf(reading, range);
    this.subject = this.keys.values().next().value;
  }

  get numbers(): readonly StatedNumber[] {
    this.#numbers ??= this.reading.numbersIn(this.range.first, this.range.last, MOST_NUMBERS);
    return this.#numbers;
  }

  /** For each number the index of the nearest word before it that may be a name; -1 where there is none. */
  get owners(): readonly number[] {
    this.#owners ??= this.numbers.map(({ word }) => nameBefore(this.reading, word, this.range.first));
    return this.#owners;
  }

  get negated(): boolean {
    this.#negated ??= isNegated(this.reading, this.range);
    return this.#negated;
  }

  /** True where the sentence reports a claim, or speaks of what is not or no longer the case. */
  get distanced(): boolean {
    this.#distanced ??= hasMark(DISTANCING(), this.reading, this.range.first, this.range.last);
    return this.#distanced;
  }

  /** True where the sentence calls its figures rough. */
  get hedged(): boolean {
    this.#hedged ??= hasMark(HEDGES(), this.reading, this.range.first, this.range.last);
    return this.#hedged;
  }

  /** True for a question, which asserts nothing. */
  get question(): boolean {
    return isQuestion(this.reading, this.range);
  }
}

/** The assertions of a text, sentence by sentence; at most `limit` of them. */
export function readAssertions(reading: TextReading, limit: number): readonly Assertion[] {
  const wanted = Math.min(reading.sentences.length, Math.max(0, limit));
  // A fact is held against the output of every step that is shown it: it is read once.
  let known = assertionsOf.get(reading) ?? [];
  if (known.length < wanted) {
    const more = reading.sentences.slice(known.length, wanted).map((range) => new Assertion(reading, range));
    // A list that was handed out stays as it is.
    known = [...known, ...more];
    assertionsOf.set(reading, known);
  }
  return known.length === wanted ? known : known.slice(0, wanted);
}

const assertionsOf = new WeakMap<TextReading, readonly Assertion[]>();

function keysOf({ keyList }: TextReading, { first, last }: SentenceRange): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let at = first; at < last; at += 1) {
    const key = keyList[at];
    if (key !== null && key !== undefined) keys.add(key);
  }
  return keys;
}

function nameBefore({ scanned, keyList }: TextReading, word: number, first: number): number {
  for (let at = word - 1; at >= first; at -= 1) {
    const key = keyList[at];
    if (key !== null && key !== undefined && ((scanned.flags[at] as number) & (CAPITAL | CODED)) !== 0) return at;
  }
  return -1;
}

function isQuestion({ scanned, text }: TextReading, { last }: SentenceRange): boolean {
  const from = scanned.ends[last - 1] as number;
  return /^["'”’»*)\]]{0,3}\s{0,2}[?？؟]/.test(text.slice(from, from + 6));
}
