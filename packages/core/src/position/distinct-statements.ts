/** A statement that says this share of another says it all but for its frame. */
const SAME_SHARE = 0.5;

/** Statements of one frame, each said once. They come without blanks around them. */
export class DistinctStatements {
  readonly #places = new Map<string, number>();
  readonly #kept: string[] = [];

  /** Number of statements kept. */
  get size(): number {
    return this.#kept.length;
  }

  /** Adds a statement; false where a kept one says it, or says the greater part of it. */
  add(statement: string): boolean {
    const before = this.size;
    return this.placeOf(statement) === before;
  }

  /** The place of the kept statement that says this one, counted from 0; this one is kept where none does. */
  placeOf(statement: string): number {
    const known = this.#places.get(statement);
    if (known !== undefined) return known;
    let place = 0;
    while (place < this.#kept.length && !repeats(this.#kept[place] as string, statement)) place += 1;
    if (place === this.#kept.length) this.#kept.push(statement);
    this.#places.set(statement, place);
    return place;
  }
}

/** Whether one of two different statements says the other. */
function repeats(kept: string, text: string): boolean {
  if (text.length === kept.length) return false;
  if (text.length < kept.length) return kept.includes(text);
  return kept.length >= SAME_SHARE * text.length && text.includes(kept);
}
