/** True for the protocol's own headers, whatever the case. */
export function isProtocolHeader(name: string): boolean {
  return /^\s*(?:x-)?crp-/i.test(name);
}

/** The headers that may go to a provider or a tool: all but the protocol's own. */
export function stripProtocolHeaders<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  // POS-HDR-02: what callers and runs tell each other is nobody else's business.
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isProtocolHeader(name)));
}
