import type { LayerKind } from "../source/glyph.js";
import { misuse } from "../source/misuse.js";
import type { Path, Span } from "../source/span.js";
import { locate } from "./locate.js";
import type { SttpNode } from "./node.js";

/** A place in the text; line and column count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const UTF8_STRIDE = 1024;

/**
 * STTP-A-04: the text as given, and what lies where in it. Tables are built when first needed. For a node of a document
 * the text is the node's slice and `base` is where the slice begins: offsets are those of the document, lines and
 * columns those of the slice. Throws TypeError and RangeError for offsets that are none.
 */
export class SourceMap {
  readonly raw: string;
  readonly base: number;
  readonly #nodes: readonly SttpNode[];
  #lines: number[] | null = null;
  #bytes: number[] | null = null;

  constructor(raw: string, nodes: readonly SttpNode[], base = 0) {
    this.raw = raw;
    this.base = base;
    this.#nodes = nodes;
  }

  /** Line and column of an offset; only LF ends a line. */
  positionAt(offset: number): Position {
    const local = this.#local(offset);
    const lines = this.#lineStarts();
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      // STTP-A-04: the line that starts last before the offset.
      if (lines[middle]! <= local) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: local - lines[low]! + 1 };
  }

  /** The span of a line (counted from 1) without its LF. */
  lineSpan(line: number): Span {
    const lines = this.#lineStarts();
    const start = lines[line - 1];
    if (start === undefined) throw misuse("STTP_OPTION_RANGE", `line must be from 1 to ${lines.length}`);
    const next = lines[line];
    return { start: this.base + start, end: this.base + (next === undefined ? this.raw.length : next - 1) };
  }

  /** Bytes of the UTF-8 form of `raw` before an offset; an unpaired surrogate counts 3, as U+FFFD does. */
  utf8OffsetAt(offset: number): number {
    const local = this.#local(offset);
    this.#bytes ??= strides(this.raw);
    const stride = Math.floor(local / UTF8_STRIDE);
    return this.#bytes[stride]! + utf8Length(this.raw, stride * UTF8_STRIDE, local);
  }

  /** The span of a layer of the first node that has it. */
  layerSpan(kind: LayerKind): Span | null {
    for (const node of this.#nodes) {
      const span = (kind === "delta" ? node.extensions.delta : node[kind])?.span;
      if (span) return span;
    }
    return null;
  }

  /** The path of the innermost element that an offset lies in, or null outside every placed layer. */
  nodeAt(offset: number): Path | null {
    this.#local(offset);
    for (const node of this.#nodes) {
      const path = locate(node, offset);
      if (path) return path;
    }
    return null;
  }

  #local(offset: number): number {
    if (typeof offset !== "number") throw misuse("STTP_ARGUMENT_TYPE", "offset must be a number");
    const local = offset - this.base;
    if (!Number.isInteger(local) || local < 0 || local > this.raw.length) {
      const last = this.base + this.raw.length;
      throw misuse("STTP_OPTION_RANGE", `offset must be an integer from ${this.base} to ${last}`);
    }
    return local;
  }

  #lineStarts(): number[] {
    if (this.#lines === null) {
      this.#lines = [0];
      for (let at = this.raw.indexOf("\n"); at >= 0; at = this.raw.indexOf("\n", at + 1)) this.#lines.push(at + 1);
    }
    return this.#lines;
  }
}

function strides(raw: string): number[] {
  const bytes = [0];
  for (let start = 0; start + UTF8_STRIDE <= raw.length; start += UTF8_STRIDE) {
    bytes.push(bytes[bytes.length - 1]! + utf8Length(raw, start, start + UTF8_STRIDE));
  }
  return bytes;
}

/** A surrogate pair counts 3 + 1 over its two units, so that a range may end between them. */
function utf8Length(raw: string, start: number, end: number): number {
  let length = 0;
  for (let index = start; index < end; index++) {
    const code = raw.charCodeAt(index);
    if (code < 0x80) length += 1;
    else if (code < 0x800) length += 2;
    else if ((code & 0xfc00) === 0xdc00 && index > 0 && (raw.charCodeAt(index - 1) & 0xfc00) === 0xd800) length += 1;
    else length += 3;
  }
  return length;
}
