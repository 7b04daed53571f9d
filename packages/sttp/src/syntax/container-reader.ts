import { character } from "../source/character.js";
import type { LayerKind } from "../source/glyph.js";
import type { Path } from "../source/span.js";
import { CONTENT_DEPTH_LIMIT, checkContentField, isConfidence, type Report } from "../validate/check-content.js";
import {
  AFTER,
  AFTER_COMMA,
  AFTER_OTHER,
  AFTER_PIPE,
  AT_START,
  type BuildingBlock,
  type Frame,
  MEMBER,
  type ObjectRole,
  SKIP,
} from "./frame.js";
import { appended, type Field, type Value } from "./value.js";
import { ValueReader } from "./value-reader.js";
import type { ObjectPlace } from "./vocabulary.js";

/** Opens and closes containers and files what was read in them. */
export abstract class ContainerReader extends ValueReader {
  /** Told of each direct member of a layer's block when nothing later can change it. */
  onField: ((kind: LayerKind, field: Field) => void) | null = null;
  /** Whether something in the current direct member needs the content checks. */
  protected suspect = false;
  #skipOffset = 0;
  #skipDepth = 0;
  #pipeReported = false;

  readonly #reportContent: Report = (code, span, path, data) => this.reportAt(code, span.start, span.end, path, data);

  protected reportAt(
    code: Parameters<Report>[0],
    start: number,
    end: number,
    path: Path,
    data: Parameters<Report>[3],
  ): void {
    if (!this.collector.open) this.collector.add(code, start, end);
    else this.collector.add(code, start, end, { layer: this.layer!.kind, path: [...path], ...(data && { data }) });
  }

  /** Opens a block of the layer; its members come next. */
  protected openBlock(block: BuildingBlock, role: ObjectRole, start: number): void {
    const kind = this.layer!.kind;
    const judged = kind === "content" && role !== "nested-block";
    const nested = role === "nested-block" && this.depth > 0 ? this.frames[this.depth - 1]! : null;
    const frame = this.pushFrame();
    const place = role === "block" && (kind === "provenance" || kind === "envelope") ? kind : "other";
    block.object = frame.openObject(start, role, place, nested === null ? 1 : nested.objectDepth, judged);
    frame.block = block;
    if (role !== "nested-block") this.#pipeReported = false;
  }

  /** Opens the object or array at `offset` as the value of the member or item that `owner` is reading. */
  protected openContainer(owner: Frame, offset: number, code: number): void {
    owner.valueStart = offset;
    this.advance(offset + 1);
    if (this.depth >= this.maxNesting) {
      this.#skip(owner, offset);
      return;
    }
    const { objectDepth, judged } = owner;
    const frame = this.pushFrame();
    if (code === character.openBracket) {
      frame.openArray(offset, objectDepth, judged);
      return;
    }
    const place: ObjectPlace = owner.place === "provenance" && owner.name === "prime" ? "prime" : "other";
    frame.openObject(offset, "value", place, objectDepth + 1, judged);
    if (judged && objectDepth >= CONTENT_DEPTH_LIMIT) this.suspect = true;
  }

  // STTP-R-35: what is nested too deeply is kept as text, up to its closer or the layer's end.
  #skip(owner: Frame, offset: number): void {
    this.report("STTP_NESTING_LIMIT", offset, offset + 1, { limit: this.maxNesting });
    owner.state = SKIP;
    this.#skipOffset = offset + 1;
    this.#skipDepth = 1;
  }

  protected finishSkip(owner: Frame): void {
    while (this.#skipDepth > 0) {
      const offset = this.#skipOffset;
      const code = this.look.at(offset);
      if (code === character.quote) {
        const quote = this.strings.closingQuote(offset);
        this.#skipOffset = quote < 0 ? this.#lineEnd(offset) : quote + 1;
        continue;
      }
      if (this.look.isStop(offset)) break;
      if (code === character.openBrace || code === character.openBracket) this.#skipDepth++;
      else if (code === character.closeBrace || code === character.closeBracket) this.#skipDepth--;
      this.#skipOffset = offset + 1;
    }
    const start = owner.valueStart;
    const end = this.trimmedEnd(start, this.#skipOffset);
    this.advance(end);
    owner.value = { kind: "raw", text: this.buffer.slice(start, end), span: { start, end } };
    owner.valueEnd = end;
    owner.trailed = false;
    owner.state = AFTER;
  }

  #lineEnd(offset: number): number {
    let end = offset;
    while (this.look.at(end) !== character.lineFeed && this.look.at(end) >= 0) end++;
    return end;
  }

  /** Whether `⏣`, digits and a brace stand at `offset`. */
  protected isNestedBlock(offset: number): boolean {
    const digits = this.look.digitsEnd(this.look.horizontalEnd(offset + 1));
    return this.look.at(this.trivia.end(digits)) === character.openBrace;
  }

  /** STTP-R-11: opens the block that stands among the members of an object, if there is one at `offset`. */
  protected nestedBlock(offset: number): boolean {
    if (!this.isNestedBlock(offset)) return false;
    const spaceEnd = this.look.horizontalEnd(offset + 1);
    const digitsEnd = this.look.digitsEnd(spaceEnd);
    const brace = this.trivia.end(digitsEnd);
    const owner = this.frames[this.depth - 1]!;
    if (this.depth >= this.maxNesting) {
      const end = this.syncEnd(offset, offset);
      this.advance(end);
      this.report("STTP_NESTING_LIMIT", brace, brace + 1, { limit: this.maxNesting });
      const object = owner.object!;
      object.unparsed = appended(object.unparsed, this.fragment(offset, end));
      owner.before = AFTER_OTHER;
      return true;
    }
    // STTP-X-02: a block has no place among members.
    this.report("STTP_NESTED_BLOCK", offset, brace + 1);
    const ordinal = this.ordinal(offset, spaceEnd, digitsEnd, digitsEnd);
    this.advance(digitsEnd);
    this.skipTrivia();
    this.advance(brace + 1);
    owner.state = MEMBER;
    owner.before = AFTER_OTHER;
    const block = { ordinal, marker: true, wrapped: true, object: EMPTY_OBJECT };
    const layer = this.layer!;
    layer.unplacedBlocks = appended(layer.unplacedBlocks, block);
    this.openBlock(block, "nested-block", brace);
    return true;
  }

  /** The ordinal of a marker, with what is wrong about it reported. */
  protected ordinal(marker: number, spaceEnd: number, digitsEnd: number, wordEnd: number): number | null {
    if (spaceEnd > marker + 1 && digitsEnd > spaceEnd) this.report("STTP_MARKER_SPACING", marker, digitsEnd);
    // STTP-X-03: one to nine digits and nothing else.
    if (wordEnd > digitsEnd || digitsEnd - spaceEnd > 9) {
      this.report("STTP_ORDINAL_INVALID", spaceEnd, wordEnd);
      return null;
    }
    return digitsEnd > spaceEnd ? Number(this.buffer.slice(spaceEnd, digitsEnd)) : null;
  }

  protected isPristine(frame: Frame): boolean {
    const object = frame.object!;
    if (frame.block?.preamble !== undefined) return false;
    return object.fields.length === 0 && object.unparsed.length === 0;
  }

  protected separatedByPipe(frame: Frame, offset: number): void {
    // STTP-R-05: once for each block.
    if (!this.#pipeReported) this.report("STTP_PIPE_SEPARATOR", offset, offset + 1);
    this.#pipeReported = true;
    frame.before = AFTER_PIPE;
  }

  /** STTP-L-09: closes what the bracket at the position closes, with everything open inside it. */
  protected closer(frame: Frame, code: number): void {
    const offset = this.position;
    let match = this.depth - 1;
    while (match >= 0 && !closes(code, this.frames[match]!)) match--;
    if (match < 0) {
      this.advance(offset + 1);
      // STTP-T4-03: skipped, and nothing else happens.
      this.report("STTP_STRAY_CLOSER", offset, offset + 1);
      return;
    }
    const count = this.depth - 1 - match;
    // STTP-L-09: one finding for all that is closed at once.
    if (count > 0) this.report("STTP_CONTAINER_UNCLOSED", frame.start, frame.start + 1, { count });
    while (this.depth - 1 > match) this.closeFrame(this.contentEnd);
    this.advance(offset + 1);
    this.closeFrame(offset + 1);
  }

  /** A layer's end closes everything that is open in the layer. */
  protected closeAll(): void {
    const innermost = this.frames[this.depth - 1]!;
    let count = this.depth;
    if (this.frames[0]!.block?.wrapped === false) count--;
    // STTP-X-11: containers balance inside their layer.
    if (count > 0) this.report("STTP_CONTAINER_UNCLOSED", innermost.start, innermost.start + 1, { count });
    while (this.depth > 0) this.closeFrame(this.contentEnd);
  }

  protected closeFrame(end: number): void {
    const frame = this.frames[this.depth - 1]!;
    if (frame.state === AFTER) {
      if (frame.array !== null) this.finishItem(frame);
      else this.finishMember(frame);
    } else if (frame.before === AFTER_COMMA) {
      // STTP-R-28: a comma before a closer separates nothing.
      this.report("STTP_STRAY_COMMA", frame.separatorAt, frame.separatorAt + 1);
    }
    frame.container.span.end = end;
    this.depth--;
    if (frame.role !== "value") return;
    const owner = this.frames[this.depth - 1]!;
    owner.value = frame.container;
    owner.valueEnd = end;
    owner.trailed = false;
    owner.state = AFTER;
  }

  protected finishItem(frame: Frame): void {
    frame.array!.items.push(frame.value!);
    frame.value = null;
    frame.state = MEMBER;
    frame.before = AT_START;
  }

  /** Files the member that has been read; a direct member of a block is judged as a whole now. */
  protected finishMember(frame: Frame): void {
    const field = this.#field(frame);
    const first = frame.find(field.name);
    // STTP-X-05: the first occurrence stays, a later one is set apart.
    if (first === undefined) frame.addField(field);
    else {
      const object = frame.object!;
      object.duplicates = appended(object.duplicates, field);
      const { nameStart, nameEnd, name } = frame;
      if (this.collector.open) this.report("STTP_DUPLICATE_KEY", nameStart, nameEnd, { name }, [first.nameSpan!]);
      else this.report("STTP_DUPLICATE_KEY", nameStart, nameEnd);
    }
    frame.value = null;
    frame.state = MEMBER;
    frame.before = AT_START;
    if (frame.judged && !isConfidence(frame.confidence)) this.suspect = true;
    if (frame.role !== "value") this.finishDirectMember(frame, field);
  }

  protected finishDirectMember(frame: Frame, field: Field): void {
    if (frame.judged && this.suspect) checkContentField(field, 1, [this.layer!.kind], this.#reportContent);
    if (frame.role !== "nested-block") this.suspect = false;
    if (frame.role === "block") this.onField?.(this.layer!.kind, field);
  }

  #field(frame: Frame): Field {
    const { name, quoted, confidence, confidenceText } = frame;
    const value = frame.value as Value;
    const span = { start: frame.nameStart, end: frame.valueEnd };
    const nameSpan = { start: frame.nameStart, end: frame.nameEnd };
    if (confidenceText === null) {
      if (isConfidence(confidence)) return { name, quoted, confidence, value, span, nameSpan };
      if (Number.isNaN(confidence)) return { name, quoted, value, span, nameSpan };
    }
    const confidenceSpan = { start: frame.confidenceStart, end: frame.confidenceEnd };
    if (confidenceText === null) return { name, quoted, confidence, value, span, nameSpan, confidenceSpan };
    return { name, quoted, confidenceText, value, span, nameSpan, confidenceSpan };
  }
}

const EMPTY_OBJECT = Object.freeze({ kind: "object", fields: [], duplicates: [], unparsed: [] } as const);

function closes(code: number, frame: Frame): boolean {
  if (code === character.closeBracket) return frame.array !== null;
  return code === character.closeBrace && frame.object !== null && frame.block?.wrapped !== false;
}
