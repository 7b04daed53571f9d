/** Longest wait a header can ask for, in milliseconds; beyond it the header is taken for a mistake. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * Milliseconds a reply asks to wait: `retry-after-ms`, else `retry-after` in seconds or as a date. Undefined for none, for
 * what is neither, and for more than a day. `now` is milliseconds since the epoch.
 */
export function retryAfterMs(headers: Pick<Headers, "get"> | undefined, now: number): number | undefined {
  const exact = numberOf(headers?.get("retry-after-ms"));
  if (exact !== undefined) return bounded(exact);
  const stated = headers?.get("retry-after");
  const seconds = numberOf(stated);
  if (seconds !== undefined) return bounded(seconds * 1000);
  // Only a date with the name of its month: the platform takes many a word for one.
  const date = /[A-Za-z]{3}/.test(stated ?? "") ? Date.parse(stated ?? "") : Number.NaN;
  return Number.isNaN(date) ? undefined : bounded(Math.max(0, date - now));
}

function bounded(milliseconds: number): number | undefined {
  return milliseconds <= LONGEST_MS ? Math.ceil(milliseconds) : undefined;
}

function numberOf(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^\s*\d{1,12}(?:\.\d{1,6})?\s*$/.test(text) ? Number(text) : undefined;
}
