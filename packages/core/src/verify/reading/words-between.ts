import type { ScannedText } from "./scan-text.js";
import type { SentenceRange } from "./text-reading.js";

/** The words that begin between two offsets of a text. */
export function wordsBetween({ starts }: ScannedText, from: number, to: number): SentenceRange {
  return { first: firstFrom(starts, from), last: firstFrom(starts, to) };
}

function firstFrom(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
