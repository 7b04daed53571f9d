/** Thrown and caught inside the package only: the text at hand does not settle what comes next. */
export const suspension: { readonly reason: "more text needed" } = Object.freeze({ reason: "more text needed" });

/** What `at` answers past the last code unit of a complete text. */
export const END = -1;

const NO_UNITS = new Uint16Array(0);

/**
 * Text that may still grow. `flat` can be read directly up to its length; what has arrived since the last merge lies
 * in a tail, so that appending single characters to a long text stays linear in total.
 */
export class TextBuffer {
  flat: string;
  final: boolean;
  #tail: Uint16Array = NO_UNITS;
  #tailLength = 0;

  constructor(text: string, final: boolean) {
    this.flat = text;
    this.final = final;
  }

  get length(): number {
    return this.flat.length + this.#tailLength;
  }

  /** The code unit at `offset`; past the end END when the text is complete, else the suspension is thrown. */
  at(offset: number): number {
    const flatLength = this.flat.length;
    if (offset < flatLength) return this.flat.charCodeAt(offset);
    if (offset - flatLength < this.#tailLength) return this.#tail[offset - flatLength]!;
    if (this.final) return END;
    throw suspension;
  }

  /** The text of a span that has arrived. */
  slice(start: number, end: number): string {
    const flatLength = this.flat.length;
    if (end <= flatLength) return this.flat.slice(start, end);
    const tail = textOf(this.#tail, Math.max(0, start - flatLength), end - flatLength);
    return start < flatLength ? this.flat.slice(start) + tail : tail;
  }

  /** Declares the text complete. */
  finish(): void {
    this.#merge();
    this.final = true;
  }

  append(text: string): void {
    const needed = this.#tailLength + text.length;
    // Merging when the tail has outgrown the flat text copies every code unit a bounded number of times.
    if (needed > Math.max(4096, this.flat.length)) {
      this.#merge();
      this.flat += text;
      return;
    }
    if (needed > this.#tail.length) {
      const grown = new Uint16Array(Math.max(256, needed * 2));
      grown.set(this.#tail.subarray(0, this.#tailLength));
      this.#tail = grown;
    }
    for (let index = 0; index < text.length; index++) this.#tail[this.#tailLength + index] = text.charCodeAt(index);
    this.#tailLength = needed;
  }

  #merge(): void {
    if (this.#tailLength === 0) return;
    this.flat += textOf(this.#tail, 0, this.#tailLength);
    this.#tailLength = 0;
  }
}

function textOf(units: Uint16Array, start: number, end: number): string {
  if (end - start <= 4096) return String.fromCharCode(...units.subarray(start, end));
  const parts: string[] = [];
  for (let from = start; from < end; from += 4096) {
    parts.push(String.fromCharCode(...units.subarray(from, Math.min(from + 4096, end))));
  }
  return parts.join("");
}
