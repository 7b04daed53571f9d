import { ServerError } from "../problem/server-error.js";
import { hostOf } from "./guard-host.js";

/**
 * Refuses what pages of other origins send, so that a page somebody visits cannot start, answer or read runs in their
 * name. Programs send no `Origin` and pass. Throws `ServerError` (`origin_refused`).
 */
export function guardOrigin(request: Request, allowed: readonly string[]): void {
  const origin = request.headers.get("origin");
  if (origin === null) {
    // Without an origin it is a link that is followed, which shows nothing to who made it, or something embedded. A form
    // that is sent is no link: browsers give it an origin.
    const site = request.headers.get("sec-fetch-site");
    const embedded = site !== null && site !== "same-origin" && site !== "none";
    const isLink = request.headers.get("sec-fetch-mode") === "navigate" && /^(?:GET|HEAD)$/.test(request.method);
    if (embedded && !isLink) refuse();
    return;
  }
  if (!isSameOrigin(origin, request) && !allowed.includes(origin)) refuse();
}

/** True where the origin's host and port are those the request was sent to. A proxy may have changed the scheme. */
function isSameOrigin(origin: string, request: Request): boolean {
  try {
    return new URL(origin).host === hostOf(request).toLowerCase();
  } catch {
    return false;
  }
}

function refuse(): never {
  throw new ServerError("origin_refused", "Pages of other origins may not use this server.");
}
