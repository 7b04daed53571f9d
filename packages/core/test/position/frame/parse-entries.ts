import type { FrameEntry } from "../../../src/position/frame-entry.js";

const INDENT = "  ";

/** Reads entries back from the text of a parsed section. Lines before the first entry (a cut text) are left out. */
export function parseEntries(text: string): FrameEntry[] {
  const entries: { head: string[]; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const close = line.startsWith("[") ? line.indexOf("] ") : -1;
    if (close > 0) entries.push({ head: line.slice(1, close).split(" | "), lines: [line.slice(close + 2)] });
    else entries[entries.length - 1]?.lines.push(line.startsWith(INDENT) ? line.slice(INDENT.length) : line);
  }
  return entries.map(({ head, lines }) => ({ head, text: lines.join("\n") }));
}
