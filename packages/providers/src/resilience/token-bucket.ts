/** An allowance that fills evenly and holds at most a minute's worth. It may go below zero: what was used is used. */
export class TokenBucket {
  readonly #capacity: number;
  #level: number;
  #at: number;

  constructor(perMinute: number, now: number) {
    this.#capacity = perMinute;
    this.#level = perMinute;
    this.#at = now;
  }

  /** Milliseconds until `amount` is there; 0 when it is. More than the bucket can hold counts as all it holds. */
  waitFor(amount: number, now: number): number {
    this.#fill(now);
    const missing = Math.min(amount, this.#capacity) - this.#level;
    // Rounding must not make a wait of nothing out of a hair's breadth.
    return missing <= 1e-6 ? 0 : Math.max(1, Math.ceil((missing * 60_000) / this.#capacity));
  }

  /** Takes an amount out, or gives one back when it is negative. */
  take(amount: number, now: number): void {
    this.#fill(now);
    this.#level = Math.min(this.#capacity, this.#level - amount);
  }

  #fill(now: number): void {
    if (now <= this.#at) return;
    this.#level = Math.min(this.#capacity, this.#level + ((now - this.#at) * this.#capacity) / 60_000);
    this.#at = now;
  }
}
