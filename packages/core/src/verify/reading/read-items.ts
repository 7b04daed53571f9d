import type { TextLine } from "./read-lines.js";

/** One item of a list, with what is indented under it. */
export interface ListItem {
  readonly start: number;
  readonly end: number;
  /** Offset of what follows the marker. */
  readonly body: number;
  readonly number?: number;
}

/**
 * The items of a text's outermost list: numbered ones where there are at least two, else bulleted ones. What follows an
 * item up to the next belongs to it. `closed` ends an item at a line of text that is not indented.
 */
export function readItems(lines: readonly TextLine[]): ListItem[] {
  const numbered = outermost(lines, "numbered");
  const kind =
    numbered.length >= 2 || (numbered.length === 1 && outermost(lines, "bullet").length < 2) ? "numbered" : "bullet";
  const members = kind === "numbered" ? numbered : outermost(lines, "bullet");
  const items: ListItem[] = [];
  let member = 0;
  let open: { start: number; end: number; body: number; number?: number } | null = null;
  for (const line of lines) {
    if (line === members[member]) {
      if (open !== null) items.push(open);
      open = {
        start: line.start,
        end: line.end,
        body: line.body,
        ...(line.number === undefined ? {} : { number: line.number }),
      };
      member += 1;
    } else if (open !== null) {
      const ends = line.kind === "heading" || (member === members.length && line.kind === "text" && line.indent === 0);
      if (ends) {
        items.push(open);
        open = null;
      } else open.end = line.end;
    }
  }
  if (open !== null) items.push(open);
  return items;
}

function outermost(lines: readonly TextLine[], kind: "numbered" | "bullet"): TextLine[] {
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) if (line.kind === kind && line.indent < least) least = line.indent;
  // One column of play: "1." beside "10." is often set flush right.
  return lines.filter((line) => line.kind === kind && line.indent <= least + 1);
}

/** Short lines without markers, one item each ("Mercury⏎Venus⏎Earth"); empty where the text is not laid out so. */
export function readPlainItems(text: string, lines: readonly TextLine[]): ListItem[] {
  const plain = lines.filter((line) => line.kind === "text");
  if (plain.length !== lines.length || plain.length < 2) return [];
  const first = plain[0] as TextLine;
  const items = /[:：]$/.test(text.slice(first.end - 1, first.end)) ? plain.slice(1) : plain;
  return items.every((line) => line.end - line.start <= 120)
    ? items.map(({ start, end, body }) => ({ start, end, body }))
    : [];
}
