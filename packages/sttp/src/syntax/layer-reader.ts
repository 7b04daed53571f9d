import type { DiagnosticCollector } from "../diagnostic/collector.js";
import type { Layer } from "../layer/node.js";
import { character, isIdentifierPart } from "../source/character.js";
import { glyph, isClosingLookAlike, type LayerKind, layerKindOf } from "../source/glyph.js";
import { END, suspension, type TextBuffer } from "../source/text-buffer.js";
import { StrictLane } from "./strict-lane.js";
import { appended, NONE } from "./value.js";

/** One layer as it stands in the text. */
export interface LayerRecord {
  readonly layer: Layer;
  readonly kind: LayerKind;
  readonly start: number;
  /** End of the glyph and its bracket. */
  readonly tokenEnd: number;
  readonly end: number;
  /** Without any block; such a layer belongs to no node. */
  readonly hollow: boolean;
}

/** Follows the layers of a text as they are read, and may give each its own collector. */
export interface LayerListener {
  layerStarted?(kind: LayerKind, start: number, tokenEnd: number): void;
  blockStarted?(kind: LayerKind, start: number): void;
  layerEnded(record: LayerRecord): void;
}

interface PendingMarker {
  readonly start: number;
  readonly end: number;
  readonly ordinal: number | null;
}

/** Reads a text of layers and what lies between them: the one parser behind every entry of the package. */
export class LayerReader extends StrictLane {
  /** Set when the caller has seen enough. */
  stopRequested = false;
  readonly #listener: LayerListener;
  #marker: PendingMarker | null = null;
  #textOffset = -1;
  #done = false;

  constructor(buffer: TextBuffer, collector: DiagnosticCollector, maxNesting: number, listener: LayerListener) {
    super(buffer, collector, maxNesting);
    this.#listener = listener;
  }

  /** Everything before this offset has been read for good. */
  get offset(): number {
    return this.position;
  }

  get openLayerKind(): LayerKind | null {
    return this.layer?.kind ?? null;
  }

  get openDepth(): number {
    return this.depth;
  }

  get inString(): boolean {
    return this.strings.inString;
  }

  /** Reads on until the text at hand ends. */
  run(): void {
    this.strings.inString = false;
    try {
      while (!this.#done && !this.stopRequested) {
        if (this.layer === null) this.#gap();
        else if (this.depth === 0) this.#layerStep();
        else {
          this.readStrictly();
          if (this.depth > 0) this.step(this.frames[this.depth - 1]!);
        }
      }
    } catch (reason) {
      if (reason !== suspension) throw reason;
    }
  }

  /** Begins a layer that no LayerStart announces, for reading an object on its own. */
  openBareLayer(kind: LayerKind): void {
    this.layer = { kind, start: 0, tokenEnd: 0, blocks: NONE, unplacedBlocks: NONE, unparsed: NONE };
  }

  #gap(): void {
    for (;;) {
      const offset = this.position;
      const code = this.look.at(offset);
      if (code === END) {
        this.#done = true;
        return;
      }
      const kind = layerKindOf(code);
      const tokenEnd = kind === null ? -1 : this.look.layerStartEnd(offset);
      if (kind !== null && tokenEnd >= 0) {
        this.#startLayer(kind, offset, tokenEnd);
        return;
      }
      this.position = offset + 1;
    }
  }

  #startLayer(kind: LayerKind, start: number, tokenEnd: number): void {
    this.layer = { kind, start, tokenEnd, blocks: NONE, unplacedBlocks: NONE, unparsed: NONE };
    this.advance(tokenEnd);
    this.#listener.layerStarted?.(kind, start, tokenEnd);
    // STTP-X-12: the glyph and its bracket belong together.
    if (tokenEnd > start + 2) this.report("STTP_MARKER_SPACING", start, tokenEnd);
  }

  #layerStep(): void {
    this.skipTrivia();
    const offset = this.position;
    const code = this.look.at(offset);
    switch (code) {
      case glyph.close:
        this.advance(offset + 1);
        this.#endLayer(offset + 1, true);
        return;
      case glyph.marker:
        this.#readMarker(offset);
        return;
      case character.openBrace:
        this.#openBraced(offset);
        return;
      case character.comma:
        this.#stray("STTP_STRAY_COMMA", offset);
        return;
      case character.closeBrace:
      case character.closeBracket:
      case character.closeParenthesis:
        this.#stray("STTP_STRAY_CLOSER", offset);
        return;
    }
    if (this.look.isStop(offset)) {
      this.#endLayer(offset, false);
      return;
    }
    // STTP-R-33: where a bracket is due, a look-alike is named and skipped; the layer stays open.
    if (isClosingLookAlike(code)) {
      this.#stray("STTP_MARKER_LOOKALIKE", offset);
      return;
    }
    if (this.#opensMembers(offset, code)) {
      this.#openUnwrapped(offset);
      return;
    }
    this.#layerText(offset);
  }

  #stray(code: "STTP_STRAY_COMMA" | "STTP_STRAY_CLOSER" | "STTP_MARKER_LOOKALIKE", offset: number): void {
    this.advance(offset + 1);
    this.#dropMarker();
    this.report(code, offset, offset + 1);
  }

  #opensMembers(offset: number, code: number): boolean {
    if (code === character.pipe) return this.look.isSignature(this.trivia.end(offset + 1));
    return this.look.isPairStart(offset);
  }

  #readMarker(offset: number): void {
    const spaceEnd = this.look.horizontalEnd(offset + 1);
    const digitsEnd = this.look.digitsEnd(spaceEnd);
    const word = isIdentifierPart(this.look.at(digitsEnd)) && !this.look.isSignature(digitsEnd);
    const wordEnd = word ? this.look.wordEnd(digitsEnd) : digitsEnd;
    const end = wordEnd > spaceEnd ? wordEnd : offset + 1;
    this.#dropMarker();
    this.advance(end);
    const ordinal = this.ordinal(offset, spaceEnd, digitsEnd, wordEnd);
    this.#marker = { start: offset, end, ordinal };
  }

  #dropMarker(): void {
    const marker = this.#marker;
    this.#marker = null;
    // STTP-L-10: a marker without block marks nothing.
    if (marker !== null) this.report("STTP_STRAY_NODE_MARKER", marker.start, marker.end);
  }

  #openBraced(offset: number): void {
    const layer = this.layer!;
    const marker = this.#marker;
    this.#marker = null;
    this.advance(offset + 1);
    if (layer.blocks.length === 0) this.#listener.blockStarted?.(layer.kind, layer.start);
    // STTP-R-02: worth knowing, no fault.
    if (marker === null) this.report("STTP_NODE_MARKER_ABSENT", offset, offset + 1);
    // STTP-R-10: all blocks are kept, the first is the layer.
    if (layer.blocks.length > 0) this.report("STTP_MULTIPLE_BLOCKS", offset, offset + 1);
    const block = this.#block(marker, true);
    layer.blocks = appended(layer.blocks, block);
    this.openBlock(block, "block", offset);
  }

  #openUnwrapped(offset: number): void {
    const layer = this.layer!;
    const marker = this.#marker;
    this.#marker = null;
    this.advance(offset);
    const first = layer.blocks.length === 0;
    if (first) this.#listener.blockStarted?.(layer.kind, layer.start);
    const block = this.#block(marker, false);
    // STTP-R-12: members behind the closed block are no members of the node.
    this.report(first ? "STTP_WRAPPER_MISSING" : "STTP_MEMBERS_AFTER_BLOCK", offset, offset);
    if (first) layer.blocks = [block];
    else layer.unplacedBlocks = appended(layer.unplacedBlocks, block);
    this.openBlock(block, first ? "block" : "after-block", offset);
  }

  #block(marker: PendingMarker | null, wrapped: boolean) {
    return { ordinal: marker?.ordinal ?? null, marker: marker !== null, wrapped, object: NO_OBJECT };
  }

  // STTP-L-10: what begins nothing at layer level is text, up to the next thing that could begin something.
  #layerText(offset: number): void {
    if (this.#textOffset < offset) this.#textOffset = offset;
    for (;;) {
      const code = this.look.at(this.#textOffset);
      if (code === glyph.marker || code === character.openBrace || this.look.isStop(this.#textOffset)) break;
      this.#textOffset++;
    }
    const end = this.trimmedEnd(offset, this.#textOffset);
    this.advance(end);
    this.#dropMarker();
    this.report("STTP_LAYER_TEXT", offset, end);
    const layer = this.layer!;
    layer.unparsed = appended(layer.unparsed, this.fragment(offset, end));
  }

  #missingEnd(start: number, tokenEnd: number, end: number): void {
    const related = this.collector.open ? [{ start, end: tokenEnd }] : undefined;
    this.report("STTP_MISSING_LAYER_END", end, end, undefined, related);
  }

  #endLayer(end: number, closed: boolean): void {
    const { kind, start, tokenEnd, blocks, unplacedBlocks, unparsed } = this.layer!;
    this.#dropMarker();
    const hollow = blocks.length === 0;
    // STTP-R-20: the layer ends where nothing of it can follow.
    if (!closed) this.#missingEnd(start, tokenEnd, end);
    if (hollow) {
      // STTP-R-34: without a block there is nothing to read.
      const code = kind === "content" ? "STTP_CONTENT_SCHEMA_MISSING_OBJECT" : "STTP_LAYER_MISSING_OBJECT";
      this.report(code, start, tokenEnd);
    }
    // STTP-X-13: the strict grammar has four layers.
    if (kind === "delta") this.report("STTP_DELTA_LAYER", start, end);
    this.layer = null;
    const layer = { kind, span: { start, end }, blocks, unplacedBlocks, unparsed };
    this.#listener.layerEnded({ layer, kind, start, tokenEnd, end, hollow });
  }
}

const NO_OBJECT = Object.freeze({ kind: "object", fields: [], duplicates: [], unparsed: [] } as const);
