import type { SentenceRange, TextReading } from "./text-reading.js";

const CONJUNCTIONS: ReadonlySet<string> = new Set(
  "and but while whereas so yet or which und aber während sondern et mais tandis y pero mientras mas ma e и а но".split(
    " ",
  ),
);

/**
 * The clauses of a sentence: parts after a semicolon, or after a comma and a conjunction. A sentence that is one clause
 * is returned alone, one of several after its clauses.
 */
export function clausesOf({ scanned }: TextReading, range: SentenceRange): SentenceRange[] {
  const { words, starts, ends, text } = scanned;
  const clauses: SentenceRange[] = [];
  let first = range.first;
  for (let at = range.first + 1; at < range.last; at += 1) {
    const between = text.slice(ends[at - 1] as number, starts[at] as number);
    const parted = /[;；，]/.test(between) || (between.includes(",") && CONJUNCTIONS.has(words[at] as string));
    if (!parted) continue;
    clauses.push({ first, last: at });
    first = at;
  }
  if (clauses.length === 0) return [range];
  clauses.push({ first, last: range.last }, range);
  return clauses;
}
