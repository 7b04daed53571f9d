import { BACKTICK, DOUBLE_QUOTE, NEWLINE, type RequestToken, SINGLE_QUOTE } from "./tokenise-request.js";

/** Closing mark by opening mark, UTF-16 codes. */
const CLOSERS: ReadonlyMap<number, readonly number[]> = new Map(
  [
    ["“", "”"],
    ["„", "“”"],
    ["«", "»"],
    ["‹", "›"],
    ["「", "」"],
    ["『", "』"],
    ["《", "》"],
    ["〈", "〉"],
    ["‘", "’"],
    ["＂", "＂"],
  ].map(([open, close]) => [(open as string).charCodeAt(0), [...(close as string)].map((mark) => mark.charCodeAt(0))]),
);

const MIDDLE_OF_LINE = /[\p{L}\p{N}]/u;

/**
 * Masks quoted text, inline code, fences and block-quote lines. A mark opens only when its closer follows somewhere, so
 * a lone quotation mark masks nothing; one pass forward and one backward, linear whatever the marks are.
 */
// POS-CLS-05: quoted text and code are data
export function maskQuotes(request: string, tokens: readonly RequestToken[]): boolean {
  if (!tokens.some((token) => token.kind > 32 && !SENTENCE_MARKS.has(token.kind))) return false;
  const closesLater = lastClosers(request, tokens);
  let found = false;
  let open: { readonly closers: readonly number[]; readonly length: number } | null = null;
  let lineStart = true;
  let quotedLine = false;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as RequestToken;
    if (open !== null) {
      token.masked = true;
      if (closes(request, token, open)) open = null;
      lineStart = token.kind === NEWLINE;
      continue;
    }
    if (token.kind === NEWLINE) quotedLine = false;
    else if (lineStart && token.kind === 62) quotedLine = true;
    if (quotedLine) {
      token.masked = true;
      found = true;
    } else {
      open = opens(request, token, index, closesLater);
      if (open !== null) {
        token.masked = true;
        found = true;
      }
    }
    lineStart = token.kind === NEWLINE;
  }
  return found;
}

const SENTENCE_MARKS = new Set([".", ",", "?", "!", ":", ";", "(", ")"].map((mark) => mark.charCodeAt(0)));

type LastClosers = ReadonlyMap<number | string, number>;

/** Index of the last token that can close each kind of quotation. */
function lastClosers(request: string, tokens: readonly RequestToken[]): LastClosers {
  const last = new Map<number | string, number>();
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as RequestToken;
    if (token.kind === BACKTICK) last.set(`\`${Math.min(3, token.end - token.start)}`, index);
    else if (token.kind === SINGLE_QUOTE) {
      if (closesSingle(request, token)) last.set(SINGLE_QUOTE, index);
    } else if (token.kind >= DOUBLE_QUOTE) last.set(token.kind, index);
  }
  return last;
}

function opens(
  request: string,
  token: RequestToken,
  index: number,
  closesLater: LastClosers,
): { closers: readonly number[]; length: number } | null {
  const later = (key: number | string) => (closesLater.get(key) ?? -1) > index;
  if (token.kind === BACKTICK) {
    const length = Math.min(3, token.end - token.start);
    // An unclosed fence runs to the end, as in Markdown; an unclosed inline mark is a mark.
    return length === 3 || later(`\`${length}`) ? { closers: [BACKTICK], length } : null;
  }
  if (token.kind === DOUBLE_QUOTE) return later(DOUBLE_QUOTE) ? { closers: [DOUBLE_QUOTE], length: 1 } : null;
  if (token.kind === SINGLE_QUOTE) {
    const before = token.start === 0 ? " " : (request[token.start - 1] as string);
    const after = request[token.end] ?? " ";
    if (MIDDLE_OF_LINE.test(before) || before === ")" || after.trim() === "") return null;
    return later(SINGLE_QUOTE) ? { closers: [SINGLE_QUOTE], length: 1 } : null;
  }
  const closers = CLOSERS.get(token.kind);
  return closers?.some(later) ? { closers, length: 1 } : null;
}

function closes(request: string, token: RequestToken, open: { closers: readonly number[]; length: number }): boolean {
  if (!open.closers.includes(token.kind)) return false;
  if (token.kind === BACKTICK) return Math.min(3, token.end - token.start) === open.length;
  return token.kind !== SINGLE_QUOTE || closesSingle(request, token);
}

/** A single quotation mark closes before a space, a mark or the end. */
function closesSingle(request: string, token: RequestToken): boolean {
  const after = request[token.end];
  return after === undefined || !MIDDLE_OF_LINE.test(after);
}
