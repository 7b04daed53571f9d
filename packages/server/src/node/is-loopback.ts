/** True for addresses and names that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.(?:0|[1-9][0-9]{0,2})){3}$/.test(host);
}
