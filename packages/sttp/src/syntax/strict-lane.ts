import { character, isDigit, isIdentifierPart, isIdentifierStart, isStrictSpace } from "../source/character.js";
import { isConfidence } from "../validate/check-content.js";
import { AFTER_COMMA, AT_START, type Frame, MEMBER } from "./frame.js";
import { MemberReader } from "./member-reader.js";
import type { Field, Value } from "./value.js";
import { enumWordsAt } from "./vocabulary.js";

/** 10^0 … 10^22, each an exact double. */
const powersOfTen = /* @__PURE__ */ Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const EXACT_DIGITS = 15;

/**
 * The straight road for text in the strict grammar: reads members and items one after another from the flat text and
 * steps aside, with nothing begun, at the first thing that is not exactly regular. Whatever it reads, the general
 * steps would have read the same.
 */
export abstract class StrictLane extends MemberReader {
  /** Where the lane last stepped aside: it need not look there again. */
  #leftAt = -1;
  #end = 0;
  #number = 0;
  #dot = -1;

  protected readStrictly(): void {
    if (this.position === this.#leftAt) return;
    let frame: Frame | null = this.frames[this.depth - 1]!;
    while (frame !== null && frame.state === MEMBER && frame.block?.wrapped !== false) {
      frame = frame.array === null ? this.#readMember(frame) : this.#readItem(frame);
    }
    this.#leftAt = this.position;
  }

  /** Reads one member; answers the frame to go on with, or null to step aside. */
  #readMember(frame: Frame): Frame | null {
    const text = this.buffer.flat;
    let offset = skipSpace(text, this.position);
    let code = text.charCodeAt(offset);
    if (!isIdentifierStart(code)) return code === character.closeBrace ? this.#closeEmpty(frame, offset) : null;
    const nameStart = offset;
    do code = text.charCodeAt(++offset);
    while (isIdentifierPart(code));
    const nameEnd = offset;
    let confidence = Number.NaN;
    if (code === character.openParenthesis) {
      if (!frame.judged || !this.#scanNumber(text, offset + 1)) return null;
      confidence = this.#number;
      offset = this.#end;
      if (text.charCodeAt(offset) !== character.closeParenthesis || !isConfidence(confidence)) return null;
      code = text.charCodeAt(++offset);
    }
    if (code !== character.colon) {
      offset = skipSpace(text, offset);
      if (text.charCodeAt(offset) !== character.colon) return null;
    }
    const colonEnd = offset + 1;
    offset = skipSpace(text, colonEnd);
    code = text.charCodeAt(offset);
    const name = text.slice(nameStart, nameEnd);
    if (code === character.openBrace || code === character.openBracket) {
      if (this.depth >= this.maxNesting) return null;
      this.#holdSignature(frame, name, nameStart, nameEnd, confidence, colonEnd);
      this.openContainer(frame, offset, code);
      return this.frames[this.depth - 1]!;
    }
    const value = this.#scalar(text, offset, code, frame, name);
    if (value === null) return null;
    const end = this.#end;
    offset = skipSpace(text, end);
    code = text.charCodeAt(offset);
    if ((code !== character.comma && code !== character.closeBrace) || frame.find(name) !== undefined) return null;
    this.#file(frame, name, nameStart, nameEnd, confidence, value, end);
    return this.#separate(frame, offset, code);
  }

  #readItem(frame: Frame): Frame | null {
    const text = this.buffer.flat;
    let offset = skipSpace(text, this.position);
    let code = text.charCodeAt(offset);
    if (code === character.closeBracket) return this.#closeEmpty(frame, offset);
    if (code === character.openBrace || code === character.openBracket) {
      if (this.depth >= this.maxNesting) return null;
      this.openContainer(frame, offset, code);
      return this.frames[this.depth - 1]!;
    }
    const value = this.#scalar(text, offset, code, null, "");
    if (value === null) return null;
    offset = skipSpace(text, this.#end);
    code = text.charCodeAt(offset);
    if (code !== character.comma && code !== character.closeBracket) return null;
    frame.array!.items.push(value);
    return this.#separate(frame, offset, code);
  }

  /** Goes on behind a filed member or item whose separator or closer stands at `offset`. */
  #separate(frame: Frame, offset: number, code: number): Frame | null {
    this.advance(offset + 1);
    if (code === character.comma) {
      frame.before = AFTER_COMMA;
      frame.separatorAt = offset;
      return frame;
    }
    frame.before = AT_START;
    return this.#close(frame, offset + 1);
  }

  #closeEmpty(frame: Frame, offset: number): Frame | null {
    if (frame.before !== AT_START || (frame.array === null ? !this.isPristine(frame) : frame.array.items.length > 0)) {
      return null;
    }
    this.advance(offset + 1);
    return this.#close(frame, offset + 1);
  }

  /** Closes a container and those around it, as far as closers follow one another. */
  #close(closing: Frame, closingEnd: number): Frame | null {
    const text = this.buffer.flat;
    let frame = closing;
    let end = closingEnd;
    for (;;) {
      this.closeFrame(end);
      if (frame.role !== "value") return null;
      frame = this.frames[this.depth - 1]!;
      const offset = skipSpace(text, end);
      const code = text.charCodeAt(offset);
      const comma = code === character.comma;
      const closer = frame.array === null ? character.closeBrace : character.closeBracket;
      if (!comma && (code !== closer || frame.block?.wrapped === false)) return null;
      this.advance(offset + 1);
      if (frame.array === null) this.finishMember(frame);
      else this.finishItem(frame);
      if (comma) {
        frame.before = AFTER_COMMA;
        frame.separatorAt = offset;
        return frame;
      }
      end = offset + 1;
    }
  }

  #holdSignature(
    frame: Frame,
    name: string,
    nameStart: number,
    nameEnd: number,
    confidence: number,
    colonEnd: number,
  ): void {
    frame.name = name;
    frame.quoted = false;
    frame.nameStart = nameStart;
    frame.nameEnd = nameEnd;
    frame.confidence = confidence;
    frame.confidenceText = null;
    frame.colonEnd = colonEnd;
    frame.trailed = false;
  }

  #file(
    frame: Frame,
    name: string,
    nameStart: number,
    nameEnd: number,
    confidence: number,
    value: Value,
    end: number,
  ): void {
    const span = { start: nameStart, end };
    const nameSpan = { start: nameStart, end: nameEnd };
    let field: Field;
    if (confidence >= 0) field = { name, quoted: false, confidence, value, span, nameSpan };
    else {
      field = { name, quoted: false, value, span, nameSpan };
      if (frame.judged) this.suspect = true;
    }
    frame.addField(field);
    if (frame.role !== "value") this.finishDirectMember(frame, field);
  }

  /** Reads a scalar up to its own end, or answers null. */
  #scalar(text: string, start: number, code: number, frame: Frame | null, name: string): Value | null {
    if (code === character.quote) return this.#string(text, start);
    if (isDigit(code) || code === character.minus || code === character.dot) {
      if (!this.#scanNumber(text, start)) return null;
      const end = this.#end;
      return {
        kind: "number",
        value: this.#number,
        decimal: decimalText(text, start, end, this.#dot),
        span: { start, end },
      };
    }
    if (!isIdentifierStart(code)) return null;
    let end = start + 1;
    while (isIdentifierPart(text.charCodeAt(end))) end++;
    this.#end = end;
    const word = text.slice(start, end);
    if (word === "true" || word === "false") return { kind: "boolean", value: word === "true", span: { start, end } };
    if (word === "null") return { kind: "null", span: { start, end } };
    if (frame === null || enumWordsAt(frame.place, name) === null) return null;
    return { kind: "string", value: word, style: "bare", span: { start, end } };
  }

  #string(text: string, start: number): Value | null {
    let offset = start + 1;
    for (;;) {
      const code = text.charCodeAt(offset);
      if (code === character.quote) break;
      if (!(code >= 0x20) || code === character.backslash) return null;
      if ((code & 0xf800) === 0xd800) {
        if (code > 0xdbff || (text.charCodeAt(offset + 1) & 0xfc00) !== 0xdc00) return null;
        offset++;
      }
      offset++;
    }
    const end = offset + 1;
    this.#end = end;
    return { kind: "string", value: text.slice(start + 1, offset), style: "quoted", span: { start, end } };
  }

  /** Reads a strict number of few enough digits that one division gives the nearest double. */
  #scanNumber(text: string, start: number): boolean {
    let offset = start;
    let code = text.charCodeAt(offset);
    const negative = code === character.minus;
    if (negative) code = text.charCodeAt(++offset);
    const first = offset;
    let mantissa = 0;
    while (isDigit(code)) {
      mantissa = mantissa * 10 + (code - 0x30);
      code = text.charCodeAt(++offset);
    }
    let digits = offset - first;
    let scale = 0;
    this.#dot = code === character.dot ? offset : -1;
    if (code === character.dot) {
      const fraction = ++offset;
      code = text.charCodeAt(offset);
      while (isDigit(code)) {
        mantissa = mantissa * 10 + (code - 0x30);
        code = text.charCodeAt(++offset);
      }
      scale = offset - fraction;
      if (scale === 0) return false;
      digits += scale;
    }
    if (digits === 0 || digits > EXACT_DIGITS) return false;
    const magnitude = scale === 0 ? mantissa : mantissa / powersOfTen[scale]!;
    this.#number = negative && magnitude !== 0 ? -magnitude : magnitude;
    this.#end = offset;
    return true;
  }
}

function skipSpace(text: string, start: number): number {
  let offset = start;
  while (isStrictSpace(text.charCodeAt(offset))) offset++;
  return offset;
}

/** The exact decimal of the strict number between two offsets whose dot, if any, stands at `dot`. */
function decimalText(text: string, start: number, end: number, dot: number): string {
  const negative = text.charCodeAt(start) === character.minus;
  let from = negative ? start + 1 : start;
  while (text.charCodeAt(from) === 0x30 && isDigit(text.charCodeAt(from + 1))) from++;
  let to = end;
  if (dot >= 0) {
    while (text.charCodeAt(to - 1) === 0x30) to--;
    if (to === dot + 1) to = dot;
  }
  const digits = from === dot ? `0${text.slice(from, to)}` : text.slice(from, to);
  return negative && digits !== "0" ? `-${digits}` : digits;
}
