/** The end of a stream of text: bounded, whatever is written. */
export class TextTail {
  readonly #limit: number;
  #text = "";

  /** `limit` is in UTF-16 code units. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: string): void {
    const text = chunk.length >= this.#limit ? chunk : this.#text + chunk;
    this.#text = text.length > this.#limit ? text.slice(-this.#limit) : text;
  }

  /** Whole characters only. */
  get text(): string {
    return this.#text.toWellFormed();
  }
}
