import { graphemeBoundaryAfter, graphemeBoundaryBefore } from "./grapheme-boundary.js";
import { mergeSpans, type Span, spanAround } from "./merge-spans.js";

/** UTF-16 units counted at a time inside a line that must itself be cut. */
const PIECE = 1024;
/** Lines between two remembered sums. */
const STRIDE = 32;

/** What is left of a text after a cut, and what it counts. */
export interface TextCut {
  readonly text: string;
  readonly tokens: number;
  /** Tokens of the next line that was given up; 0 where a line was cut or nothing was. */
  readonly nextTokens: number;
}

/**
 * Keeps one end of a text: the end for `oldest-line`, the beginning for `tail`. Lines are found and counted outward from
 * the kept end, each once and only as far as the budget reaches, so the cost follows what is kept and not what is there.
 */
export class TextCutter {
  readonly #text: string;
  readonly #keepsEnd: boolean;
  readonly #atoms: readonly Span[];
  readonly #count: (text: string) => number;
  /** Outer edge and tokens after every `STRIDE` lines: enough to find any cut again, and a small part of the memory. */
  readonly #edges: number[];
  readonly #sums: number[] = [0];

  constructor(
    text: string,
    mode: "oldest-line" | "tail",
    atoms: readonly Span[] | undefined,
    count: (text: string) => number,
  ) {
    this.#text = text;
    this.#keepsEnd = mode === "oldest-line";
    this.#atoms = atoms === undefined ? [] : mergeSpans(atoms, text.length);
    this.#count = count;
    this.#edges = [this.#keepsEnd ? text.length : 0];
  }

  /** The most that counts at most `budget` tokens; null when not even one grapheme does. */
  keep(budget: number): TextCut | null {
    const text = this.#text;
    const count = this.#count;
    const keepsEnd = this.#keepsEnd;
    const outermost = keepsEnd ? 0 : text.length;
    // POS-BUD-05: prefix sums and a binary search; a second budget counts again no more than one stride.
    let stride = this.#lastStrideWithin(budget);
    let edge = this.#edges[stride] as number;
    let sum = this.#sums[stride] as number;
    for (let lines = 1; edge !== outermost; lines += 1) {
      const next = keepsEnd ? this.#lineStartBefore(edge) : this.#lineEndAfter(edge);
      const tokens = count(keepsEnd ? text.slice(next, edge) : text.slice(edge, next));
      if (sum + tokens > budget) {
        if (edge === this.#edges[0]) return this.#cutLine(next, budget);
        return { text: this.#slice(edge), tokens: sum, nextTokens: tokens };
      }
      sum += tokens;
      edge = next;
      if (lines % STRIDE !== 0) continue;
      stride += 1;
      this.#edges[stride] = edge;
      this.#sums[stride] = sum;
    }
    return text === "" ? null : { text, tokens: sum, nextTokens: 0 };
  }

  #lastStrideWithin(budget: number): number {
    let low = 1;
    let high = this.#sums.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] as number) <= budget) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #slice(edge: number): string {
    if (this.#keepsEnd) return this.#text.slice(edge);
    // POS-BUD-06: CR LF is one grapheme; a kept beginning ends before both.
    let end = edge;
    if (end < this.#text.length && this.#text[end - 1] === "\n") end -= this.#text[end - 2] === "\r" ? 2 : 1;
    // A line break that closes an atom belongs to it.
    return this.#text.slice(0, spanAround(this.#atoms, end) === null ? end : edge);
  }

  /** Start of the line that ends at `from`; blank lines at the very end belong to the line before them. */
  #lineStartBefore(from: number): number {
    let last = from - 1;
    if (from === this.#text.length) while (last > 0 && isLineBreak(this.#text.charCodeAt(last))) last -= 1;
    let start = last <= 0 ? 0 : this.#text.lastIndexOf("\n", last - 1) + 1;
    // POS-BUD-01: a line break inside an atom is no place to cut; a call goes with its result.
    for (let atom = spanAround(this.#atoms, start); atom !== null; atom = spanAround(this.#atoms, start)) {
      start = atom[0] === 0 ? 0 : this.#text.lastIndexOf("\n", atom[0] - 1) + 1;
    }
    return start;
  }

  /** End of the line that starts at `from`; blank lines at the very beginning belong to the line after them. */
  #lineEndAfter(from: number): number {
    let first = from;
    if (from === 0) while (first < this.#text.length && isLineBreak(this.#text.charCodeAt(first))) first += 1;
    let end = this.#breakAfter(first);
    for (let atom = spanAround(this.#atoms, end); atom !== null; atom = spanAround(this.#atoms, end)) {
      end = this.#breakAfter(atom[1] - 1);
    }
    return end;
  }

  #breakAfter(position: number): number {
    const found = this.#text.indexOf("\n", position);
    return found < 0 ? this.#text.length : found + 1;
  }

  /** One line is left and it is too long: the most of its kept end, cut between graphemes and outside atoms. */
  #cutLine(outer: number, budget: number): TextCut | null {
    const text = this.#text;
    const inner = this.#edges[0] as number;
    let edge = inner;
    let sum = 0;
    while (edge !== outer) {
      const next = this.#pieceEdge(edge, outer);
      const tokens = this.#countBetween(edge, next);
      if (sum + tokens > budget) {
        edge = this.#cutPiece(edge, next, budget - sum);
        break;
      }
      sum += tokens;
      edge = next;
    }
    const cut = this.#legalCut(edge);
    if (cut === inner) return null;
    const kept = this.#keepsEnd ? text.slice(cut) : text.slice(0, cut);
    return kept.trim() === "" ? null : { text: kept, tokens: this.#count(kept), nextTokens: 0 };
  }

  #pieceEdge(edge: number, outer: number): number {
    const next = this.#keepsEnd ? Math.max(outer, edge - PIECE) : Math.min(outer, edge + PIECE);
    if (!splitsPair(this.#text, next)) return next;
    return this.#keepsEnd ? next - 1 : next + 1;
  }

  #countBetween(a: number, b: number): number {
    return this.#count(this.#text.slice(Math.min(a, b), Math.max(a, b)));
  }

  /** Binary search inside one piece; the piece bounds its cost. */
  #cutPiece(edge: number, outer: number, budget: number): number {
    let fits = 0;
    let fails = Math.abs(outer - edge);
    const sign = this.#keepsEnd ? -1 : 1;
    while (fails - fits > 1) {
      const middle = (fits + fails) >> 1;
      if (this.#countBetween(edge, edge + sign * middle) <= budget) fits = middle;
      else fails = middle;
    }
    return edge + sign * fits;
  }

  /** Moves a cut towards the kept end until it splits neither a grapheme nor an atom. */
  #legalCut(position: number): number {
    const text = this.#text;
    let cut = position;
    for (;;) {
      // POS-BUD-06: a cut moves inward, so that what is kept only ever gets shorter.
      const boundary = this.#keepsEnd ? graphemeBoundaryAfter(text, cut) : graphemeBoundaryBefore(text, cut);
      const atom = spanAround(this.#atoms, boundary);
      if (atom === null) return boundary;
      cut = this.#keepsEnd ? atom[1] : atom[0];
    }
  }
}

function isLineBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}

function splitsPair(text: string, position: number): boolean {
  const before = text.charCodeAt(position - 1);
  const after = text.charCodeAt(position);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
