import { ColumnIndex, grow, mix, spread } from "./column-index.js";
import type { FactSources } from "./fact-sources.js";

const NO_ROWS = new Int32Array(0);

/**
 * The rows of one predicate: 32-bit value ids in one typed array, no object per row (STRATA-PERF-02). Rows are only ever
 * appended; {@link find} and indexes may answer with rows of a successor, at or above {@link count}.
 */
export class Relation {
  readonly arity: number;
  data: Int32Array = NO_ROWS;
  count = 0;
  /** Rows joins may see: those of finished rounds. */
  visible = 0;
  /** Where the last round's changes begin; rows before are old. */
  oldEnd = 0;
  /** Per row its weight (trop) or circuit (soft); null when rows carry nothing. */
  annotations: Float64Array | null = null;
  /** Per annotated row the round of its last improvement. */
  stamps: Uint32Array | null = null;
  /** Rows changed by the last round, for annotated rows that can change again; null means `oldEnd..visible`. */
  changed: Int32Array | null = null;
  /** Rounds of the component that added rows, ascending, and the row count after each: the order proofs rest on. */
  readonly rounds: number[];
  readonly roundEnds: number[];
  /** The facts that state rows; null when there are none. */
  sources: FactSources | null = null;
  /** The last round that added or improved rows: later ones must be numbered behind it. */
  lastRound = 0;
  /** True once an evaluation is finished: whoever wants to add rows takes a {@link fork}. */
  frozen = false;
  #slots: Int32Array = NO_ROWS;
  #indexes: ColumnIndex[] = [];
  /** Shared with the successors that use the same storage. */
  #line: { latest: Relation } = { latest: this };

  constructor(arity: number, rounds: number[] = [], roundEnds: number[] = []) {
    this.arity = arity;
    this.rounds = rounds;
    this.roundEnds = roundEnds;
  }

  /** A copy of the rows up to {@link count} that shares nothing; indexes are made again when they are asked for. */
  clone(): Relation {
    const copy = new Relation(this.arity);
    copy.data = this.data.slice(0, this.count * this.arity);
    copy.count = this.count;
    this.#copyState(copy);
    for (let at = 0; at < this.rounds.length && this.roundEnds[at]! <= this.count; at += 1) {
      copy.rounds.push(this.rounds[at]!);
      copy.roundEnds.push(this.roundEnds[at]!);
    }
    copy.#rehash();
    return copy;
  }

  /**
   * A successor that takes over the storage: it may add rows and improve annotations, while this relation stays a valid
   * view of the rows it has. Only the latest successor can be followed on; anyone else gets a clone.
   */
  fork(): Relation {
    if (this.#line.latest !== this) return this.clone();
    const next = new Relation(this.arity, this.rounds, this.roundEnds);
    next.data = this.data;
    next.count = this.count;
    this.#copyState(next);
    next.#slots = this.#slots;
    next.#indexes = [...this.#indexes];
    next.#line = this.#line;
    next.#line.latest = next;
    return next;
  }

  #copyState(to: Relation): void {
    to.visible = this.visible;
    to.oldEnd = this.oldEnd;
    to.annotations = this.annotations?.slice(0, Math.max(16, this.count)) ?? null;
    to.stamps = this.stamps?.slice(0, Math.max(16, this.count)) ?? null;
    to.sources = this.sources;
    to.lastRound = this.lastRound;
  }

  /** Lets rows carry annotations. */
  annotate(): void {
    if (this.annotations !== null) return;
    const room = Math.max(16, this.count);
    this.annotations = new Float64Array(room);
    this.stamps = new Uint32Array(room);
  }

  /** The row equal to `tuple`, or -1. */
  find(tuple: Int32Array): number {
    const slots = this.#slots;
    if (slots.length === 0) return -1;
    const mask = slots.length - 1;
    for (let at = spread(this.#hash(tuple, 0)) & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const row = slots[at]! - 1;
      if (this.#equal(tuple, row)) return row;
    }
    return -1;
  }

  /** Adds `tuple` unless it is there. The new row's number, or the bitwise complement of the equal row's. */
  insert(tuple: Int32Array): number {
    const row = this.count;
    if ((row + 1) * 2 > this.#slots.length) this.#rehash();
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = spread(this.#hash(tuple, 0)) & mask;
    for (; slots[at] !== 0; at = (at + 1) & mask) {
      const other = slots[at]! - 1;
      if (this.#equal(tuple, other)) return ~other;
    }
    slots[at] = row + 1;
    this.#store(tuple, row);
    this.count = row + 1;
    for (const index of this.#indexes) index.catchUp(this, this.count);
    return row;
  }

  /** The index over `columns` (ascending), complete; made on first use and kept up to date from then on. */
  index(columns: readonly number[]): ColumnIndex {
    const index = this.openIndex(columns);
    index.catchUp(this, this.count);
    return index;
  }

  /** Like {@link index}, but it may lack rows yet: large ones are caught up with step by step. */
  openIndex(columns: readonly number[]): ColumnIndex {
    for (const index of this.#indexes) {
      if (index.columns === columns || sameColumns(index.columns, columns)) return index;
    }
    const index = new ColumnIndex(columns);
    this.#indexes.push(index);
    return index;
  }

  /** Every row so far is the delta of the first round. */
  startRounds(): void {
    this.rounds.push(0);
    this.roundEnds.push(this.count);
    this.settle();
    this.oldEnd = 0;
  }

  /** Closes a round: what it added becomes visible, and is the next round's delta. */
  advance(round: number): void {
    if (this.count > this.visible) {
      this.rounds.push(round);
      this.roundEnds.push(this.count);
      this.lastRound = round;
    }
    this.oldEnd = this.visible;
    this.visible = this.count;
    this.changed = null;
  }

  /** The round that added `row`; 0 for rows that were there before the first. */
  roundOf(row: number): number {
    let low = 0;
    let high = this.roundEnds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.roundEnds[middle]! <= row) low = middle + 1;
      else high = middle;
    }
    return this.rounds[low] ?? 0;
  }

  /** Everything there is becomes visible and old: the component is finished. */
  settle(): void {
    this.oldEnd = this.count;
    this.visible = this.count;
    this.changed = null;
  }

  #store(tuple: Int32Array, row: number): void {
    const arity = this.arity;
    const start = row * arity;
    while (start + arity > this.data.length) this.data = grow(this.data);
    for (let column = 0; column < arity; column += 1) this.data[start + column] = tuple[column]!;
    if (this.annotations !== null && row >= this.annotations.length) {
      const larger = new Float64Array(Math.max(16, this.annotations.length * 2));
      larger.set(this.annotations);
      this.annotations = larger;
    }
    if (this.stamps !== null && row >= this.stamps.length) {
      const larger = new Uint32Array(Math.max(16, this.stamps.length * 2));
      larger.set(this.stamps);
      this.stamps = larger;
    }
  }

  #hash(data: Int32Array, start: number): number {
    let hash = 0;
    for (let column = 0; column < this.arity; column += 1) hash = mix(hash, data[start + column]!);
    return hash;
  }

  #equal(tuple: Int32Array, row: number): boolean {
    const start = row * this.arity;
    for (let column = 0; column < this.arity; column += 1) {
      if (this.data[start + column] !== tuple[column]) return false;
    }
    return true;
  }

  #rehash(): void {
    let length = Math.max(16, this.#slots.length);
    while ((this.count + 1) * 2 > length) length *= 2;
    const slots = new Int32Array(length);
    const mask = length - 1;
    for (let row = 0; row < this.count; row += 1) {
      let at = spread(this.#hash(this.data, row * this.arity)) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = row + 1;
    }
    this.#slots = slots;
  }
}

function sameColumns(left: readonly number[], right: readonly number[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}
