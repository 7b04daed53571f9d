import { character, isDigit, isHorizontalSpace, isIdentifierPart, isIdentifierStart } from "../source/character.js";
import { glyph, layerKindOf } from "../source/glyph.js";
import { END, type TextBuffer } from "../source/text-buffer.js";
import { isFiniteNumber } from "./read-number.js";

/** Longest identifier, signature and string that decide whether a pair begins somewhere. */
const SIGNATURE_NAME_LIMIT = 128;
export const CONFIDENCE_TEXT_LIMIT = 64;
const PAIR_STRING_LIMIT = 256;

type Run = "horizontal" | "identifier" | "digits";

interface RunMemo {
  run: Run;
  start: number;
  end: number;
}

/**
 * Pure questions about the text at an offset. Nothing here changes what has been read, so a question that the text at
 * hand cannot answer is simply asked again when more has arrived; the lengths already measured are remembered, which
 * keeps that linear.
 */
export class Lookahead {
  readonly buffer: TextBuffer;
  readonly #runs: RunMemo[] = [];

  constructor(buffer: TextBuffer) {
    this.buffer = buffer;
  }

  at(offset: number): number {
    return this.buffer.at(offset);
  }

  horizontalEnd(offset: number): number {
    return this.#runEnd("horizontal", offset, isHorizontalSpace);
  }

  identifierEnd(offset: number): number {
    return isIdentifierStart(this.at(offset)) ? this.#runEnd("identifier", offset, isIdentifierPart) : offset;
  }

  wordEnd(offset: number): number {
    return this.#runEnd("identifier", offset, isIdentifierPart);
  }

  digitsEnd(offset: number): number {
    return this.#runEnd("digits", offset, isDigit);
  }

  /** The end of the LayerStart at `offset`, or -1. */
  layerStartEnd(offset: number): number {
    if (layerKindOf(this.at(offset)) === null) return -1;
    const bracket = this.horizontalEnd(offset + 1);
    // STTP-T1-04: nothing but the exact bracket opens a layer.
    return this.at(bracket) === glyph.open ? bracket + 1 : -1;
  }

  /** Whether a layer ends before `offset`: at `⟩`, at a LayerStart, at the end. */
  isStop(offset: number): boolean {
    const code = this.at(offset);
    return code === glyph.close || code === END || (code >= glyph.provenance && this.layerStartEnd(offset) >= 0);
  }

  isCommentStart(offset: number): boolean {
    if (this.at(offset) !== character.slash) return false;
    const next = this.at(offset + 1);
    return next === character.slash || next === character.asterisk;
  }

  /** Identifier, an optional short parenthesis, a colon. */
  isSignature(offset: number): boolean {
    const nameEnd = this.identifierEnd(offset);
    if (nameEnd === offset || nameEnd - offset > SIGNATURE_NAME_LIMIT) return false;
    let next = this.horizontalEnd(nameEnd);
    if (this.at(next) === character.openParenthesis) {
      const close = this.#parenthesisEnd(next + 1);
      if (close < 0) return false;
      next = this.horizontalEnd(close + 1);
    }
    return this.at(next) === character.colon;
  }

  /** Identifier, a number in parentheses, a colon. */
  isConfidenceSignature(offset: number): boolean {
    const nameEnd = this.identifierEnd(offset);
    if (nameEnd === offset || this.at(nameEnd) !== character.openParenthesis) return false;
    const start = this.horizontalEnd(nameEnd + 1);
    const end = this.#numberEnd(start);
    if (end < 0) return false;
    const close = this.horizontalEnd(end);
    if (this.at(close) !== character.closeParenthesis) return false;
    if (this.at(this.horizontalEnd(close + 1)) !== character.colon) return false;
    return isFiniteNumber(this.buffer.slice(start, end));
  }

  /** Whether a member visibly begins at `offset`. */
  isPairStart(offset: number): boolean {
    if (this.at(offset) !== character.quote) return this.isSignature(offset);
    const limit = offset + 1 + PAIR_STRING_LIMIT;
    for (let index = offset + 1; index <= limit; index++) {
      const code = this.at(index);
      if (code === END || code === character.lineFeed) return false;
      if (code === character.backslash) {
        const escaped = this.at(++index);
        if (escaped === END || escaped === character.lineFeed) return false;
      } else if (code === character.quote) {
        const next = this.at(this.horizontalEnd(index + 1));
        return next === character.colon || next === character.openParenthesis;
      }
    }
    return false;
  }

  /** The end of the strict number at `offset`, or -1. */
  strictNumberEnd(offset: number): number {
    const start = this.at(offset) === character.minus ? offset + 1 : offset;
    const whole = this.digitsEnd(start);
    if (this.at(whole) !== character.dot) return whole > start ? whole : -1;
    const fraction = this.digitsEnd(whole + 1);
    return fraction > whole + 1 ? fraction : -1;
  }

  #parenthesisEnd(start: number): number {
    for (let index = start; index <= start + CONFIDENCE_TEXT_LIMIT; index++) {
      const code = this.at(index);
      if (code === character.closeParenthesis) return index;
      if (isConfidenceStop(code) || code === character.openParenthesis) return -1;
    }
    return -1;
  }

  #numberEnd(start: number): number {
    let index = start;
    const sign = this.at(index);
    if (sign === character.plus || sign === character.minus) index++;
    const whole = this.digitsEnd(index);
    let digits = whole - index;
    index = whole;
    if (this.at(index) === character.dot) {
      const fraction = this.digitsEnd(index + 1);
      digits += fraction - index - 1;
      index = fraction;
    }
    if (digits === 0) return -1;
    if ((this.at(index) | 0x20) !== 0x65) return index;
    let exponent = index + 1;
    const exponentSign = this.at(exponent);
    if (exponentSign === character.plus || exponentSign === character.minus) exponent++;
    const end = this.digitsEnd(exponent);
    return end > exponent ? end : index;
  }

  #runEnd(run: Run, start: number, belongs: (code: number) => boolean): number {
    if (this.buffer.final) {
      let index = start;
      while (belongs(this.at(index))) index++;
      return index;
    }
    let memo = this.#runs.find((known) => known.start === start && known.run === run);
    if (memo === undefined) {
      memo = { run, start, end: start };
      if (this.#runs.length >= 8) this.#runs.shift();
      this.#runs.push(memo);
    }
    while (belongs(this.at(memo.end))) memo.end++;
    return memo.end;
  }
}

/** What ends the text in a signature's parentheses early. */
export function isConfidenceStop(code: number): boolean {
  switch (code) {
    case END:
    case character.colon:
    case character.comma:
    case character.openBrace:
    case character.closeBrace:
    case character.quote:
    case character.lineFeed:
    case glyph.open:
    case glyph.close:
      return true;
    default:
      return false;
  }
}
