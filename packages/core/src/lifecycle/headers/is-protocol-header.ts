/** True for the protocol's own headers, whatever the case: none of them goes on to a provider or a tool. */
export function isProtocolHeader(name: string): boolean {
  // POS-HDR-02: what callers and runs tell each other is nobody else's business.
  return /^\s*(?:x-)?crp-/i.test(name);
}
