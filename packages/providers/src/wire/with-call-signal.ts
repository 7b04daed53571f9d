/**
 * Runs `perform` with a signal of its own that fires when the caller's does or when `perform` is over. Vendors' packages
 * and `fetch` add listeners to the signal they are given and do not always take them away; so none of theirs reaches
 * the caller's signal, and whatever was still open when the call ended is closed.
 */
export async function withCallSignal<T>(outer: AbortSignal, perform: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const call = openCallSignal(outer);
  try {
    return await perform(call.signal);
  } finally {
    call.close();
  }
}

/** The same for calls that cannot be wrapped, such as generators: `close` in a `finally`. */
export function openCallSignal(outer: AbortSignal): { readonly signal: AbortSignal; close(): void } {
  outer.throwIfAborted();
  const inner = new AbortController();
  const onAbort = (): void => inner.abort(outer.reason);
  // POS-ADP-04
  outer.addEventListener("abort", onAbort, { once: true });
  return {
    signal: inner.signal,
    close() {
      outer.removeEventListener("abort", onAbort);
      inner.abort();
    },
  };
}
