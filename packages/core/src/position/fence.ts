import { hash } from "node:crypto";
import { FENCE_DIGEST_DIGITS, FENCE_MARKS, HEADING_MARK, SECTION_NAMES } from "../contract/prompt-section.js";

const [OPEN, CLOSE] = FENCE_MARKS;

/** Titles of our headings as they stand in a prompt: `document_map` → `DOCUMENT MAP`. */
export const SECTION_TITLES: ReadonlyMap<string, string> = new Map(
  SECTION_NAMES.map((name) => [name, name.toUpperCase().replaceAll("_", " ")]),
);

/** The line that opens a section of a prompt: `=== FACTS ===`. */
export function sectionHeading(name: string): string {
  return `${HEADING_MARK} ${SECTION_TITLES.get(name) ?? name} ${HEADING_MARK}`;
}

/** Line breaks as any reader may see them, then what looks blank, then escapes, then the mark of a heading or fence. */
const LINE_HEAD = new RegExp(
  `(^|[\\n\\r\\v\\f\\u0085\\u2028\\u2029])([ \\t\\u00a0\\u00ad\\u1680\\u180e\\u2000-\\u200f\\u202f\\u205f\\u2060-\\u2064\\u3000\\ufeff]*)(\\\\*)(?=${HEADING_MARK}|${OPEN}|${CLOSE})`,
  "g",
);
const DIGEST = `[0-9a-f]{${FENCE_DIGEST_DIGITS}}`;
const TITLES = [...SECTION_TITLES.values()].map((title) => title.replace(" ", "[ _]")).join("|");
const RESERVED = new RegExp(
  `^(?:${HEADING_MARK}[ \\t]{0,8}(?:${TITLES})|(?:${OPEN}|${CLOSE})[ \\t]{0,8}${DIGEST})`,
  "i",
);
const WHOLE_DIGEST = new RegExp(`^${DIGEST}$`);
/** Longest text `RESERVED` can match. */
const RESERVED_LENGTH = 40;

const mayHoldReserved = (text: string) => text.includes(HEADING_MARK) || text.includes(OPEN) || text.includes(CLOSE);

function rewriteReserved(text: string, escapes: (count: string) => string): string {
  if (!mayHoldReserved(text)) return text;
  return text.replace(LINE_HEAD, (whole, lineBreak: string, blank: string, escaped: string, offset: number) => {
    const start = offset + whole.length;
    return RESERVED.test(text.slice(start, start + RESERVED_LENGTH)) ? lineBreak + blank + escapes(escaped) : whole;
  });
}

/**
 * Puts a backslash before every line of foreign text that starts like one of our headings or fence lines, so that no
 * input can open, close or fake a section (POS-FRM-05). `unescapeReserved` undoes it exactly.
 */
export function escapeReserved(text: string): string {
  // POS-FRM-05: one more backslash than the line had, which keeps the escape reversible.
  return rewriteReserved(text, (escaped) => `${escaped}\\`);
}

/** The text that `escapeReserved` was given. */
export function unescapeReserved(text: string): string {
  return rewriteReserved(text, (escaped) => escaped.slice(1));
}

/**
 * Puts untrusted text that is already escaped between its fence lines: two lines that carry the first 16 hex digits of its
 * SHA-256, taken over the text as it stands between them.
 */
export function fenceEscaped(text: string): string {
  // POS-FRM-05: nobody can write the digest of a text into that text, so the closing line cannot be forged from inside.
  const digest = hash("sha256", text, "hex").slice(0, FENCE_DIGEST_DIGITS);
  return `${OPEN} ${digest}\n${text}\n${CLOSE} ${digest}`;
}

/** The digest of a fence line, or null when `line` is none of that kind. */
export function fenceDigest(line: string, kind: "open" | "close"): string | null {
  const mark = `${kind === "open" ? OPEN : CLOSE} `;
  if (line.length !== mark.length + FENCE_DIGEST_DIGITS || !line.startsWith(mark)) return null;
  const digest = line.slice(mark.length);
  return WHOLE_DIGEST.test(digest) ? digest : null;
}
