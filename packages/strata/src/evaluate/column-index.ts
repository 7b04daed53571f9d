/** What an index reads of its relation. */
export interface IndexedRows {
  readonly arity: number;
  readonly data: Int32Array;
}

/**
 * Finds the rows that agree on some columns. Rows of one key form a list in row order, so that a reader who may only see
 * a prefix of the relation stops at its end instead of skipping.
 */
export class ColumnIndex {
  readonly columns: readonly number[];
  /** Per key its group number + 1; open addressing. */
  #slots = new Int32Array(16);
  #firstRow = new Int32Array(8);
  #lastRow = new Int32Array(8);
  #groups = 0;
  /** Per row the next row with the same key, or -1. */
  next = new Int32Array(16);
  #rows = 0;

  constructor(columns: readonly number[]) {
    this.columns = columns;
  }

  /** Rows indexed so far. */
  get rows(): number {
    return this.#rows;
  }

  /** The first row whose key columns hold `frame[key[0]], frame[key[1]], …`, or -1. */
  first(relation: IndexedRows, frame: Int32Array, key: readonly number[]): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const { data, arity } = relation;
    const columns = this.columns;
    let hash = 0;
    for (let at = 0; at < key.length; at += 1) hash = mix(hash, frame[key[at]!]!);
    for (let at = spread(hash) & mask; ; at = (at + 1) & mask) {
      const group = slots[at]! - 1;
      if (group < 0) return -1;
      const row = this.#firstRow[group]!;
      const start = row * arity;
      let column = 0;
      while (column < columns.length && data[start + columns[column]!] === frame[key[column]!]) column += 1;
      if (column === columns.length) return row;
    }
  }

  /** Adds the rows from {@link rows} up to `count`. */
  catchUp(relation: IndexedRows, count: number): void {
    while (this.#rows < count) this.#append(relation, this.#rows);
  }

  #append(relation: IndexedRows, row: number): void {
    if (row >= this.next.length) this.next = grow(this.next);
    this.next[row] = -1;
    this.#rows = row + 1;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const { data, arity } = relation;
    const start = row * arity;
    let at = spread(this.#hash(data, start)) & mask;
    for (; slots[at] !== 0; at = (at + 1) & mask) {
      const group = slots[at]! - 1;
      if (!this.#sameKey(data, start, this.#firstRow[group]! * arity)) continue;
      this.next[this.#lastRow[group]!] = row;
      this.#lastRow[group] = row;
      return;
    }
    const group = this.#groups;
    if (group >= this.#firstRow.length) {
      this.#firstRow = grow(this.#firstRow);
      this.#lastRow = grow(this.#lastRow);
    }
    this.#firstRow[group] = row;
    this.#lastRow[group] = row;
    slots[at] = group + 1;
    this.#groups = group + 1;
    if (this.#groups * 2 > slots.length) this.#rehash(relation);
  }

  #rehash(relation: IndexedRows): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let group = 0; group < this.#groups; group += 1) {
      let at = spread(this.#hash(relation.data, this.#firstRow[group]! * relation.arity)) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = group + 1;
    }
    this.#slots = slots;
  }

  #hash(data: Int32Array, start: number): number {
    let hash = 0;
    for (const column of this.columns) hash = mix(hash, data[start + column]!);
    return hash;
  }

  #sameKey(data: Int32Array, left: number, right: number): boolean {
    for (const column of this.columns) if (data[left + column] !== data[right + column]) return false;
    return true;
  }
}

export function mix(hash: number, value: number): number {
  return Math.imul((hash ^ (hash >>> 15)) + value, 0x9e3779b1);
}

export function spread(hash: number): number {
  return hash ^ (hash >>> 16);
}

export function grow(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(16, array.length * 2));
  larger.set(array);
  return larger;
}
