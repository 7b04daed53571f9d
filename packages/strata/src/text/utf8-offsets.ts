/** Turns ascending UTF-16 offsets into a text into UTF-8 byte offsets, in one pass over the text. */
export class Utf8Offsets {
  readonly #text: string;
  #position = 0;
  #bytes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The byte offset of `offset`, which must not be below the last one asked for. */
  at(offset: number): number {
    for (; this.#position < offset; this.#position += 1) {
      const code = this.#text.charCodeAt(this.#position);
      // Each half of a surrogate pair stands for two of its four bytes.
      if (code < 0x80) this.#bytes += 1;
      else this.#bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
    }
    return this.#bytes;
  }
}
