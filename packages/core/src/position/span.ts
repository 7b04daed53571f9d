/** Half-open UTF-16 span. */
export type Span = readonly [number, number];
