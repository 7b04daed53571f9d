/** A piece of evidence: text that stands verbatim in its source. */
export interface Passage {
  /** The id under which the frame knows the source: `staff/onboarding.md:3-12`, a URL, a call. */
  readonly ref: string;
  /** The source without lines: passages of one document have the same. */
  readonly path: string;
  /** Lines of the passage in its document, counted from 1, where the ref names them. */
  readonly lines: { readonly start: number; readonly end: number } | null;
  /** Headings above the passage from the outermost in, or the column names of a table. */
  readonly headings: readonly string[];
  readonly text: string;
}

const LINES = /^(.*):(\d{1,9})-(\d{1,9})$/;

/**
 * Makes a passage of a statement and its source. A search puts the headings above a passage on a line of their own before
 * it; that line is recognised by being one more than the source's lines.
 */
export function passageOf(statement: string, ref: string): Passage {
  const match = LINES.exec(ref);
  if (match === null) return { ref, path: ref, lines: null, headings: [], text: statement };
  const [, path = "", from = "", to = ""] = match;
  const lines = { start: Number(from), end: Number(to) };
  const rows = statement.split("\n");
  if (rows.length !== lines.end - lines.start + 2) return { ref, path, lines, headings: [], text: statement };
  return { ref, path, lines, headings: (rows[0] as string).split(" › "), text: rows.slice(1).join("\n") };
}
