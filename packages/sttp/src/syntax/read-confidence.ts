import { isSpace } from "../source/character.js";
import { readNumber } from "./read-number.js";

/** What stands in the parentheses of a signature. */
export interface ReadConfidence {
  /** NaN where it is no number. */
  readonly confidence: number;
  /** The text where it is no number, else null. */
  readonly text: string | null;
  /** Whether the strict grammar knows the spelling; true also where there is no number to spell. */
  readonly strict: boolean;
  readonly spaced: boolean;
}

export function readConfidence(inner: string): ReadConfidence {
  let start = 0;
  let end = inner.length;
  while (start < end && isSpace(inner.charCodeAt(start))) start++;
  while (end > start && isSpace(inner.charCodeAt(end - 1))) end--;
  const text = inner.slice(start, end);
  const spaced = text.length !== inner.length;
  const number = readNumber(text);
  // STTP-R-15: a number is kept as it is, also outside 0…1; anything else is kept as text.
  if (number === null) return { confidence: Number.NaN, text, strict: true, spaced };
  return { confidence: number.value, text: null, strict: number.strict, spaced };
}
