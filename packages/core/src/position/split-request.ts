import type { Span } from "./span.js";

/** A paragraph up to this many UTF-16 units can be an instruction beside longer ones; a longer one is material. */
const LONGEST_INSTRUCTION = 400;
/** Material after a colon in the same paragraph is at least this long: shorter text is part of the sentence. */
const SHORTEST_SUPPLIED = 200;

interface Paragraph {
  readonly start: number;
  readonly end: number;
  /** A fenced block, block quote or run of data lines: never an instruction beside plain text. */
  readonly data: boolean;
}

const DATA_LINE = /^[ \t]{0,8}(?:[>|{}[\]<]|-{3}|={3})/;

/**
 * The parts of a request that say what to do, as spans in order; what is left is material to do it with. Reads the
 * layout alone (fences, quotes, data lines, labels, short paragraphs beside long ones), so it serves any language; where
 * a plan is at hand its clauses say it better. Never empty for a request that is not blank. Linear.
 */
export function instructionSpans(request: string): Span[] {
  const paragraphs = readParagraphs(request);
  const plain = paragraphs.filter((paragraph) => !paragraph.data);
  const first = plain[0];
  if (first === undefined) return paragraphs.length === 0 ? [] : [[0, request.length]];
  const colon = suppliedAfter(request, first, paragraphs[paragraphs.length - 1] as Paragraph);
  if (colon !== null) return [[first.start, colon]];
  const short = plain.filter(({ start, end }) => end - start <= LONGEST_INSTRUCTION);
  if (short.length === plain.length) {
    const total = plain.reduce((sum, { start, end }) => sum + end - start, 0);
    if (total <= 2 * LONGEST_INSTRUCTION) return plain.map(({ start, end }) => [start, end]);
  }
  const last = plain[plain.length - 1] as Paragraph;
  const ends = [first, last].filter((paragraph) => short.includes(paragraph));
  if (ends.length === 0) return [[first.start, first.end]];
  return [...new Set(ends)].map(({ start, end }) => [start, end]);
}

/** The words of a request that say what to do, in one text. */
export function instructionOf(request: string): string {
  return instructionSpans(request)
    .map(([start, end]) => request.slice(start, end))
    .join("\n");
}

function readParagraphs(request: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: { start: number; end: number; data: boolean } | null = null;
  let fence: string | null = null;
  const close = () => {
    if (open !== null) paragraphs.push(open);
    open = null;
  };
  for (let start = 0; start <= request.length; ) {
    const found = request.indexOf("\n", start);
    const end = found < 0 ? request.length : found;
    const head = request.slice(start, Math.min(end, start + 64)).trimStart();
    const mark = head.startsWith("```") ? "```" : head.startsWith("~~~") ? "~~~" : null;
    const data: boolean = fence !== null || mark !== null || DATA_LINE.test(head);
    if (fence === null && head === "" && request.slice(start, end).trim() === "") close();
    else {
      const current: { start: number; end: number; data: boolean } | null = open;
      if (current !== null && (current as { data: boolean }).data === data) (current as { end: number }).end = end;
      else {
        close();
        open = { start, end, data };
      }
    }
    if (mark !== null) fence = fence === null ? mark : fence === mark ? null : fence;
    start = end + 1;
  }
  close();
  return paragraphs;
}

/** Offset after the colon of "Translate the following text: …" or "Summarise:", when what follows is supplied. */
function suppliedAfter(request: string, first: Paragraph, last: Paragraph): number | null {
  const limit = Math.min(first.end, first.start + LONGEST_INSTRUCTION);
  for (let at = first.start; at < limit; at += 1) {
    const unit = request.charCodeAt(at);
    if (unit !== 0x3a && unit !== 0xff1a) continue;
    const after = request.slice(at + 1, at + 2);
    if (unit === 0x3a && after !== "" && after.trim() !== "") continue;
    const endsLine =
      request.slice(at + 1, Math.min(at + 9, request.length)).trimStart() === "" ||
      /^[ \t]{0,8}[\r\n]/.test(request.slice(at + 1, at + 10));
    if (endsLine && last.end > at + 2) return at + 1;
    if (last.end - at > SHORTEST_SUPPLIED) return at + 1;
  }
  return null;
}
