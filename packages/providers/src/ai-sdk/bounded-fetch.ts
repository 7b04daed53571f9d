import { type Fetch, guardedFetch } from "../wire/guarded-fetch.js";
import { wireLimits } from "../wire/wire-limits.js";

/**
 * A `fetch` for the `fetch` option of a vendor's package of the AI SDK, which opens the connections itself: a reply is
 * bounded in bytes and in silence, also where it is not streamed, a web page is told from an answer, and no protocol header
 * leaves (POS-HDR-02). `aiSdkModel` alone bounds what is streamed. A RangeError for limits that are none.
 */
export function boundedFetch(
  options: {
    /** Longest silence between pieces of a reply in milliseconds; default 120,000. */
    readonly idleTimeoutMs?: number;
    /** Default 16 MiB. */
    readonly maxResponseBytes?: number;
    /** What makes the calls; default the global one. */
    readonly fetch?: Fetch;
  } = {},
): typeof globalThis.fetch {
  return guardedFetch(wireLimits(options), options.fetch) as typeof globalThis.fetch;
}
