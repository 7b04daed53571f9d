/** Milliseconds before the `attempt`-th retry (from 1): doubling from 500, at most 30 s, or what the provider asked. */
export function retryDelay(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  if (retryAfterMs !== undefined && Number.isFinite(retryAfterMs) && retryAfterMs >= 0) return retryAfterMs;
  const base = Math.min(30_000, 500 * 2 ** (attempt - 1));
  // Half of the delay is spread at random, so that many runs do not come back at once.
  return Math.round(base / 2 + (base / 2) * random());
}

/** Waits, or rejects with the signal's reason as soon as it fires. Leaves neither timer nor listener behind. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
