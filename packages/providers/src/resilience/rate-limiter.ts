import { TokenBucket } from "./token-bucket.js";

/** What a key allows; what is absent is not limited. */
export interface RateLimits {
  /** Calls that may begin in a minute. */
  readonly requestsPerMinute?: number;
  /** Tokens, input and output together, that may be used in a minute. */
  readonly tokensPerMinute?: number;
  /** Calls that may be under way at a time. */
  readonly maxConcurrent?: number;
}

interface Waiter {
  readonly tokens: number;
  readonly admit: () => void;
}

/** Longer timers overflow and fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * One allowance for everything that shares an API key: hand the same limiter to each model of that key
 * (`withRateLimit`). Callers are served in the order in which they came, wait without polling (one timer for all of
 * them, none while nobody waits), and leave the queue when their signal fires. A RangeError for a limit that is no number
 * above zero.
 */
export class RateLimiter {
  readonly #requests: TokenBucket | null;
  readonly #tokens: TokenBucket | null;
  readonly #maxConcurrent: number;
  readonly #queue: Waiter[] = [];
  #running = 0;
  /** Nobody is let in before this time: a provider asked for it. */
  #closedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limits: RateLimits) {
    for (const [name, limit] of Object.entries(limits)) {
      if (limit !== undefined && !(limit > 0)) throw new RangeError(`${name}: expected a number above 0, got ${limit}`);
    }
    const now = performance.now();
    const { requestsPerMinute, tokensPerMinute } = limits;
    this.#requests = requestsPerMinute === undefined ? null : new TokenBucket(requestsPerMinute, now);
    this.#tokens = tokensPerMinute === undefined ? null : new TokenBucket(tokensPerMinute, now);
    this.#maxConcurrent = limits.maxConcurrent ?? Number.POSITIVE_INFINITY;
  }

  /** Callers that wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Resolves when a call that may use so many tokens can begin, with how to end it: told the tokens it used, the
   * difference is given back or still taken. Rejects with the signal's reason.
   */
  enter(tokens: number, signal: AbortSignal): Promise<(used: number | undefined) => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        reject(signal.reason);
        this.#serve();
      };
      const waiter: Waiter = {
        tokens,
        admit: () => {
          signal.removeEventListener("abort", onAbort);
          resolve(this.#begin(tokens));
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#queue.push(waiter);
      this.#serve();
    });
  }

  /** Lets nobody in for so many milliseconds: what a provider asked of one caller holds for all of its key. */
  pause(milliseconds: number): void {
    if (!(milliseconds > 0)) return;
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + milliseconds);
    this.#serve();
  }

  #begin(tokens: number): (used: number | undefined) => void {
    const now = performance.now();
    this.#running++;
    this.#requests?.take(1, now);
    this.#tokens?.take(tokens, now);
    let open = true;
    return (used) => {
      if (!open) return;
      open = false;
      this.#running--;
      if (used !== undefined) this.#tokens?.take(used - tokens, performance.now());
      this.#serve();
    };
  }

  /** Admits from the head of the queue, and sets the one timer for the next of it. */
  #serve(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (let head = this.#queue[0]; head !== undefined; head = this.#queue[0]) {
      // Whoever ends a call serves the queue again.
      if (this.#running >= this.#maxConcurrent) return;
      const now = performance.now();
      const wait = Math.max(
        Math.ceil(this.#closedUntil - now),
        this.#requests?.waitFor(1, now) ?? 0,
        this.#tokens?.waitFor(head.tokens, now) ?? 0,
      );
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#serve(), Math.min(wait, MAX_TIMER_MS));
        return;
      }
      this.#queue.shift();
      head.admit();
    }
  }
}
