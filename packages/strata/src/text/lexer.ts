import type { DiagnosticList } from "../diagnostic/diagnostic-list.js";

export type TokenKind =
  | "name"
  | "string"
  | "variable"
  | "quoted_variable"
  | "integer"
  | "number"
  | "symbol"
  | "query"
  | "pragma"
  | "end";

/** A token. `text` is the name, the decoded string, the digits, or the symbol itself. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Line breaks between this token and the comment or token before it. */
  readonly lines: number;
}

/** A comment with its `%`, and the line breaks before it: 0 when it stands beside something. */
export interface Comment {
  readonly text: string;
  readonly lines: number;
}

/** Symbols of two characters, by the first of them. */
const PAIRS: Readonly<Record<string, readonly string[]>> = { ":": [":-", "::"], "<": ["<="], ">": [">="], "!": ["!="] };
const SINGLES = "(),.:<>=+-*/";

/** Splits surface text into tokens, one at a time. Reports characters that belong to none (E0001) and passes over them. */
export class Lexer {
  readonly #text: string;
  readonly #report: DiagnosticList;
  #position = 0;
  /** The start of the text counts as a line break, so that nothing before it is beside a first comment. */
  #lines = 1;
  #comments: Comment[] = [];

  constructor(text: string, report: DiagnosticList) {
    this.#text = text;
    this.#report = report;
    if (text.charCodeAt(0) === 0xfeff) this.#position = 1;
  }

  /** The comments met since this was last called. */
  takeComments(): Comment[] {
    const comments = this.#comments;
    this.#comments = [];
    return comments;
  }

  next(): Token {
    for (;;) {
      this.#skipBlank();
      const start = this.#position;
      if (start >= this.#text.length) return this.#token("end", "", start);
      const token = this.#scan(start);
      if (token !== null) return token;
    }
  }

  #token(kind: TokenKind, text: string, start: number): Token {
    const lines = this.#lines;
    this.#lines = 0;
    return { kind, text, start, end: this.#position, lines };
  }

  #skipBlank(): void {
    for (; this.#position < this.#text.length; this.#position += 1) {
      const code = this.#text.charCodeAt(this.#position);
      if (code === 10) this.#lines += 1;
      else if (code === 37) this.#comment();
      else if (code !== 32 && code !== 9 && code !== 13) return;
    }
  }

  #comment(): void {
    const start = this.#position;
    const found = this.#text.indexOf("\n", start);
    const end = found < 0 ? this.#text.length : found;
    this.#comments.push({ text: this.#text.slice(start, end).trimEnd(), lines: this.#lines });
    this.#lines = 0;
    this.#position = end - 1;
  }

  #scan(start: number): Token | null {
    const code = this.#text.charCodeAt(start);
    if (isLower(code) || isUpper(code) || code === 95) {
      this.#position = this.#wordEnd(start);
      return this.#token(isLower(code) ? "name" : "variable", this.#text.slice(start, this.#position), start);
    }
    if (isDigit(code)) return this.#number(start);
    if (code === 34) return this.#string(start, start, "string");
    if (code === 36 && this.#text.charCodeAt(start + 1) === 34)
      return this.#string(start, start + 1, "quoted_variable");
    if (code === 63) return this.#query(start);
    if (code === 64) {
      this.#position = this.#wordEnd(start + 1);
      return this.#token("pragma", this.#text.slice(start + 1, this.#position), start);
    }
    const symbol = this.#symbol(start);
    if (symbol === null) return this.#unknown(start);
    this.#position = start + symbol.length;
    return this.#token("symbol", symbol, start);
  }

  #symbol(start: number): string | null {
    const first = this.#text[start]!;
    const pair = PAIRS[first]?.find((each) => this.#text[start + 1] === each[1]);
    return pair ?? (SINGLES.includes(first) ? first : null);
  }

  #wordEnd(from: number): number {
    let end = from;
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (!isLower(code) && !isUpper(code) && !isDigit(code) && code !== 95) break;
    }
    return end;
  }

  /** `?prob` and `?grad` are one token; `?` before any other word stands alone. */
  #query(start: number): Token {
    const end = this.#wordEnd(start + 1);
    const word = this.#text.slice(start + 1, end);
    const kind = word === "prob" || word === "grad" ? word : "plain";
    this.#position = kind === "plain" ? start + 1 : end;
    return this.#token("query", kind, start);
  }

  /** Digits; with a point before a digit, or an exponent, a number. The point that ends an item is none. */
  #number(start: number): Token {
    let end = this.#digitsEnd(start);
    let kind: TokenKind = "integer";
    if (this.#text[end] === "." && isDigit(this.#text.charCodeAt(end + 1))) {
      kind = "number";
      end = this.#digitsEnd(end + 1);
    }
    if (this.#text[end] === "e" || this.#text[end] === "E") {
      const sign = this.#text[end + 1] === "+" || this.#text[end + 1] === "-" ? 1 : 0;
      if (isDigit(this.#text.charCodeAt(end + 1 + sign))) {
        kind = "number";
        end = this.#digitsEnd(end + 1 + sign);
      }
    }
    this.#position = end;
    return this.#token(kind, this.#text.slice(start, end), start);
  }

  #digitsEnd(from: number): number {
    let end = from;
    while (isDigit(this.#text.charCodeAt(end))) end += 1;
    return end;
  }

  #string(start: number, quote: number, kind: TokenKind): Token | null {
    let end = quote + 1;
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (code === 34 || code === 10) break;
      if (code === 92) end += 1;
    }
    const closed = this.#text.charCodeAt(end) === 34;
    this.#position = Math.min(closed ? end + 1 : end, this.#text.length);
    const decoded = closed ? decodeString(this.#text.slice(quote, this.#position)) : null;
    if (decoded !== null) return this.#token(kind, decoded, start);
    this.#complain(start, closed ? "this is no JSON string" : "the string is not closed on its line");
    return null;
  }

  #unknown(start: number): null {
    let end = start + 1;
    while (end < this.#text.length && !isKnownStart(this.#text.charCodeAt(end))) end += 1;
    this.#position = end;
    const shown = JSON.stringify(this.#text.slice(start, Math.min(end, start + 24)));
    this.#complain(start, `${shown} belongs to no token: quote a name that has other characters`);
    return null;
  }

  #complain(start: number, message: string): void {
    this.#report.add(1, "", message, { span: { start, end: this.#position } });
  }
}

function decodeString(source: string): string | null {
  try {
    return JSON.parse(source) as string;
  } catch {
    return null;
  }
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isKnownStart(code: number): boolean {
  return (
    isLower(code) || isUpper(code) || isDigit(code) || ' \t\r\n%"$?@_:<>!(),.=+-*/'.includes(String.fromCharCode(code))
  );
}
