import { createParser, type EventSourceMessage } from "eventsource-parser";

/**
 * The whole frames of an event stream; one that is cut off at the end does not count. Rejects when nothing, not even a
 * comment, comes for `idleMs`: such a connection is dead without saying so.
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const frames: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (frame) => frames.push(frame) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(idleMs, reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      while (frames.length > 0) yield frames.shift() as EventSourceMessage;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException("Nothing came any more.", "TimeoutError")), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
