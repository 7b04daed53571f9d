/** How events are framed and how long a silent stream waits before it says so. */
export interface EventStreamOptions {
  /** Milliseconds between comments that keep the connection open. */
  readonly heartbeatMs: number;
  /** Milliseconds a reader may leave what was sent unread before it is dropped. */
  readonly slowConsumerMs: number;
  /** Aborted when the request is: also a stream nobody began to read ends with it. */
  readonly signal?: AbortSignal;
  /** Called when the stream is over, for whatever reason. */
  readonly onEnd?: () => void;
}

const BUFFERED_BYTES = 64 * 1024;

/**
 * Bytes of a server-sent event stream from texts of whole frames. The source is read no faster than the reader takes, so
 * nothing piles up; a reader that takes nothing for `slowConsumerMs` is dropped and may come back with its last id. The
 * source's signal is aborted when the reader leaves.
 */
export function eventStream(
  source: (signal: AbortSignal) => AsyncIterable<string>,
  { heartbeatMs, slowConsumerMs, signal, onEnd }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = new AbortController();
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let onRoom = () => {};
  const end = () => {
    if (left.signal.aborted) return;
    clearInterval(heartbeat);
    signal?.removeEventListener("abort", end);
    left.abort();
    onRoom();
    onEnd?.();
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const hasRoom = () => (controller.desiredSize ?? 0) > 0;
        const write = (text: string) => controller.enqueue(encoder.encode(text));
        const room = () =>
          new Promise<boolean>((resolve) => {
            const timer = setTimeout(() => resolve(false), slowConsumerMs);
            onRoom = () => {
              clearTimeout(timer);
              resolve(true);
            };
          });
        const pump = async () => {
          for await (const text of source(left.signal)) {
            if (left.signal.aborted) return;
            write(text);
            if (!hasRoom() && !(await room())) throw new DOMException("The reader is too slow.", "TimeoutError");
            if (left.signal.aborted) return;
          }
        };
        signal?.addEventListener("abort", end, { once: true });
        // The comment makes servers and proxies send the head at once.
        write(": open\nretry: 1000\n\n");
        heartbeat = setInterval(() => {
          if (hasRoom()) write(": still here\n\n");
        }, heartbeatMs);
        pump().then(
          () => {
            if (!left.signal.aborted) controller.close();
            end();
          },
          (error: unknown) => {
            if (!left.signal.aborted) controller.error(error);
            end();
          },
        );
      },
      pull() {
        onRoom();
      },
      cancel() {
        end();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES }),
  );
}
