import { ModelCallError } from "@pelorus/core";
import type { WireLimits } from "./wire-limits.js";

/**
 * The same bytes, with an end to waiting and to size: the stream fails with a `ModelCallError` when a piece is longer in
 * coming than `idleTimeoutMs` or when more than `maxResponseBytes` came, and the connection is given up then. Time counts
 * only while somebody waits for a piece. No timer is left behind.
 */
export function guardBody(body: ReadableStream<Uint8Array>, limits: WireLimits): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let received = 0;
  const fail = (error: ModelCallError): never => {
    // Giving up the reader closes the socket.
    reader.cancel(error).catch(() => {});
    throw error;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await readWithin(reader, limits.idleTimeoutMs);
        if (piece === "silent") {
          return fail(
            new ModelCallError(
              `The reply stopped: nothing came for ${limits.idleTimeoutMs} ms; the connection was given up.`,
              { isRetryable: true },
            ),
          );
        }
        if (piece.done) return controller.close();
        // POS-ADP-01
        received += piece.value.byteLength;
        if (received > limits.maxResponseBytes) {
          return fail(
            new ModelCallError(`The reply is larger than ${limits.maxResponseBytes} bytes; it was not read on.`),
          );
        }
        controller.enqueue(piece.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead of whoever reads.
    { highWaterMark: 0 },
  );
}

type Piece = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, milliseconds: number): Promise<Piece | "silent"> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve("silent"), milliseconds);
    reader.read().then(
      (piece) => {
        clearTimeout(timer);
        resolve(piece);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
