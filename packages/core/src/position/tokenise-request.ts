import { type Lexicon, type LexiconEntry, WORD_FLAGS } from "./lexicon.js";

/** A word, a sequence of words the lexicon knows as one, or a mark. */
export interface RequestToken {
  /** `WORD`, `LINK`, or the UTF-16 code of the mark, brought to its ASCII fellow; runs of back-ticks are one token. */
  readonly kind: number;
  readonly start: number;
  end: number;
  /** Folded with NFKC and lower case; empty for marks. */
  readonly word: string;
  entry: LexiconEntry | undefined;
  /** Stands in quoted or supplied material. */
  masked: boolean;
}

export const WORD = 0;
export const LINK = 1;
export const NEWLINE = 10;
export const BACKTICK = 96;
export const DOUBLE_QUOTE = 34;
export const SINGLE_QUOTE = 39;

const WORD_CLASS = 1;
const SPACE_CLASS = 2;
const MARK_CLASS = 3;
const RUN_CLASS = 4;
const SURROGATE_CLASS = 5;

const LETTER = /[\p{L}\p{M}\p{N}_]/u;
const RUN_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
const SPACE = /\s/u;

// Classes of UTF-16 codes, filled as they are met: a table look-up per code instead of an expression.
const classes = new Uint8Array(65_536);

function classOf(code: number): number {
  const known = classes[code] as number;
  if (known !== 0) return known;
  const character = String.fromCharCode(code);
  let found = MARK_CLASS;
  if (code >= 0xd800 && code <= 0xdfff) found = SURROGATE_CLASS;
  else if (RUN_LETTER.test(character)) found = RUN_CLASS;
  else if (LETTER.test(character)) found = WORD_CLASS;
  else if (SPACE.test(character)) found = SPACE_CLASS;
  classes[code] = found;
  return found;
}

/** Marks that say the same as an ASCII one. */
const ASCII_MARK: ReadonlyMap<string, string> = new Map([
  ["：", ":"],
  ["，", ","],
  ["、", ","],
  ["。", "."],
  ["．", "."],
  ["｡", "."],
  ["！", "!"],
  ["？", "?"],
  ["；", ";"],
  ["\r", "\n"],
  ["\u2028", "\n"],
  ["\u2029", "\n"],
  ["…", "."],
  ["‘", "\u2018"],
]);

function markOf(code: number): number {
  if (code < 128) return code;
  const same = ASCII_MARK.get(String.fromCharCode(code));
  return same === undefined ? code : same.charCodeAt(0);
}

function isApostrophe(code: number): boolean {
  return code === 39 || code === 0x2019;
}

/** Cuts a request into tokens and gives every word its entry, longest sequence first. One pass, linear. */
// POS-CLS-03: a word is a maximal run of letters, marks, digits, inner apostrophes and hyphens, and marks between digits
export function tokeniseRequest(request: string, lexicon: Lexicon): RequestToken[] {
  const tokens: RequestToken[] = [];
  const { words } = lexicon;
  const length = request.length;
  let at = 0;
  while (at < length) {
    const code = request.charCodeAt(at);
    const kind = classOf(code);
    if (kind === SPACE_CLASS) {
      if (code === 10 || code === 0x2028 || code === 0x2029 || (code === 13 && request.charCodeAt(at + 1) !== 10)) {
        tokens.push({ kind: NEWLINE, start: at, end: at + 1, word: "", entry: undefined, masked: false });
      }
      at += 1;
    } else if (kind === WORD_CLASS || (kind === SURROGATE_CLASS && isAstralLetter(request, at))) {
      const start = at;
      let plain = true;
      let ascii = true;
      for (;;) {
        const next = request.charCodeAt(at);
        const nextKind = at < length ? classOf(next) : MARK_CLASS;
        if (nextKind === WORD_CLASS) {
          if (next < 97 ? next > 57 : next > 122) {
            plain = false;
            if (next > 127) ascii = false;
          }
          at += 1;
        } else if (nextKind === SURROGATE_CLASS && isAstralLetter(request, at)) {
          plain = false;
          ascii = false;
          at += 2;
        } else if ((next === 45 || isApostrophe(next)) && at > start && isWordCode(request, at + 1)) {
          if (next === 0x2019) {
            plain = false;
            ascii = false;
          }
          at += 1;
        } else if (joinsDigits(request, at)) {
          if (next > 127) {
            plain = false;
            ascii = false;
          }
          at += 1;
        } else break;
      }
      const raw = request.slice(start, at);
      const mark = request.charCodeAt(at);
      if ((mark === 58 || mark === 46) && isLink(request, start, at)) {
        while (at < length && classOf(request.charCodeAt(at)) !== SPACE_CLASS) at += 1;
        tokens.push({ kind: LINK, start, end: at, word: "", entry: undefined, masked: true });
        continue;
      }
      const word = plain ? raw : ascii ? raw.toLowerCase() : fold(raw);
      const entry = words.get(word) ?? (word.includes("-") ? joinedVerb(words, word) : undefined);
      tokens.push({ kind: WORD, start, end: at, word, entry, masked: false });
    } else if (kind === RUN_CLASS) {
      at = cutRun(request, at, lexicon, tokens);
    } else {
      const start = at;
      at += kind === SURROGATE_CLASS && at + 1 < length ? 2 : 1;
      const mark = markOf(code);
      if (mark === BACKTICK) while (request.charCodeAt(at) === BACKTICK) at += 1;
      tokens.push({ kind: mark, start, end: at, word: "", entry: undefined, masked: false });
    }
  }
  return joinSequences(tokens);
}

/** "résume-le", "donnez-nous": the verb before a hyphen, where the whole is no entry of its own and the rest a pronoun. */
function joinedVerb(words: Lexicon["words"], word: string): LexiconEntry | undefined {
  const hyphen = word.indexOf("-");
  const verb = words.get(word.slice(0, hyphen));
  const rest = words.get(word.slice(hyphen + 1));
  const pronoun =
    rest !== undefined && (rest.flags & (WORD_FLAGS.pronoun | WORD_FLAGS.adverb | WORD_FLAGS.subject)) !== 0;
  return pronoun && verb?.verb != null && verb.form === "base" ? verb : undefined;
}

/** A point, comma or colon between two digits belongs to the figure: 18:20, 3.5, 1,000. */
function joinsDigits(request: string, at: number): boolean {
  const mark = markOf(request.charCodeAt(at));
  if (mark !== 58 && mark !== 46 && mark !== 44) return false;
  return isDigit(request.charCodeAt(at - 1)) && isDigit(request.charCodeAt(at + 1));
}

/** ASCII digits and their full-width fellows. */
function isDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 0xff10 && code <= 0xff19);
}

function isWordCode(request: string, at: number): boolean {
  return at < request.length && classOf(request.charCodeAt(at)) === WORD_CLASS;
}

function isAstralLetter(request: string, at: number): boolean {
  const point = request.codePointAt(at) as number;
  return point > 0xffff && LETTER.test(String.fromCodePoint(point));
}

/** NFKC and lower case, typographic apostrophes made plain. */
function fold(raw: string): string {
  return raw.normalize("NFKC").toLowerCase().replaceAll("\u2019", "'");
}

const SCHEMES = new Set(["http", "https", "ftp", "file", "mailto"]);

function isLink(request: string, start: number, end: number): boolean {
  const next = request.charCodeAt(end);
  if (next === 58) return request.startsWith("://", end) && SCHEMES.has(request.slice(start, end).toLowerCase());
  return next === 46 && end - start === 3 && request.slice(start, end).toLowerCase() === "www";
}

/** Reads a Han or Kana run by longest entry; what no entry covers is one word up to the next entry. */
function cutRun(request: string, from: number, lexicon: Lexicon, tokens: RequestToken[]): number {
  const { words, longestRuns } = lexicon;
  let end = from;
  while (end < request.length && classOf(request.charCodeAt(end)) === RUN_CLASS) end += 1;
  let at = from;
  let unknownFrom = from;
  const flush = (to: number) => {
    if (to <= unknownFrom) return;
    const word = fold(request.slice(unknownFrom, to));
    tokens.push({ kind: WORD, start: unknownFrom, end: to, word, entry: words.get(word), masked: false });
  };
  while (at < end && longestRuns.size > 0) {
    let size = Math.min(longestRuns.get(request.charCodeAt(at)) ?? 0, end - at);
    let entry: LexiconEntry | undefined;
    for (; size > 0; size -= 1) {
      entry = words.get(request.slice(at, at + size));
      if (entry !== undefined) break;
    }
    if (entry === undefined) {
      at += 1;
      continue;
    }
    flush(at);
    tokens.push({ kind: WORD, start: at, end: at + size, word: request.slice(at, at + size), entry, masked: false });
    at += size;
    unknownFrom = at;
  }
  flush(end);
  return end;
}

/** Replaces the words of the longest known sequence at each place by one token. */
// POS-CLS-07: the longest cue wins and a word belongs to one cue only
function joinSequences(tokens: RequestToken[]): RequestToken[] {
  let write = 0;
  for (let read = 0; read < tokens.length; ) {
    const token = tokens[read] as RequestToken;
    let taken = 1;
    const sequences = token.entry?.sequences;
    if (sequences) {
      for (const sequence of sequences) {
        if (!matches(tokens, read + 1, sequence.rest)) continue;
        taken = sequence.entry.length;
        token.entry = sequence.entry;
        token.end = (tokens[read + taken - 1] as RequestToken).end;
        break;
      }
    }
    tokens[write] = token;
    write += 1;
    read += taken;
  }
  tokens.length = write;
  return tokens;
}

function matches(tokens: readonly RequestToken[], from: number, rest: readonly string[]): boolean {
  for (let index = 0; index < rest.length; index += 1) {
    if (tokens[from + index]?.word !== rest[index]) return false;
  }
  return true;
}
