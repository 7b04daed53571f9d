import type { DiagnosticCollector } from "../diagnostic/collector.js";
import type { DiagnosticData } from "../diagnostic/diagnostic.js";
import type { DiagnosticCode } from "../diagnostic/table.js";
import { character, isSpace, isStrictSpace } from "../source/character.js";
import type { LayerKind } from "../source/glyph.js";
import type { Path, Span } from "../source/span.js";
import type { TextBuffer } from "../source/text-buffer.js";
import { AFTER, type BuildingBlock, Frame, MEMBER } from "./frame.js";
import { Lookahead } from "./lookahead.js";
import { StringScanner } from "./read-string.js";
import { RunScanner } from "./run-scanner.js";
import { Trivia } from "./trivia.js";
import type { Fragment } from "./value.js";

/** A layer while it is being read. */
export interface OpenLayer {
  readonly kind: LayerKind;
  readonly start: number;
  readonly tokenEnd: number;
  blocks: readonly BuildingBlock[];
  unplacedBlocks: readonly BuildingBlock[];
  unparsed: readonly Fragment[];
}

/**
 * What every part of the reader shares. A step first asks its questions, then commits: a suspension, which any
 * question may throw, therefore leaves the reader as if the step had not begun.
 */
export abstract class ReaderCore {
  readonly buffer: TextBuffer;
  readonly maxNesting: number;
  collector: DiagnosticCollector;
  protected readonly look: Lookahead;
  protected readonly trivia: Trivia;
  protected readonly strings: StringScanner;
  protected readonly runs: RunScanner;
  /** Everything before this offset has been read. */
  protected position = 0;
  /** End of the last thing read that was no whitespace and no comment. */
  protected contentEnd = 0;
  /** Line ends read between tokens so far. */
  protected linesCrossed = 0;
  protected layer: OpenLayer | null = null;
  protected readonly frames: Frame[] = [];
  protected depth = 0;

  constructor(buffer: TextBuffer, collector: DiagnosticCollector, maxNesting: number) {
    this.buffer = buffer;
    this.collector = collector;
    this.maxNesting = maxNesting;
    this.look = new Lookahead(buffer);
    this.trivia = new Trivia(this.look);
    this.strings = new StringScanner(this.look);
    this.runs = new RunScanner(this.look, this.trivia);
  }

  protected get inContent(): boolean {
    return this.layer?.kind === "content";
  }

  /** A frame for the next deeper container, taken into use. */
  protected pushFrame(): Frame {
    let frame = this.frames[this.depth];
    if (frame === undefined) {
      frame = new Frame(this.depth + 1);
      this.frames.push(frame);
    }
    this.depth++;
    return frame;
  }

  protected advance(end: number): void {
    this.position = end;
    this.contentEnd = end;
  }

  /** Reads whitespace and comments, reporting each piece once. */
  protected skipTrivia(): void {
    for (;;) {
      const offset = this.position;
      const code = this.look.at(offset);
      if (isStrictSpace(code)) {
        if (code === character.lineFeed) this.linesCrossed++;
        this.position = offset + 1;
      } else if (isSpace(code)) {
        this.position = offset + 1;
        // STTP-X-10 STTP-R-36: read as space, but named.
        this.report("STTP_UNUSUAL_WHITESPACE", offset, offset + 1);
      } else if (this.look.isCommentStart(offset)) {
        this.position = this.trivia.commentEnd(offset);
        // STTP-R-30: skipped, but named.
        this.report("STTP_COMMENT", offset, this.position);
      } else return;
    }
  }

  /** The end of a span without the whitespace at its end. */
  protected trimmedEnd(start: number, end: number): number {
    let trimmed = end;
    while (trimmed > start && isSpace(this.look.at(trimmed - 1))) trimmed--;
    return trimmed;
  }

  protected report(
    code: DiagnosticCode,
    start: number,
    end: number,
    data?: DiagnosticData,
    related?: readonly Span[],
  ): void {
    if (!this.collector.open) {
      this.collector.add(code, start, end);
      return;
    }
    const kind = this.layer?.kind;
    this.collector.add(code, start, end, {
      ...(kind && { layer: kind, path: this.path(kind) }),
      ...(related && { related }),
      ...(data && { data }),
    });
  }

  protected fragment(start: number, end: number): Fragment {
    return { text: this.buffer.slice(start, end), span: { start, end } };
  }

  private path(kind: LayerKind): Path {
    const path: (string | number)[] = [kind];
    for (let index = 0; index < this.depth; index++) {
      const frame = this.frames[index]!;
      const inside = index < this.depth - 1;
      if (frame.array !== null) {
        if (inside || frame.state === AFTER) path.push(frame.array.items.length);
      } else if ((inside && this.frames[index + 1]!.role === "value") || frame.state !== MEMBER) path.push(frame.name);
    }
    return path;
  }
}
