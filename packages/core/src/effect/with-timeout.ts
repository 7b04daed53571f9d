import { ModelCallError } from "../contract/error.js";

/**
 * Runs `perform` with a signal that fires on time-out too; it is made when it is asked for, which most models never do.
 * Rejects at once when the outer signal fires, whether or not `perform` listens; its late result is dropped.
 */
export function withTimeout<T>(
  milliseconds: number,
  outer: AbortSignal,
  perform: (signal: () => AbortSignal) => Promise<T>,
): Promise<T> {
  if (outer.aborted) return Promise.reject(outer.reason);
  return new Promise((resolve, reject) => {
    const inner = new LazyAbort();
    const finish = () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", onAbort);
    };
    const stop = (reason: unknown) => {
      finish();
      inner.abort(reason);
      reject(reason);
    };
    const onAbort = () => stop(outer.reason);
    const timer = setTimeout(
      () => stop(new ModelCallError(`The model did not answer within ${milliseconds} ms.`, { isRetryable: true })),
      milliseconds,
    );
    outer.addEventListener("abort", onAbort, { once: true });
    perform(() => inner.signal).then(
      (value) => {
        finish();
        resolve(value);
      },
      (error: unknown) => {
        finish();
        reject(error);
      },
    );
  });
}

/** A controller that exists from the first look at its signal on. */
class LazyAbort {
  #controller: AbortController | null = null;
  #aborted: { readonly reason: unknown } | null = null;

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#aborted !== null) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }
}
