/** Half-open UTF-16 span. */
export type Span = readonly [number, number];

/** Sorts spans, clips them to `length`, drops empty ones and joins those that overlap. */
export function mergeSpans(spans: readonly Span[], length: number): Span[] {
  const sorted = spans
    .map(([start, end]): Span => [Math.max(0, start), Math.min(length, end)])
    .filter(([start, end]) => start < end)
    .sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = merged[merged.length - 1];
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** The span that `position` lies strictly inside of, or null. `spans` come from `mergeSpans`. */
export function spanAround(spans: readonly Span[], position: number): Span | null {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle] as Span;
    if (position <= span[0]) high = middle - 1;
    else if (position >= span[1]) low = middle + 1;
    else return span;
  }
  return null;
}
