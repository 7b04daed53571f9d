import type { TokenCounter } from "../contract/token-counter.js";

/** Raised inside the guard when a counter cannot be trusted; never leaves the room. */
export class CounterFailure extends Error {
  readonly counterName: string;
  constructor(counterName: string, what: string, options?: { cause: unknown }) {
    super(`Token counter "${counterName}" ${what}; the byte bound was used instead.`, options);
    this.counterName = counterName;
  }
}

/** Wraps a caller's counter so that every count is a whole number ≥ 0, or a `CounterFailure`. */
export function checkedCounter(counter: TokenCounter): (text: string) => number {
  return (text) => {
    let tokens: number;
    try {
      tokens = counter.count(text);
    } catch (cause) {
      throw new CounterFailure(counter.name, `threw (${cause instanceof Error ? cause.message : String(cause)})`, {
        cause,
      });
    }
    // POS-BUD-04: NaN, Infinity or a negative count would pass every comparison below and let an oversized call through.
    if (typeof tokens !== "number" || !Number.isFinite(tokens) || tokens < 0) {
      throw new CounterFailure(counter.name, `returned ${String(tokens)}`);
    }
    return Math.ceil(tokens);
  };
}
