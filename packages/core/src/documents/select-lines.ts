import { DocumentError } from "./document-error.js";
import { cutPosition } from "./split-lines.js";

/** A part of a document. `next` is where the range goes on when the limit cut it, lines and columns counted from 1. */
export interface SelectedLines {
  readonly text: string;
  readonly endLine: number;
  readonly next: { readonly line: number; readonly column: number } | null;
}

/**
 * Takes a range of lines, both ends included, from a column of the first one on, up to `maximumCharacters`: whole lines as
 * long as they fit, and a piece of a line only when not even the first fits. An end beyond the document is its end.
 * Throws DocumentError `document_range_invalid` when the start lies outside the document or the end before the start.
 */
export function selectLines(
  lines: readonly string[],
  range: { startLine: number; endLine: number; startColumn: number },
  options: { path: string; maximumCharacters: number },
): SelectedLines {
  const { startLine, startColumn } = range;
  const { path, maximumCharacters } = options;
  const outside = (message: string) => new DocumentError("document_range_invalid", message, { path });
  if (range.endLine < startLine) throw outside(`The range ends at line ${range.endLine}, before line ${startLine}.`);
  if (lines.length === 0 && startLine === 1 && startColumn === 1) return { text: "", endLine: 0, next: null };
  const firstLine = lines[startLine - 1];
  if (firstLine === undefined) throw outside(`"${path}" has ${lines.length} lines; line ${startLine} does not exist.`);
  if (startColumn > firstLine.length + 1) {
    throw outside(`Line ${startLine} of "${path}" has ${firstLine.length} characters.`);
  }

  const first = firstLine.slice(startColumn - 1);
  if (first.length > maximumCharacters) {
    const size = cutPosition(first, maximumCharacters);
    return {
      text: first.slice(0, size),
      endLine: startLine,
      next: { line: startLine, column: startColumn + size },
    };
  }
  const end = Math.min(range.endLine, lines.length);
  let length = first.length;
  let at = startLine;
  for (; at < end; at++) {
    length += 1 + (lines[at]?.length ?? 0);
    if (length > maximumCharacters) break;
  }
  return {
    text: [first, ...lines.slice(startLine, at)].join("\n"),
    endLine: at,
    next: at < end ? { line: at + 1, column: 1 } : null,
  };
}
