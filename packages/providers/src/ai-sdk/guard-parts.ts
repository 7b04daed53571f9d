import { ModelCallError } from "@pelorus/core";
import type { WireLimits } from "../wire/wire-limits.js";

/**
 * The parts of a stream, with an end to waiting and to size. The AI SDK opens connections itself, so its parts are what
 * can be bounded: characters of their deltas stand for bytes. No timer is left behind; leaving early cancels the stream.
 */
export async function* guardParts(
  stream: ReadableStream<unknown>,
  limits: WireLimits,
): AsyncGenerator<unknown, void, undefined> {
  const reader = stream.getReader();
  let received = 0;
  let isDone = false;
  try {
    for (;;) {
      const piece = await readWithin(reader, limits.idleTimeoutMs);
      if (piece.done) {
        isDone = true;
        return;
      }
      received += lengthOf(piece.value);
      if (received > limits.maxResponseBytes) {
        throw new ModelCallError(`The reply is larger than ${limits.maxResponseBytes} bytes; it was not read on.`);
      }
      yield piece.value;
    }
  } finally {
    if (!isDone) reader.cancel().catch(() => {});
  }
}

async function readWithin(reader: ReadableStreamDefaultReader<unknown>, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      reader.read(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          const message = `The reply stopped: nothing came for ${milliseconds} ms; the connection was given up.`;
          reject(new ModelCallError(message, { isRetryable: true }));
        }, milliseconds);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function lengthOf(part: unknown): number {
  const { delta, input } = (part ?? {}) as { delta?: unknown; input?: unknown };
  return (typeof delta === "string" ? delta.length : 0) + (typeof input === "string" ? input.length : 0);
}
