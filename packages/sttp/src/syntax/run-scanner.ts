import { character, isHorizontalSpace } from "../source/character.js";
import { glyph } from "../source/glyph.js";
import { END } from "../source/text-buffer.js";
import type { Lookahead } from "./lookahead.js";
import { isFiniteNumber } from "./read-number.js";
import type { Trivia } from "./trivia.js";

/** Where a run of unquoted text stands; decides which of its end rules apply. */
export interface RunPlace {
  /** Skipping after an error: only nesting, quotes, Stops and plain separators count. */
  readonly sync: boolean;
  readonly inArray: boolean;
  /** In the member list of a layer's own block, where pipes may separate. */
  readonly pipes: boolean;
  readonly enumWords: readonly string[] | null;
}

export const SYNC: RunPlace = Object.freeze({ sync: true, inArray: false, pipes: false, enumWords: null });

/** Finds the end of unquoted text, resuming where the last attempt ran out of text. */
export class RunScanner {
  readonly #look: Lookahead;
  readonly #trivia: Trivia;
  #start = -1;
  #sync = false;
  #offset = 0;
  #depth = 0;
  #beforeFirstSpace = true;
  /** An opening quote whose partner is being looked for, and how far. */
  #quote = -1;
  #quoteOffset = 0;
  /** Quotes before this offset are known to have no partner on their line. */
  #singleUntil = 0;

  constructor(look: Lookahead, trivia: Trivia) {
    this.#look = look;
    this.#trivia = trivia;
  }

  /** The offset before which the run that begins at `start` ends; trailing space is still part of it. */
  end(start: number, place: RunPlace): number {
    if (this.#start !== start || this.#sync !== place.sync) this.#begin(start, place.sync);
    for (;;) {
      if (this.#quote >= 0) this.#findPartner();
      const offset = this.#offset;
      const code = this.#look.at(offset);
      if (code === END || code === glyph.close) break;
      if (code >= glyph.provenance && this.#look.isStop(offset)) break;
      if (code === character.quote && offset >= this.#singleUntil) {
        this.#quote = offset;
        this.#quoteOffset = offset + 1;
        continue;
      }
      // STTP-L-01: separators end a run, but not inside brackets.
      if (this.#depth === 0 && this.#endsHere(offset, code, place)) break;
      // STTP-L-03: skipping after an error ends at none of what may follow a value.
      if (this.#depth === 0 && !place.sync && isHorizontalSpace(code)) {
        const spaceEnd = this.#look.horizontalEnd(offset);
        if (this.#endsAtSpace(offset, spaceEnd, place)) break;
        this.#beforeFirstSpace = false;
        this.#offset = spaceEnd;
        continue;
      }
      if (code === character.openBrace || code === character.openBracket) this.#depth++;
      else if (code === character.closeBrace || code === character.closeBracket) this.#depth--;
      this.#offset = offset + 1;
    }
    this.#start = -1;
    return this.#offset;
  }

  #begin(start: number, sync: boolean): void {
    this.#start = start;
    this.#sync = sync;
    this.#offset = start;
    this.#depth = 0;
    this.#beforeFirstSpace = true;
    this.#quote = -1;
    this.#singleUntil = 0;
  }

  #findPartner(): void {
    for (;;) {
      const code = this.#look.at(this.#quoteOffset);
      if (code === character.quote) {
        this.#offset = this.#quoteOffset + 1;
        break;
      }
      if (code === END || code === character.lineFeed || this.#isStopCode(code)) {
        this.#singleUntil = this.#quoteOffset;
        this.#offset = this.#quote;
        break;
      }
      this.#quoteOffset++;
    }
    this.#quote = -1;
  }

  #isStopCode(code: number): boolean {
    return code === glyph.close || (code >= glyph.provenance && this.#look.isStop(this.#quoteOffset));
  }

  #endsHere(offset: number, code: number, place: RunPlace): boolean {
    switch (code) {
      case character.comma:
      case character.closeBrace:
      case character.closeBracket:
      case character.lineFeed:
        return true;
      case character.pipe:
        return place.pipes && isSeparatorPipe(this.#look, this.#trivia, offset);
      case glyph.marker: {
        // STTP-L-03: nor at a marker.
        if (place.sync || (place.inArray && offset === this.#start)) return false;
        const digits = this.#look.digitsEnd(this.#look.horizontalEnd(offset + 1));
        return this.#look.at(this.#look.horizontalEnd(digits)) === character.openBrace;
      }
      default:
        return false;
    }
  }

  #endsAtSpace(offset: number, spaceEnd: number, place: RunPlace): boolean {
    if (this.#beforeFirstSpace && this.#isWhole(this.#look.buffer.slice(this.#start, offset), place)) {
      if (this.#look.isCommentStart(spaceEnd)) return true;
      if (!place.inArray && this.#look.isSignature(spaceEnd)) return true;
    }
    return !place.inArray && this.#look.isConfidenceSignature(spaceEnd);
  }

  #isWhole(text: string, place: RunPlace): boolean {
    if (text === "true" || text === "false" || text === "null") return true;
    return isFiniteNumber(text) || (place.enumWords?.includes(text) ?? false);
  }
}

/** STTP-R-05: a pipe separates iff a signature, a closing brace or the layer's end comes next. */
export function isSeparatorPipe(look: Lookahead, trivia: Trivia, offset: number): boolean {
  const next = trivia.end(offset + 1);
  return look.at(next) === character.closeBrace || look.isStop(next) || look.isSignature(next);
}
