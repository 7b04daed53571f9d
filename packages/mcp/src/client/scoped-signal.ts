/**
 * A signal that fires with any of the others or after a time, until `end` is called. The SDK never takes its listeners off
 * a signal again: each request gets one of its own, so that long-lived signals gather none.
 */
export function scopedSignal(
  signals: readonly (AbortSignal | undefined)[],
  timeoutMs?: number,
): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const sources = signals.filter((signal) => signal !== undefined);
  const onAbort = (event: Event): void => controller.abort((event.target as AbortSignal).reason);
  for (const source of sources) {
    if (source.aborted) controller.abort(source.reason);
    else source.addEventListener("abort", onAbort, { once: true });
  }
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(new DOMException("The time is up.", "TimeoutError")), timeoutMs);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      for (const source of sources) source.removeEventListener("abort", onAbort);
    },
  };
}
