import type { Span } from "./span.js";

/** One sentence, or one line of a list, table or heading. */
export interface TextUnit {
  readonly span: Span;
  /** Index of the line it stands in. */
  readonly line: number;
  readonly heading: boolean;
}

const CLOSERS = "\"'”’»)]」』";
const SMALL_WORDS =
  /(?:^|[\s(])(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|etc|e\.g|i\.e|z\.B|bzw|ca|approx|Fig|Inc|Ltd|Jr|Sr)$/;

/** Splits at sentence ends and line breaks; blank lines give nothing. Linear. */
export function splitUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let line = 0;
  for (let start = 0; start < text.length; line += 1) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    addLine(text, start, end, line, units);
    start = end + 1;
  }
  return units;
}

const HEADING = /^[ \t]{0,3}(?:#{1,6}[ \t]|\*\*[^*\n]{1,80}\*\*:?[ \t]{0,8}$)/;

function addLine(text: string, start: number, end: number, line: number, units: TextUnit[]): void {
  const add = (from: number, to: number, heading: boolean) => {
    let a = from;
    let b = to;
    while (a < b && isBlank(text.charCodeAt(a))) a += 1;
    while (b > a && isBlank(text.charCodeAt(b - 1))) b -= 1;
    if (a < b) units.push({ span: [a, b], line, heading });
  };
  if (HEADING.test(text.slice(start, Math.min(end, start + 128)))) {
    add(start, end, true);
    return;
  }
  let from = start;
  for (let at = start; at < end; at += 1) {
    const mark = text[at] as string;
    const wide = mark === "。" || mark === "！" || mark === "？";
    if (!wide && mark !== "." && mark !== "!" && mark !== "?") continue;
    let after = at + 1;
    while (after < end && CLOSERS.includes(text[after] as string)) after += 1;
    if (!wide && after < end && !isBlank(text.charCodeAt(after))) continue;
    if (mark === "." && after < end && SMALL_WORDS.test(text.slice(Math.max(from, at - 8), at))) continue;
    add(from, after, false);
    from = after;
    at = after - 1;
  }
  add(from, end, false);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000;
}
