import type { SourceMap } from "../layer/source-map.js";
import { misuse } from "../source/misuse.js";
import { adviceOf, type Diagnostic } from "./diagnostic.js";
import type { Severity } from "./table.js";

const FRAME_WIDTH = 120;

/** How `formatDiagnostics` shows a list. */
export interface FormatOptions {
  /** At most so many diagnostics are shown; a positive integer, default all. */
  readonly max?: number;
  /** ANSI colours; default false. */
  readonly color?: boolean;
}

const colors: Readonly<Record<Severity, number>> = { fatal: 31, error: 31, warning: 33, info: 36 };

/** STTP-P-06: `severity CODE line:column message`, the source line around the span, and carets under the span. */
export function formatDiagnostic(diagnostic: Diagnostic, source: SourceMap): string {
  return render(diagnostic, source, false);
}

/** STTP-P-06: a list of diagnostics, one frame each, and how many were left out. Throws RangeError for a bad `max`. */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  source: SourceMap,
  options: FormatOptions = {},
): string {
  const { max = Number.MAX_SAFE_INTEGER, color = false } = options;
  if (!Number.isInteger(max) || max < 1) throw misuse("STTP_OPTION_RANGE", "max must be a positive integer");
  const frames = diagnostics.slice(0, max).map((diagnostic) => render(diagnostic, source, color));
  if (diagnostics.length > max) frames.push(`… and ${diagnostics.length - max} more`);
  return frames.join("\n\n");
}

function render(diagnostic: Diagnostic, source: SourceMap, color: boolean): string {
  const { code, severity, message, data } = diagnostic;
  const span = clamp(diagnostic, source);
  const { line, column } = source.positionAt(span.start);
  const head = color ? `\u001b[${colors[severity]}m${severity}\u001b[0m` : severity;
  const advice = adviceOf(code, data);
  const { text, carets } = frameOf(source, span, line);
  const gutter = `${line} | `;
  return `${head} ${code} ${line}:${column} ${visible(message)}\n${gutter}${text}\n${" ".repeat(gutter.length)}${carets}\n  = ${visible(advice)}`;
}

/** A diagnostic of a node without text has no place in any text; it is shown at the start. */
function clamp({ span }: Diagnostic, source: SourceMap): { start: number; end: number } {
  const last = source.base + source.raw.length;
  const start = Math.min(Math.max(span.start, source.base), last);
  return { start, end: Math.min(Math.max(span.end, start), last) };
}

function frameOf(
  source: SourceMap,
  span: { start: number; end: number },
  line: number,
): { text: string; carets: string } {
  const whole = source.lineSpan(line);
  const marked = Math.min(span.end, whole.end) - span.start;
  let from = whole.start;
  if (whole.end - whole.start > FRAME_WIDTH) {
    const slack = Math.max(0, FRAME_WIDTH - Math.max(marked, 0));
    from = Math.max(whole.start, Math.min(span.start - (slack >> 1), whole.end - FRAME_WIDTH));
  }
  const to = Math.min(whole.end, from + FRAME_WIDTH);
  const slice = (start: number, end: number): string => source.raw.slice(start - source.base, end - source.base);
  const before = visible(slice(from, span.start));
  const inside = visible(slice(span.start, Math.min(span.end, to)));
  const after = visible(slice(Math.min(Math.max(span.end, span.start), to), to));
  const lead = from > whole.start ? "…" : "";
  const tail = to < whole.end ? "…" : "";
  const carets = " ".repeat(width(lead + before)) + "^".repeat(Math.max(1, width(inside)));
  return { text: lead + before + inside + after + tail, carets };
}

/** Text on a terminal as itself: controls, invisible characters and unpaired surrogates are escaped. */
function visible(text: string): string {
  let out = "";
  for (const point of text) {
    const code = point.codePointAt(0)!;
    if (point === "\t") out += " ";
    else if (isInvisible(code)) out += `\\u${code.toString(16).padStart(4, "0")}`;
    else out += point;
  }
  return out;
}

function isInvisible(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code & 0x1ff800) === 0xd800) return true;
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) || isJoiner(code);
}

function isJoiner(code: number): boolean {
  return (code >= 0x2060 && code <= 0x2069) || code === 0xfeff;
}

/** How many terminal cells a text takes, counting every code point as one. */
function width(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
