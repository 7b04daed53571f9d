import type { McpAddress } from "./mcp-target.js";

type Fetch = NonNullable<McpAddress["fetch"]>;

const NEWLINE = 10;

/**
 * A fetch whose answers end with an error once one message is larger than `limit` bytes: the whole of a plain answer, a
 * line of an event stream, which may go on for ever. `onOverflow` is told first.
 */
export function limitedFetch(given: Fetch | undefined, limit: number, onOverflow: () => Error): Fetch {
  return async (url, init) => {
    const response = await (given ?? fetch)(url, init);
    if (response.body === null) return response;
    const isStream = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
    const counted = response.body.pipeThrough(countingStream(limit, isStream, onOverflow));
    const { status, statusText, headers } = response;
    const limited = new Response(counted, { status, statusText, headers });
    Object.defineProperty(limited, "url", { value: response.url });
    return limited;
  };
}

function countingStream(
  limit: number,
  perLine: boolean,
  onOverflow: () => Error,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const lastLine = perLine ? chunk.lastIndexOf(NEWLINE) : -1;
      size = lastLine < 0 ? size + chunk.length : chunk.length - lastLine - 1;
      if (size > limit) controller.error(onOverflow());
      else controller.enqueue(chunk);
    },
  });
}
