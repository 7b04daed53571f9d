/** Cuts a stream of text so that no piece ends in half a character: a trailing high surrogate waits for its pair. */
export class SurrogateHold {
  #held = "";

  /** The piece that can be shown now; may be empty. Lone halves inside it become U+FFFD. */
  take(delta: string): string {
    const raw = this.#held === "" ? delta : this.#held + delta;
    const last = raw.charCodeAt(raw.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#held = raw.slice(-1);
      return raw.slice(0, -1).toWellFormed();
    }
    this.#held = "";
    return raw.toWellFormed();
  }

  /** What is still held when the stream ends. */
  flush(): string {
    const rest = this.#held.toWellFormed();
    this.#held = "";
    return rest;
  }
}
