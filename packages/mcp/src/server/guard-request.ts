import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is not answered: its HTTP status and one sentence. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

export interface RequestGuard {
  readonly path: string;
  readonly port: number;
  /** Host names, without ports, beside the loopback names. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly token: string | null;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Judges a request before anything of it is read. A page elsewhere that makes its own name resolve to this machine gets
 * no further than its `Host` or `Origin`.
 */
export function refusalFor(request: IncomingMessage, guard: RequestGuard): Refusal | null {
  const { host, origin, authorization } = request.headers;
  // POS-MCP-07
  if (host === undefined || !isAllowedHost(host, guard)) {
    return { status: 403, message: "This server does not answer for this host." };
  }
  if (origin !== undefined && !isAllowedOrigin(origin, guard)) {
    return { status: 403, message: "This server does not answer pages of this origin." };
  }
  if (guard.token !== null && !isToken(authorization, guard.token)) {
    return { status: 401, message: "Send the server's token as a bearer token." };
  }
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  return pathname === guard.path ? null : { status: 404, message: `The server is at ${guard.path}.` };
}

function isAllowedHost(host: string, { allowedHosts, port }: RequestGuard): boolean {
  const [, name = "", given] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
  if (allowedHosts.includes(name)) return true;
  return LOOPBACK.includes(name) && Number(given ?? 80) === port;
}

function isAllowedOrigin(origin: string, guard: RequestGuard): boolean {
  if (guard.allowedOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && LOOPBACK.includes(hostname);
}

/** Compared by digests: how far a wrong token agrees must not be told by time. */
function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
