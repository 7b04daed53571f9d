import { escapeReserved } from "./fence.js";

/** One item of a frame: a fact, an earlier output, a call with its result. */
export interface FrameEntry {
  /** Short parts of the first line, the id first: `f3`, `TOOL`, `call:c1`. */
  readonly head: readonly string[];
  readonly text: string;
}

/** Entries as one text, with the span of each. */
export interface RenderedEntries {
  readonly text: string;
  /** Half-open UTF-16 spans, line break included. */
  readonly spans: readonly (readonly [number, number])[];
}

const INDENT = "  ";

/** Head parts stay on one line and inside their brackets, whatever an id or a source name holds. */
function headPart(part: string): string {
  return /[\p{Cc}\u2028\u2029|\]]/u.test(part) ? part.replace(/[\p{Cc}\u2028\u2029|\]]+/gu, " ").trim() : part;
}

const BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/**
 * `[id | KIND | source] statement`, further lines indented: an entry of ours starts in the first column with a bracket,
 * and no line of a statement can.
 */
export function renderEntry({ head, text }: FrameEntry): string {
  const body = text.replace(BREAKS, `\n${INDENT}`);
  return escapeReserved(`[${head.map(headPart).join(" | ")}] ${body}`);
}

/** Rendered entries as one text, one below the other. */
export function joinEntries(rendered: readonly string[]): RenderedEntries {
  const spans: [number, number][] = [];
  let start = 0;
  for (const { length } of rendered) {
    const end = start + length + (spans.length + 1 < rendered.length ? 1 : 0);
    spans.push([start, end]);
    start = end;
  }
  return { text: rendered.join("\n"), spans };
}
