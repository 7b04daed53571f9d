import { cutPosition } from "./split-lines.js";

/** A piece of a document that is found and shown as one. Line numbers count from 1, both ends included. */
export interface Passage {
  readonly startLine: number;
  readonly endLine: number;
  /** Verbatim: the lines joined by a line feed, or a slice of one very long line. */
  readonly text: string;
  /** The headings above the passage from the outermost in, or the column names of a table of values; may be empty. */
  readonly context: string;
}

/** A passage grows by whole paragraphs up to this many characters. */
const GROWS_TO = 700;
/** No passage is longer. */
const LONGEST_PASSAGE = 1200;

/**
 * Divides the lines of a document into passages: at headings in Markdown, else at blank lines; short neighbours under one
 * heading go together, long paragraphs are cut at line ends, long lines inside. Every line that is not blank is in a
 * passage. Linear in the length of the document.
 */
export function splitPassages(lines: readonly string[], path: string): readonly Passage[] {
  const markdown = /\.(?:md|markdown|mdx)$/i.test(path);
  const values = /\.(?:csv|tsv)$/i.test(path);
  const passages: Passage[] = [];
  const headings: { readonly level: number; readonly title: string }[] = [];
  let fenced = false;
  let start = -1;
  let end = -1;
  let length = 0;
  let context = values ? (lines[0] ?? "").slice(0, GROWS_TO) : "";

  const close = () => {
    if (start !== -1) {
      passages.push({ startLine: start + 1, endLine: end + 1, text: lines.slice(start, end + 1).join("\n"), context });
    }
    start = -1;
    length = 0;
  };

  for (const [at, line] of lines.entries()) {
    const previousBlank = at > 0 && isBlank(lines[at - 1] ?? "");
    if (isBlank(line)) continue;
    if (markdown && /^\s{0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    const heading = markdown && !fenced ? /^(#{1,6})\s+(.*)$/.exec(line) : null;
    if (heading !== null) {
      close();
      const level = (heading[1] ?? "").length;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, title: (heading[2] ?? "").trim() });
      context = headings.map(({ title }) => title).join(" › ");
    } else if (
      length + line.length > LONGEST_PASSAGE ||
      (previousBlank && length > GROWS_TO) ||
      (values && length > GROWS_TO)
    ) {
      close();
    }
    if (line.length > LONGEST_PASSAGE) {
      close();
      addSlices(line, at, context, passages);
      continue;
    }
    if (start === -1) start = at;
    length += line.length + 1;
    end = at;
  }
  close();
  return passages;
}

function addSlices(line: string, at: number, context: string, passages: Passage[]): void {
  for (let from = 0; from < line.length; ) {
    const window = line.slice(from, from + LONGEST_PASSAGE + 1);
    const space = window.length > LONGEST_PASSAGE ? window.lastIndexOf(" ", LONGEST_PASSAGE) : -1;
    const size = space > GROWS_TO ? space + 1 : cutPosition(window, LONGEST_PASSAGE);
    const text = window.slice(0, size);
    if (!isBlank(text)) passages.push({ startLine: at + 1, endLine: at + 1, text, context });
    from += size;
  }
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}
