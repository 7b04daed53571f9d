/** A statement that says this share of another says it all but for its frame. */
const SAME_SHARE = 0.5;

/** Statements of one frame, each said once. */
export class DistinctStatements {
  readonly #exact = new Set<string>();
  readonly #kept: string[] = [];

  /** Adds a statement; false where a kept one says it, or says the greater part of it. */
  add(statement: string): boolean {
    const text = statement.trim();
    if (this.#exact.has(text)) return false;
    this.#exact.add(text);
    if (this.#kept.some((kept) => repeats(kept, text))) return false;
    this.#kept.push(text);
    return true;
  }
}

function repeats(kept: string, text: string): boolean {
  if (text.length <= kept.length) return kept.includes(text);
  return kept.length >= SAME_SHARE * text.length && text.includes(kept);
}
