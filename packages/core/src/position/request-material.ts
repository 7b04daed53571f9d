import { estimateTokens } from "../contract/estimate-tokens.js";
import type { FrameFact } from "../contract/frame.js";
import type { PlannedOperation } from "../contract/operation.js";
import { FactIndex } from "./fact-index.js";
import type { Span } from "./span.js";
import { instructionSpans } from "./split-request.js";

/** Size of one piece of material, UTF-16 units: a paragraph, or sentences of one. */
const PIECE = 600;

/**
 * A request that is too large to stand in every frame: what it tells to do, whole, and what it supplies, in pieces that
 * are ranked for each operation (POS-FRM-02). Make it once per run.
 */
export class RequestMaterial {
  /** Instruction clauses, in order. */
  readonly instructions: string;
  readonly #pieces: readonly FrameFact[];
  #index: FactIndex | undefined;

  constructor(request: string, plan: readonly PlannedOperation[] = []) {
    const spans = instructionsIn(request, plan);
    this.instructions = spans.map(([start, end]) => request.slice(start, end).trim()).join("\n");
    this.#pieces = cutPieces(request, spans);
  }

  /**
   * The pieces for one operation within `maxTokens` (⌈bytes ÷ 4⌉), least relevant first. Pieces that share no word with
   * the question fill the room that is left, spread evenly over the material, so that no part of it is silently absent.
   */
  choose(query: string, maxTokens: number): FrameFact[] {
    this.#index ??= indexOf(this.#pieces);
    const ranked = this.#index.choose("RETRIEVE", query, { limit: Math.max(1, this.#pieces.length - 1) }).reverse();
    const chosen = new Set<FrameFact>();
    let room = maxTokens;
    const take = (piece: FrameFact) => {
      const cost = estimateTokens(piece.statement);
      if (cost > room || chosen.has(piece)) return;
      chosen.add(piece);
      room -= cost;
    };
    for (const piece of ranked) take(piece);
    const related = new Set(chosen);
    for (const piece of spread(this.#pieces)) take(piece);
    const others = this.#pieces.filter((piece) => chosen.has(piece) && !related.has(piece));
    return [...others, ...[...related].reverse()];
  }
}

function indexOf(pieces: readonly FrameFact[]): FactIndex {
  const index = new FactIndex();
  for (const piece of pieces) index.add(piece);
  return index;
}

/** Every part of a sequence before any part twice as dense: first, middle, quarters, … */
function* spread<T>(items: readonly T[]): Generator<T> {
  for (let step = items.length; step >= 1; step = step === 1 ? 0 : Math.ceil(step / 2)) {
    for (let at = 0; at < items.length; at += step) yield items[at] as T;
  }
}

/** Most UTF-16 units that the layout alone may call instructions beside a plan. */
const LONGEST_LAYOUT = 800;

/** Clauses of the plan where they stand in the request, and what the layout shows to be no material. */
function instructionsIn(request: string, plan: readonly PlannedOperation[]): Span[] {
  const layout = instructionSpans(request);
  const spans: Span[] = [];
  for (const { assignment, implied } of plan) {
    if (implied || assignment === "") continue;
    if (assignment.length < request.length) spans.push(...whereItStands(request, assignment));
  }
  // "Answer in one sentence." plans no step and is an instruction all the same.
  const size = layout.reduce((sum, [start, end]) => sum + end - start, 0);
  if (spans.length === 0 || size <= LONGEST_LAYOUT) spans.push(...layout);
  spans.sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of spans) {
    const last = merged[merged.length - 1];
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** An assignment in the request: whole where it stands so, else line by line, as clauses that stand apart begin a line. */
function whereItStands(request: string, assignment: string): Span[] {
  const whole = request.indexOf(assignment);
  if (whole >= 0) return [[whole, whole + assignment.length]];
  const spans: Span[] = [];
  let from = 0;
  for (const line of assignment.split("\n")) {
    const start = line.trim() === "" ? -1 : request.indexOf(line, from);
    if (start < 0) continue;
    from = start + line.length;
    spans.push([start, from]);
  }
  return spans;
}

function cutPieces(request: string, instructions: readonly Span[]): FrameFact[] {
  const pieces: FrameFact[] = [];
  let start = 0;
  for (const [from, to] of [...instructions, [request.length, request.length] as const]) {
    cutSpan(request, start, from, pieces);
    start = to;
  }
  return pieces;
}

function cutSpan(request: string, from: number, to: number, pieces: FrameFact[]): void {
  for (let start = from; start < to; ) {
    const end = to - start <= PIECE ? to : pieceEnd(request, start, start + PIECE);
    const statement = request.slice(start, end).trim();
    if (statement !== "") {
      pieces.push({ factId: `m${pieces.length + 1}`, statement, provenance: "USER", provenanceRef: "request" });
    }
    start = end;
  }
}

/** The best place to end a piece before `limit`: blank line, line, sentence, blank, else anywhere between characters. */
function pieceEnd(request: string, start: number, limit: number): number {
  const window = request.slice(start, limit);
  for (const mark of ["\n\n", "\n", ". ", "。", " "]) {
    const found = window.lastIndexOf(mark);
    if (found >= PIECE / 4) return start + found + mark.length;
  }
  const unit = request.charCodeAt(limit);
  return unit >= 0xdc00 && unit < 0xe000 ? limit - 1 : limit;
}
