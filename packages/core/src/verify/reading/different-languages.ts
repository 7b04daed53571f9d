import type { TextReading } from "./text-reading.js";

/** True where two texts are in different languages for sure, so that their words cannot be held against each other. */
export function inDifferentLanguages(a: TextReading, b: TextReading): boolean {
  const one = a.language;
  const other = b.language;
  if (one.script !== null && other.script !== null && one.script !== other.script) return true;
  return one.language !== null && other.language !== null && one.language !== other.language;
}
