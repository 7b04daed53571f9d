import { printCode } from "./codes.js";
import type { Diagnostic, Fix } from "./diagnostic.js";

/** What `renderDiagnostics` may quote from. */
export interface RenderOptions {
  /** The text the spans refer to; with it, places are printed as `line:column`. */
  readonly text?: string;
}

/**
 * Diagnostics in few words, one or two lines each, for a person or a model to act on: code, place, message, hint, and
 * the fix where one is certain.
 */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: RenderOptions = {}): string {
  const lines = options.text === undefined ? null : lineStarts(options.text);
  return diagnostics.map((diagnostic) => render(diagnostic, lines)).join("\n");
}

function render({ code, severity, message, path, span, hint, fixes = [] }: Diagnostic, lines: number[] | null): string {
  const place = span !== undefined && lines !== null ? ` ${lineAndColumn(lines, span.start)}` : "";
  const head = `${printCode(code)} ${severity}${place}${path === "" ? "" : ` ${path}`}: ${message}`;
  const advice = hint === undefined ? "" : ` (${hint})`;
  const fix = fixes[0] === undefined ? "" : `\n  fix: ${renderFix(fixes[0])}`;
  return head + advice + fix;
}

function renderFix(fix: Fix): string {
  if (fix.kind === "text_edit") {
    const { span, replacement } = fix.data;
    if (span.start === span.end) return `insert ${JSON.stringify(replacement)} at ${span.start}`;
    if (replacement === "") return `remove ${span.start}..${span.end}`;
    return `replace ${span.start}..${span.end} with ${JSON.stringify(replacement)}`;
  }
  return fix.data.ops
    .map((op) => {
      if (op.kind === "remove") return `remove ${op.data.path}`;
      return `${op.kind} ${op.data.path} = ${JSON.stringify(op.data.value)}`;
    })
    .join("; ");
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Line and column from 1, columns in UTF-16 units. */
function lineAndColumn(starts: readonly number[], offset: number): string {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return `${low + 1}:${offset - starts[low]! + 1}`;
}
