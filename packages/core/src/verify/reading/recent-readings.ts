import { TextReading } from "./text-reading.js";

/** Texts up to this length (UTF-16 units) are remembered, and so many of them. */
const LONGEST = 2048;
const MOST = 64;

const recent = new Map<string, TextReading>();

/**
 * The reading of a text. An output is read when it is checked, again as what the next step builds on, and again as the
 * fact that is made of it: short texts of the last steps are read once.
 */
export function readingOf(text: string): TextReading {
  if (text.length > LONGEST) return new TextReading(text);
  let reading = recent.get(text);
  if (reading === undefined) {
    reading = new TextReading(text);
    if (recent.size >= MOST) recent.delete(recent.keys().next().value as string);
    recent.set(text, reading);
  }
  return reading;
}
