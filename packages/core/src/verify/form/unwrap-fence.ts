import { fenceMark } from "../reading/read-lines.js";

/** The text without one fence around the whole of it: that is packaging. */
export function unwrapFence(text: string): string {
  const trimmed = text.trim();
  const mark = fenceMark(trimmed, 0);
  if (mark === "" || !trimmed.endsWith(mark)) return trimmed;
  const lineEnd = trimmed.indexOf("\n");
  if (lineEnd < 0) return trimmed;
  const inner = trimmed.slice(lineEnd + 1, -mark.length);
  // A second fence inside: the text is more than one block.
  return inner.includes(`\n${mark}`) || inner.startsWith(mark) ? trimmed : inner.trimEnd();
}
