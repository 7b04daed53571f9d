import { character, isHorizontalSpace, isIdentifier, isIdentifierStart } from "../source/character.js";
import { glyph } from "../source/glyph.js";
import { END } from "../source/text-buffer.js";
import { ContainerReader } from "./container-reader.js";
import {
  AFTER,
  AFTER_COMMA,
  AFTER_OTHER,
  AFTER_OTHER_COMMA,
  AT_START,
  type Frame,
  MEMBER,
  SIGNATURE,
  SKIP,
  VALUE,
} from "./frame.js";
import { CONFIDENCE_TEXT_LIMIT, isConfidenceStop } from "./lookahead.js";
import { readConfidence } from "./read-confidence.js";
import { readString } from "./read-string.js";
import { isSeparatorPipe } from "./run-scanner.js";
import { appended, type Value } from "./value.js";

/** Reads the members of objects and the items of arrays, one step at a time. */
export abstract class MemberReader extends ContainerReader {
  /** One step inside the innermost open container. */
  protected step(frame: Frame): void {
    if (frame.state === SKIP) this.finishSkip(frame);
    else if (frame.array !== null) this.#stepArray(frame);
    else if (frame.state === MEMBER) this.#stepMember(frame);
    else if (frame.state === SIGNATURE) this.#stepSignature(frame);
    else if (frame.state === VALUE) this.#stepValue(frame);
    else this.#stepAfterMember(frame);
  }

  #stepMember(frame: Frame): void {
    this.skipTrivia();
    const offset = this.position;
    const code = this.look.at(offset);
    switch (code) {
      case character.comma:
        this.#comma(frame, offset);
        return;
      case character.closeBrace:
      case character.closeBracket:
      case character.closeParenthesis:
        this.closer(frame, code);
        return;
      case character.quote:
        this.#quotedKey(frame, offset);
        return;
      case character.pipe:
        if (frame.pipes && isSeparatorPipe(this.look, this.trivia, offset)) {
          this.#pipe(frame, offset);
          return;
        }
        break;
      case glyph.marker:
        if (this.nestedBlock(offset)) return;
        break;
    }
    if (this.look.isStop(offset)) {
      this.closeAll();
      return;
    }
    this.#bareKey(frame, offset);
  }

  // STTP-X-04: exactly one separator between members, none before the first and none after the last.
  #comma(frame: Frame, offset: number): void {
    this.advance(offset + 1);
    if (frame.before === AFTER_OTHER) frame.before = AFTER_OTHER_COMMA;
    else this.report("STTP_STRAY_COMMA", offset, offset + 1);
  }

  #pipe(frame: Frame, offset: number): void {
    this.advance(offset + 1);
    if (frame.before !== AFTER_OTHER) this.report("STTP_STRAY_COMMA", offset, offset + 1);
    this.separatedByPipe(frame, offset);
  }

  #quotedKey(frame: Frame, offset: number): void {
    const quote = this.strings.closingQuote(offset);
    if (quote < 0) {
      const raw = this.readUnterminated();
      this.#fragment(frame, offset, raw.span!.end);
      return;
    }
    const next = this.look.at(this.trivia.end(quote + 1));
    if (next === character.colon || next === character.openParenthesis) {
      frame.name = readString(this.look, offset, quote).value;
      this.#beginSignature(frame, offset, quote + 1, true);
      this.stringValue(offset, quote, "quoted");
      return;
    }
    this.advance(quote + 1);
    const value = this.stringValue(offset, quote, "quoted");
    const first = frame.before === AT_START && this.isPristine(frame);
    if (first && frame.block !== null && frame.role === "block") {
      // STTP-R-01: an un-keyed string before the first member is a preamble, whatever it says.
      this.report("STTP_PREAMBLE_STRING", offset, quote + 1);
      frame.block.preamble = value;
      frame.before = AFTER_OTHER;
    } else this.#fragment(frame, offset, quote + 1);
  }

  #bareKey(frame: Frame, offset: number): void {
    const runEnd = this.keyRunEnd(offset);
    const end = this.trimmedEnd(offset, runEnd);
    if (end > offset) {
      const next = this.look.at(this.trivia.end(end));
      if (next === character.colon || next === character.openParenthesis) {
        frame.name = this.buffer.slice(offset, end);
        this.#beginSignature(frame, offset, end, false);
        return;
      }
      if (this.#placeholder(frame, offset, end)) return;
    }
    this.#fragment(frame, offset, this.syncEnd(offset, offset));
  }

  #beginSignature(frame: Frame, start: number, end: number, quoted: boolean): void {
    frame.nameStart = start;
    frame.nameEnd = end;
    frame.quoted = quoted;
    frame.confidence = Number.NaN;
    frame.confidenceText = null;
    frame.confidenceStart = -1;
    frame.confidenceEnd = -1;
    frame.trailed = false;
    frame.value = null;
    frame.state = SIGNATURE;
    this.advance(end);
  }

  /** Reads from behind the key to behind the colon. */
  #stepSignature(frame: Frame): void {
    this.skipTrivia();
    const open = this.position;
    if (this.look.at(open) === character.colon) {
      this.#colon(frame, open);
      return;
    }
    const close = this.#confidenceEnd(open + 1);
    const stop = close < 0 ? END : this.look.at(close);
    if (stop === character.colon) {
      this.report(this.inContent ? "STTP_CONTENT_SCHEMA_INVALID_KEY" : "STTP_INVALID_KEY", frame.nameStart, close);
      this.advance(close + 1);
      this.#enterValue(frame);
      return;
    }
    if (stop === character.closeParenthesis) {
      const colon = this.trivia.end(close + 1);
      if (this.look.at(colon) === character.colon) {
        this.advance(close + 1);
        this.#confidence(frame, open, close);
        this.skipTrivia();
        this.#colon(frame, colon);
        return;
      }
    }
    // STTP-L-06 STTP-T2-02: skip no further than this member.
    const from = close < 0 ? open + CONFIDENCE_TEXT_LIMIT : stop === character.closeParenthesis ? close + 1 : close;
    this.#fragment(frame, frame.nameStart, this.syncEnd(frame.nameStart, from));
  }

  /** Where the text in the parentheses of a signature ends, or -1 where it is too long to be a confidence. */
  #confidenceEnd(start: number): number {
    // The strict grammar sets no bound to a number's digits, so a number may be longer than other text.
    const numberEnd = this.look.strictNumberEnd(start);
    if (numberEnd >= 0 && this.look.at(numberEnd) === character.closeParenthesis) return numberEnd;
    for (let end = start; end <= start + CONFIDENCE_TEXT_LIMIT; end++) {
      const code = this.look.at(end);
      if (code === character.closeParenthesis || isConfidenceStop(code)) return end;
    }
    return -1;
  }

  #confidence(frame: Frame, open: number, close: number): void {
    const read = readConfidence(this.buffer.slice(open + 1, close));
    // STTP-S4-03 STTP-R-16: space changes nothing, but does not belong there.
    if (open > frame.nameEnd || read.spaced) this.report("STTP_SIGNATURE_SPACING", frame.nameStart, close + 1);
    // STTP-S4-05: only content fields carry one.
    if (!this.inContent) this.report("STTP_CONFIDENCE_UNEXPECTED", open, close + 1);
    else if (!read.strict) this.report("STTP_NUMBER_FORM", open, close + 1);
    // STTP-T2-01: as written, not clamped.
    frame.confidence = read.confidence;
    frame.confidenceText = read.text;
    frame.confidenceStart = open;
    frame.confidenceEnd = close + 1;
  }

  #colon(frame: Frame, colon: number): void {
    this.advance(colon + 1);
    // STTP-S4-04: field names are unquoted identifiers; keys elsewhere may also be quoted.
    if (frame.quoted) {
      if (this.inContent) this.report("STTP_QUOTED_FIELD_NAME", frame.nameStart, frame.nameEnd);
    } else if (!isIdentifier(frame.name)) {
      const code = this.inContent ? "STTP_CONTENT_SCHEMA_INVALID_KEY" : "STTP_INVALID_KEY";
      this.report(code, frame.nameStart, frame.nameEnd);
    }
    this.#enterValue(frame);
  }

  #enterValue(frame: Frame): void {
    frame.colonEnd = this.position;
    frame.linesBefore = this.linesCrossed;
    frame.state = VALUE;
  }

  #stepValue(frame: Frame): void {
    this.skipTrivia();
    const offset = this.position;
    if (this.#valueIsMissing(frame, offset)) {
      this.#missingValue(frame);
      return;
    }
    this.#value(frame, offset);
  }

  // STTP-L-05: a separator, a closer, the layer's end or the next signature where the value should be.
  #valueIsMissing(frame: Frame, offset: number): boolean {
    const code = this.look.at(offset);
    if (code === character.comma || code === character.closeBrace || code === character.closeBracket) return true;
    if (this.look.isStop(offset)) return true;
    if (!isIdentifierStart(code)) return false;
    return (
      this.look.isConfidenceSignature(offset) ||
      (this.linesCrossed > frame.linesBefore && this.look.isSignature(offset))
    );
  }

  #missingValue(frame: Frame): void {
    const at = frame.colonEnd;
    this.report(
      this.inContent ? "STTP_CONTENT_SCHEMA_MISSING_VALUE" : "STTP_MISSING_VALUE",
      frame.nameStart,
      frame.colonEnd,
    );
    this.#valueRead(frame, { kind: "raw", text: "", span: { start: at, end: at } });
  }

  /** Reads one value, or opens the container that it is. */
  #value(frame: Frame, offset: number): void {
    const code = this.look.at(offset);
    if (code === character.openBrace || code === character.openBracket) {
      this.openContainer(frame, offset, code);
      return;
    }
    let value: Value | null = null;
    if (code === character.quote) value = this.readQuoted();
    else if (code === character.apostrophe) value = this.readSingleQuoted();
    value ??= this.readRun(frame);
    if (value === null) this.#missingValue(frame);
    else this.#valueRead(frame, value);
  }

  #valueRead(frame: Frame, value: Value): void {
    frame.value = value;
    frame.valueStart = value.span!.start;
    frame.valueEnd = value.span!.end;
    frame.trailed = false;
    frame.state = AFTER;
  }

  #stepAfterMember(frame: Frame): void {
    this.skipTrivia();
    const offset = this.position;
    const code = this.look.at(offset);
    switch (code) {
      case character.comma:
        this.advance(offset + 1);
        this.finishMember(frame);
        frame.before = AFTER_COMMA;
        frame.separatorAt = offset;
        return;
      case character.closeBrace:
      case character.closeBracket:
      case character.closeParenthesis:
        this.closer(frame, code);
        return;
      case character.pipe:
        if (!frame.pipes || !isSeparatorPipe(this.look, this.trivia, offset)) break;
        this.advance(offset + 1);
        this.finishMember(frame);
        this.separatedByPipe(frame, offset);
        return;
      case glyph.marker:
        if (!this.isNestedBlock(offset)) break;
        this.finishMember(frame);
        this.nestedBlock(offset);
        return;
    }
    if (this.look.isStop(offset)) {
      this.closeAll();
      return;
    }
    if (this.look.isPairStart(offset)) {
      // STTP-R-27: what visibly begins a member is one, comma or not.
      this.report("STTP_MISSING_COMMA", offset, offset);
      this.finishMember(frame);
      frame.before = AFTER_OTHER;
    } else if (!frame.trailed) this.#trailingText(frame, offset);
    else {
      this.finishMember(frame);
      frame.before = AFTER_OTHER;
    }
  }

  // STTP-L-04: text behind a value makes the whole of it doubtful, so the whole is kept raw.
  #trailingText(frame: Frame, offset: number): void {
    const start = frame.valueStart;
    let end = this.syncEnd(start, offset);
    if (end <= offset) end = offset + 1;
    this.advance(end);
    this.report("STTP_VALUE_TRAILING_TEXT", start, end);
    frame.value = { kind: "raw", text: this.buffer.slice(start, end), span: { start, end } };
    frame.valueEnd = end;
    frame.trailed = true;
  }

  #fragment(frame: Frame, start: number, syncedEnd: number): void {
    const end = Math.max(syncedEnd, this.position, start + 1);
    this.advance(end);
    frame.state = MEMBER;
    frame.before = AFTER_OTHER;
    // STTP-X-06: what has no key is no member.
    this.report(this.inContent ? "STTP_CONTENT_SCHEMA_INVALID_PAIR" : "STTP_INVALID_PAIR", start, end);
    const object = frame.object!;
    // STTP-R-24: kept as text.
    object.unparsed = appended(object.unparsed, this.fragment(start, end));
  }

  /** STTP-R-23: `{word}` in a value's place is a template's gap, not an object. */
  #placeholder(frame: Frame, start: number, end: number): boolean {
    if (frame.role !== "value" || frame.before !== AT_START || !this.isPristine(frame)) return false;
    for (let offset = frame.start + 1; offset < start; offset++) {
      if (!isHorizontalSpace(this.look.at(offset))) return false;
    }
    const close = this.look.horizontalEnd(end);
    if (this.look.at(close) !== character.closeBrace || !isIdentifier(this.buffer.slice(start, end))) return false;
    const open = frame.start;
    this.depth--;
    const owner = this.frames[this.depth - 1]!;
    const span = { start: open, end: close + 1 };
    this.advance(close + 1);
    this.#valueRead(owner, { kind: "raw", text: this.buffer.slice(open, close + 1), span });
    // STTP-X-10: a gap in a template is no value.
    this.report("STTP_PLACEHOLDER", open, close + 1);
    return true;
  }

  #stepArray(frame: Frame): void {
    this.skipTrivia();
    const offset = this.position;
    const code = this.look.at(offset);
    const after = frame.state === AFTER;
    if (code === character.comma) {
      this.advance(offset + 1);
      if (!after) this.report("STTP_STRAY_COMMA", offset, offset + 1);
      else {
        this.finishItem(frame);
        frame.before = AFTER_COMMA;
        frame.separatorAt = offset;
      }
      return;
    }
    if (code === character.closeBrace || code === character.closeBracket) {
      this.closer(frame, code);
      return;
    }
    if (this.look.isStop(offset)) {
      this.closeAll();
      return;
    }
    if (!after) {
      this.#value(frame, offset);
      return;
    }
    if (code === character.quote || code === character.openBrace || code === character.openBracket) {
      this.report("STTP_MISSING_COMMA", offset, offset);
      this.finishItem(frame);
      frame.before = AFTER_OTHER;
    } else if (!frame.trailed) this.#trailingText(frame, offset);
    else {
      this.finishItem(frame);
      frame.before = AFTER_OTHER;
    }
  }

  #keyStart = -1;
  #keyOffset = -1;

  /** The end of an unquoted key's text. */
  protected keyRunEnd(start: number): number {
    if (this.#keyStart !== start) {
      this.#keyStart = start;
      this.#keyOffset = start;
    }
    while (!this.#endsKey(this.#keyOffset)) this.#keyOffset++;
    return this.#keyOffset;
  }

  #endsKey(offset: number): boolean {
    switch (this.look.at(offset)) {
      case END:
      case character.colon:
      case character.openParenthesis:
      case character.closeParenthesis:
      case character.openBrace:
      case character.closeBrace:
      case character.openBracket:
      case character.closeBracket:
      case character.comma:
      case character.quote:
      case character.lineFeed:
      case glyph.open:
        return true;
      default:
        return this.look.isStop(offset);
    }
  }
}
