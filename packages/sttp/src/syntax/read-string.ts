import { character, hasUnpairedSurrogate } from "../source/character.js";
import { END } from "../source/text-buffer.js";
import type { Lookahead } from "./lookahead.js";

/** A string as read, with what the strict grammar does not allow in it. */
export interface ReadString {
  readonly value: string;
  readonly hasControl: boolean;
  readonly spansMarker: boolean;
  readonly hasSurrogate: boolean;
  /** Offsets of the escapes that mean nothing. */
  readonly badEscapes: readonly number[];
}

const simpleEscapes: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0x22, '"'],
  [0x5c, "\\"],
  [0x2f, "/"],
  [0x62, "\b"],
  [0x66, "\f"],
  [0x6e, "\n"],
  [0x72, "\r"],
  [0x74, "\t"],
]);

/** Finds where double-quoted strings end, across suspensions and without scanning any text twice. */
export class StringScanner {
  /** Whether the last question ended inside a string that may still grow. */
  inString = false;
  readonly #look: Lookahead;
  #start = -1;
  #offset = -1;
  #unclosed = false;

  constructor(look: Lookahead) {
    this.#look = look;
  }

  /** The offset of the closing quote of the string that opens at `start`, or -1 when the input ends first. */
  closingQuote(start: number): number {
    // Every quote after a string that found no end is escaped in it, so no later string can find one either.
    if (this.#unclosed) return -1;
    if (this.#start !== start) {
      this.#start = start;
      this.#offset = start + 1;
    }
    this.inString = true;
    for (;;) {
      const code = this.#look.at(this.#offset);
      if (code === character.quote) break;
      if (code === END || (code === character.backslash && this.#look.at(this.#offset + 1) === END)) {
        this.#unclosed = true;
        this.inString = false;
        return -1;
      }
      this.#offset += code === character.backslash ? 2 : 1;
    }
    this.inString = false;
    return this.#offset;
  }
}

/** Decodes the string between the quotes at `start` and `end`. */
export function readString(look: Lookahead, start: number, end: number): ReadString {
  const text = look.buffer.slice(start + 1, end);
  const badEscapes: number[] = [];
  let value = "";
  let copied = 0;
  let hasControl = false;
  let spansMarker = false;
  let surrogates = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === character.backslash) {
      value += text.slice(copied, index);
      const escaped = text.charCodeAt(index + 1);
      const simple = simpleEscapes.get(escaped);
      if (simple !== undefined) {
        value += simple;
        index++;
      } else {
        const unit = escaped === 0x75 ? hexUnit(text, index + 2) : -1;
        if (unit >= 0) {
          value += String.fromCharCode(unit);
          surrogates ||= (unit & 0xf800) === 0xd800;
          index += 5;
        } else {
          value += text.slice(index, index + 2);
          // STTP-X-09: both characters stay.
          badEscapes.push(start + 1 + index);
          hasControl ||= escaped < 0x20;
          if (escaped === character.lineFeed) spansMarker ||= look.layerStartEnd(start + 1 + index + 2) >= 0;
          surrogates ||= (escaped & 0xf800) === 0xd800;
          index++;
        }
      }
      copied = index + 1;
    } else if (code < 0x20) {
      hasControl = true;
      if (code === character.lineFeed) spansMarker ||= look.layerStartEnd(start + 1 + index + 1) >= 0;
    } else if ((code & 0xf800) === 0xd800) surrogates = true;
  }
  value = copied === 0 ? text : value + text.slice(copied);
  return { value, hasControl, spansMarker, hasSurrogate: surrogates && hasUnpairedSurrogate(value), badEscapes };
}

function hexUnit(text: string, start: number): number {
  if (start + 4 > text.length) return -1;
  let unit = 0;
  for (let index = start; index < start + 4; index++) {
    const digit = hexDigit(text.charCodeAt(index));
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
