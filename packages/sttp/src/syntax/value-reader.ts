import { character, isIdentifier } from "../source/character.js";
import { glyph } from "../source/glyph.js";
import { END } from "../source/text-buffer.js";
import type { Frame } from "./frame.js";
import { readNumber } from "./read-number.js";
import { readString } from "./read-string.js";
import { ReaderCore } from "./reader-core.js";
import { type RunPlace, SYNC } from "./run-scanner.js";
import type { StringValue, Value } from "./value.js";
import { enumWordsAt, isParentKey } from "./vocabulary.js";

/** Reads the values that are no containers, and the text that is no value. */
export abstract class ValueReader extends ReaderCore {
  #singleStart = -1;
  #singleOffset = -1;
  /** No single-quoted string that starts before this offset ends on its line. */
  #singleFailedUntil = -1;

  /** Reads the double-quoted string at the position as a value; one without end becomes raw. */
  protected readQuoted(): Value {
    const start = this.position;
    const quote = this.strings.closingQuote(start);
    if (quote < 0) return this.readUnterminated();
    this.advance(quote + 1);
    return this.stringValue(start, quote, "quoted");
  }

  /** STTP-L-07: a string without closing quote ends with its line. */
  protected readUnterminated(): Value {
    const start = this.position;
    let end = start;
    for (let code = this.look.at(end); code !== END && code !== character.lineFeed; ) code = this.look.at(++end);
    end = this.trimmedEnd(start + 1, end);
    this.advance(end);
    // STTP-L-07: what may have swallowed more than its author meant is kept raw.
    this.report("STTP_STRING_UNTERMINATED", start, end);
    return { kind: "raw", text: this.buffer.slice(start, end), span: { start, end } };
  }

  protected stringValue(start: number, quote: number, style: "quoted" | "single"): StringValue {
    const read = readString(this.look, start, quote);
    const end = quote + 1;
    // STTP-X-09 STTP-R-22: kept as it stands.
    if (read.hasControl) this.report("STTP_STRING_CONTROL", start, end);
    // STTP-T1-03: a layer that starts on a line of a string is text.
    if (read.spansMarker) this.report("STTP_STRING_SPANS_MARKER", start, end);
    if (read.hasSurrogate) this.report("STTP_STRING_SURROGATE", start, end);
    for (const offset of read.badEscapes) {
      this.report("STTP_STRING_ESCAPE", offset, Math.min(offset + 2, quote));
    }
    return { kind: "string", value: read.value, style, span: { start, end } };
  }

  /** Reads the single-quoted string at the position, or answers null where none ends on the line. */
  protected readSingleQuoted(): Value | null {
    const start = this.position;
    const quote = this.#singleQuoteEnd(start);
    if (quote < 0) return null;
    this.advance(quote + 1);
    // STTP-R-30: a string, but not one of the grammar.
    this.report("STTP_SINGLE_QUOTED", start, quote + 1);
    return this.stringValue(start, quote, "single");
  }

  /** STTP-L-08: the first later apostrophe on the line that something follows which may follow a value. */
  #singleQuoteEnd(start: number): number {
    if (start < this.#singleFailedUntil) return -1;
    if (this.#singleStart !== start) {
      this.#singleStart = start;
      this.#singleOffset = start + 1;
    }
    for (;;) {
      const offset = this.#singleOffset;
      const code = this.look.at(offset);
      if (code === character.lineFeed || this.look.isStop(offset)) {
        this.#singleFailedUntil = offset;
        return -1;
      }
      if (code === character.apostrophe && this.#mayFollowValue(this.look.horizontalEnd(offset + 1))) return offset;
      if (code === character.backslash) {
        const escaped = this.look.at(offset + 1);
        const skip = escaped !== character.lineFeed && !this.look.isStop(offset + 1);
        this.#singleOffset = offset + (skip ? 2 : 1);
      } else this.#singleOffset = offset + 1;
    }
  }

  #mayFollowValue(offset: number): boolean {
    switch (this.look.at(offset)) {
      case character.comma:
      case character.closeBrace:
      case character.closeBracket:
      case character.pipe:
      case character.lineFeed:
        return true;
      default:
        return this.look.isStop(offset);
    }
  }

  /** Reads unquoted text as a value, or answers null where there is none. */
  protected readRun(frame: Frame): Value | null {
    const start = this.position;
    const inArray = frame.array !== null;
    const enumWords = inArray ? null : enumWordsAt(frame.place, frame.name);
    const place: RunPlace = { sync: false, inArray, pipes: frame.pipes, enumWords };
    const end = this.trimmedEnd(start, this.runs.end(start, place));
    if (end === start) return null;
    this.advance(end);
    return this.#classifyRun(frame, start, end, enumWords !== null);
  }

  /** STTP-L-02: what unquoted text is; what is nothing else is kept raw or as a bare string, never guessed at. */
  #classifyRun(frame: Frame, start: number, end: number, enumPosition: boolean): Value {
    const text = this.buffer.slice(start, end);
    const span = { start, end };
    if (text === "true" || text === "false") return { kind: "boolean", value: text === "true", span };
    if (text === "null") return { kind: "null", span };
    const number = readNumber(text);
    if (number !== null) {
      // STTP-X-08 STTP-R-25: the value is the same, the spelling is not.
      if (!number.strict) this.report("STTP_NUMBER_FORM", start, end);
      return { kind: "number", value: number.value, decimal: number.decimal, span };
    }
    if (enumPosition && isIdentifier(text)) return { kind: "string", value: text, style: "bare", span };
    const shape = shapeOf(text);
    // STTP-R-23: never cut at what may or may not be structure.
    if (shape === "structural") {
      this.report("STTP_UNPARSED_VALUE", start, end);
      return { kind: "raw", text, span };
    }
    // STTP-R-06 STTP-T3-01: a pipe that may be text is not split at.
    if (shape === "pipe") this.report("STTP_PIPE_AMBIGUOUS", start, end);
    else if (frame.array === null && isParentKey(frame.place, frame.name)) {
      this.report("STTP_PARENT_NODE_FORM", start, end);
    } else this.report("STTP_BARE_VALUE", start, end);
    return { kind: "string", value: text, style: "bare", span };
  }

  /** The end of what SYNC skips from `offset` on, at least one code unit, without trailing whitespace. */
  protected syncEnd(start: number, offset: number): number {
    return this.trimmedEnd(start, this.runs.end(offset, SYNC));
  }
}

function shapeOf(text: string): "plain" | "pipe" | "structural" {
  let pipe = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    switch (code) {
      case character.openBrace:
      case character.closeBrace:
      case character.openBracket:
      case character.closeBracket:
      case character.quote:
      case glyph.open:
        return "structural";
      case character.pipe:
        pipe = true;
        break;
      default:
        if (code < 0x20 && code !== character.tab && code !== character.carriageReturn) return "structural";
    }
  }
  return pipe ? "pipe" : "plain";
}
