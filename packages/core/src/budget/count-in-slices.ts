/** UTF-16 units of one slice of a run without a break. */
const SLICE = 1000;

/**
 * Counts a text whose unbroken runs (no change between blank and other characters) are at most 1,000 characters in one
 * go, and longer runs slice by slice: encoders take quadratic time on them (POS-BUD-04). A slice never ends inside a
 * surrogate pair. Sliced counts may exceed the true one by one token per slice.
 */
export function countInSlices(text: string, count: (text: string) => number): number {
  const cuts = sliceEnds(text);
  if (cuts.length === 0) return count(text);
  let tokens = 0;
  let start = 0;
  for (const end of cuts) {
    tokens += count(text.slice(start, end));
    start = end;
  }
  return tokens + count(text.slice(start));
}

/** Where long runs are cut: at each full slice, and at the end of the run, so that the rest stays in one piece. */
function sliceEnds(text: string): number[] {
  const ends: number[] = [];
  let runStart = 0;
  let blankRun = false;
  for (let at = 0; at <= text.length; at += 1) {
    const blank = at < text.length && isBlank(text.charCodeAt(at));
    if (at < text.length && blank === blankRun) continue;
    if (at - runStart > SLICE) cutRun(text, runStart, at, ends);
    runStart = at;
    blankRun = blank;
  }
  return ends;
}

function cutRun(text: string, start: number, end: number, ends: number[]): void {
  if (start > (ends[ends.length - 1] ?? 0)) ends.push(start);
  for (let at = start + SLICE; at < end; at += SLICE) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xdc00 && unit < 0xe000) at += 1;
    ends.push(Math.min(at, end));
  }
  if (ends[ends.length - 1] !== end && end < text.length) ends.push(end);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000 || unit === 0x2028;
}
