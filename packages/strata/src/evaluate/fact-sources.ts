import { grow } from "./column-index.js";

const NO_CODES = new Int32Array(0);

/** A further statement of a row that already had one. */
interface Restatement {
  readonly code: number;
  readonly weight: number | null;
}

/**
 * Which facts state the rows of a relation. Facts come before derived rows, so nearly every source is one number at the
 * row's own place (STRATA-EXP-02: at most 8 bytes a row); only restatements need more.
 */
export class FactSources {
  #codes: Int32Array = NO_CODES;
  #count = 0;
  #restated: Map<number, Restatement[]> | null = null;

  clone(): FactSources {
    const copy = new FactSources();
    copy.#codes = this.#codes.slice();
    copy.#count = this.#count;
    if (this.#restated !== null) {
      copy.#restated = new Map([...this.#restated].map(([row, list]) => [row, [...list]]));
    }
    return copy;
  }

  /** `weight` is that of a weighted fact; it must not be above an earlier one's. */
  add(row: number, code: number, weight: number | null): void {
    if (row !== this.#count) {
      this.#restate(row, { code, weight });
      return;
    }
    if (row >= this.#codes.length) this.#codes = grow(this.#codes);
    this.#codes[row] = code;
    this.#count = row + 1;
  }

  /** A lighter fact takes the place of those that stated the row before. */
  lighten(row: number, code: number, weight: number): void {
    if (row < this.#count) {
      this.#codes[row] = code;
      this.#restated?.delete(row);
    } else {
      this.#restate(row, { code, weight });
    }
  }

  /** Codes of the facts that state `row`, with `weight` where rows have one; in the order they were given. */
  of(row: number, weight: number | null): number[] {
    const codes = row < this.#count ? [this.#codes[row]!] : [];
    for (const restated of this.#restated?.get(row) ?? []) {
      if (restated.weight === weight) codes.push(restated.code);
    }
    return codes;
  }

  #restate(row: number, restatement: Restatement): void {
    this.#restated ??= new Map();
    const list = this.#restated.get(row);
    if (list === undefined) this.#restated.set(row, [restatement]);
    else list.push(restatement);
  }
}
