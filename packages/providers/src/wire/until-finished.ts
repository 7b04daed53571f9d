/** What may still follow the word of the end (usage, a closing mark) has this long to come, in milliseconds. */
const GRACE_MS = 2000;

/**
 * Passes on what a stream yields to its end, so that the connection can be used again, and does not hang on a server that
 * leaves the connection open after the answer: once `isFinished`, the rest has two seconds, and a fault in it is nobody's.
 */
export async function* untilFinished<T>(
  source: AsyncIterable<T>,
  isFinished: () => boolean,
  graceMs = GRACE_MS,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = isFinished() ? await within(iterator.next(), graceMs) : await iterator.next();
      if (next === undefined || next.done === true) {
        isDone = next !== undefined;
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: an iterator that hangs would be waited for. Whoever opened the call aborts it.
    if (!isDone) iterator.return?.(undefined)?.then(undefined, () => {});
  }
}

function within<T>(pending: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds);
    const settle = (value: T | undefined): void => {
      clearTimeout(timer);
      resolve(value);
    };
    pending.then(settle, () => settle(undefined));
  });
}
