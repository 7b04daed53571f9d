/** One line of a text that is not blank. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  /** Columns of blanks before it; a tab counts four. */
  readonly indent: number;
  readonly kind: "text" | "heading" | "bullet" | "numbered" | "row" | "fence" | "code" | "rule";
  /** Offset of what follows the marker. */
  readonly body: number;
  /** Number of a numbered line. */
  readonly number?: number;
}

const SPACE = 0x20;
const BULLETS = "-*•‣◦–—+·●▪";

/** The lines of a text by their layout. Lines of fenced blocks are `code`. */
export function readLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let fence = "";
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf("\n", start);
    let end = found < 0 ? text.length : found;
    const next = end + 1;
    while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1;
    let first = start;
    let indent = 0;
    for (; first < end && text.charCodeAt(first) <= SPACE; first += 1) indent += text.charCodeAt(first) === 9 ? 4 : 1;
    if (first < end) {
      const mark = fenceMark(text, first);
      if (mark !== "" && (fence === "" || mark === fence)) {
        lines.push({ start: first, end, indent, kind: "fence", body: end });
        fence = fence === "" ? mark : "";
      } else if (fence !== "") lines.push({ start: first, end, indent, kind: "code", body: first });
      else lines.push(readLine(text, first, end, indent));
    }
    start = next;
  }
  return lines;
}

/** The fence that a line begins with, or "". */
export function fenceMark(text: string, at: number): string {
  return text.startsWith("```", at) ? "```" : text.startsWith("~~~", at) ? "~~~" : "";
}

function readLine(text: string, start: number, end: number, indent: number): TextLine {
  let at = start;
  let heading = false;
  while (at < end && text.charAt(at) === "#") at += 1;
  if (at > start && at < end && text.charCodeAt(at) === SPACE) heading = true;
  else at = start;
  at = skip(text, at, end, " ");
  const first = text.charAt(at);
  if (first === "|") return { start, end, indent, kind: "row", body: at };
  if (!heading && isRule(text, at, end)) return { start, end, indent, kind: "rule", body: end };
  if (!heading && BULLETS.includes(first) && text.charCodeAt(at + 1) === SPACE) {
    const body = skip(text, at + 1, end, " ");
    // "- 1. …": the number is what counts.
    const inner = numberAt(text, body, end);
    return inner === null
      ? { start, end, indent, kind: "bullet", body }
      : { start, end, indent, kind: "numbered", body: inner.body, number: inner.number };
  }
  const bold = skip(text, at, end, "*_");
  const numbered = numberAt(text, bold, end);
  if (numbered !== null) return { start, end, indent, kind: "numbered", body: numbered.body, number: numbered.number };
  return { start, end, indent, kind: heading ? "heading" : "text", body: at };
}

function skip(text: string, from: number, end: number, marks: string): number {
  let at = from;
  while (at < end && marks.includes(text.charAt(at))) at += 1;
  return at;
}

function isRule(text: string, from: number, end: number): boolean {
  const mark = text.charAt(from);
  if (end - from < 3 || (mark !== "-" && mark !== "*" && mark !== "_" && mark !== "=")) return false;
  for (let at = from; at < end; at += 1) if (text.charAt(at) !== mark) return false;
  return true;
}

const STEP_WORDS =
  /^(?:step|day|week|month|phase|stage|part|option|claim|schritt|tag|woche|phase|étape|jour|semaine|paso|día|semana|шаг|день|этап|第)[ \u00a0]?(\d{1,4})/i;
const STEP_LOOK = 24;

/** "1.", "1)", "(1)", "①", "Step 1", "一、" at `from`, with where the item's words begin. */
function numberAt(text: string, from: number, end: number): { number: number; body: number } | null {
  const code = text.charCodeAt(from);
  if (code >= 0x2460 && code <= 0x2473) return { number: code - 0x245f, body: skip(text, from + 1, end, " ") };
  let at = text.charAt(from) === "(" ? from + 1 : from;
  const digits = at;
  while (at < end && at - digits < 4 && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at += 1;
  if (at > digits) {
    const mark = text.charAt(at);
    const closes = mark === ")" || mark === "）" || mark === "、" || mark === "．" || (mark === "." && digits === from);
    const spaced =
      mark === "、" || mark === "）" || mark === "．" || at + 1 >= end || " *_\u00a0\t".includes(text.charAt(at + 1));
    return closes && spaced ? { number: Number(text.slice(digits, at)), body: skip(text, at + 1, end, " *_") } : null;
  }
  const numeral = "一二三四五六七八九十".indexOf(text.charAt(from));
  if (numeral >= 0 && text.charAt(from) !== "" && text.charAt(from + 1) === "、")
    return { number: numeral + 1, body: from + 2 };
  const step = STEP_WORDS.exec(text.slice(from, Math.min(end, from + STEP_LOOK)));
  if (step === null) return null;
  return { number: Number(step[1]), body: skip(text, from + step[0].length, end, " :.-–—*_)步天周：") };
}
