/** A statement that says this share of another says it all but for its frame. */
const SAME_SHARE = 0.5;

/** Statements of one frame, each said once. */
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
    const text = statement.trim();
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const same = this.#kept.findIndex((kept) => repeats(kept, text));
    const place = same < 0 ? this.#kept.push(text) - 1 : same;
    this.#places.set(text, place);
    return place;
  }
}

function repeats(kept: string, text: string): boolean {
  if (text.length <= kept.length) return kept.includes(text);
  return kept.length >= SAME_SHARE * text.length && text.includes(kept);
}
