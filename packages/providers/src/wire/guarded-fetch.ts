import { isProtocolHeader, ModelCallError } from "@pelorus/core";
import { guardBody } from "./guard-body.js";
import type { WireLimits } from "./wire-limits.js";

/** The part of `fetch` that vendors' packages need. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` that keeps what every adapter promises: no protocol header leaves (POS-HDR-02), a reply is bounded in bytes
 * and in silence, and a page for people is told from an answer. Breaches reject with, or end the body with, a
 * `ModelCallError`. `base` defaults to the global `fetch`, read at the call.
 */
export function guardedFetch(limits: WireLimits, base?: Fetch): Fetch {
  return async (input, init) => {
    const response = await (base ?? globalThis.fetch)(input, withoutProtocolHeaders(init));
    if (response.ok && isPage(response)) {
      await response.body?.cancel().catch(() => {});
      throw new ModelCallError(
        `The address answered with a web page (HTTP ${response.status}) where JSON was due; check the base URL.`,
        { statusCode: response.status },
      );
    }
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(guardBody(response.body, limits), { status, statusText, headers });
  };
}

function withoutProtocolHeaders(init: RequestInit | undefined): RequestInit | undefined {
  if (init?.headers === undefined) return init;
  // POS-HDR-02: whoever set them, a provider never sees them.
  const kept = [...new Headers(init.headers)].filter(([name]) => !isProtocolHeader(name));
  return { ...init, headers: kept as [string, string][] };
}

function isPage(response: Response): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)/i.test(response.headers.get("content-type") ?? "");
}
