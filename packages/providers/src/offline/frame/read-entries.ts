/** One entry of a section as frames write it: `[id | KIND | source] text`, further lines indented. */
export interface Entry {
  readonly head: readonly string[];
  readonly text: string;
}

const INDENT = "  ";

/** The entries of a section's text; lines before the first one belong to none. Linear. */
export function readEntries(text: string): Entry[] {
  const entries: { head: string[]; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const close = line.startsWith("[") ? line.indexOf("] ") : -1;
    if (close > 0) entries.push({ head: line.slice(1, close).split(" | "), lines: [line.slice(close + 2)] });
    else entries.at(-1)?.lines.push(line.startsWith(INDENT) ? line.slice(INDENT.length) : line);
  }
  return entries.map(({ head, lines }) => ({ head, text: lines.join("\n") }));
}
