import { ServerError } from "../problem/server-error.js";

/** The names this machine has for itself. */
export const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Refuses requests for hosts other than `allowed` (names without port): a page whose name an attacker points at this
 * machine reaches the server under that name (DNS rebinding). Throws `ServerError` (`host_refused`).
 */
export function guardHost(request: Request, allowed: readonly string[]): void {
  const host = hostOf(request);
  const name = host.replace(/:[0-9]+$/, "").toLowerCase();
  if (!allowed.includes(name)) throw new ServerError("host_refused", "The Host header names another server.");
}

/** Host and port the request was sent to. */
export function hostOf(request: Request): string {
  return request.headers.get("host") ?? new URL(request.url).host;
}
