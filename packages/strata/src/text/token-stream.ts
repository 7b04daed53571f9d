import type { TextSpan } from "../diagnostic/diagnostic.js";
import type { DiagnosticList } from "../diagnostic/diagnostic-list.js";
import type { DiagnosticExtras } from "../diagnostic/make-diagnostic.js";
import type { Comment, Lexer, Token } from "./lexer.js";
import { RESERVED } from "./words.js";

/** Thrown inside the parser to leave an item that has been reported; caught where the next item begins. */
export const RESUME = Symbol("resume");

/** Tokens with lookahead, and the demands a grammar makes of them. */
export class TokenStream {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #report: DiagnosticList;
  readonly #ahead: Token[] = [];
  #last: Token | null = null;

  constructor(text: string, lexer: Lexer, report: DiagnosticList) {
    this.#text = text;
    this.#lexer = lexer;
    this.#report = report;
  }

  /** Where the last token taken ends. */
  get end(): number {
    return this.#last?.end ?? 0;
  }

  peek(distance = 0): Token {
    while (this.#ahead.length <= distance) this.#ahead.push(this.#lexer.next());
    return this.#ahead[distance]!;
  }

  take(): Token {
    const token = this.peek();
    this.#ahead.shift();
    this.#last = token;
    return token;
  }

  /** The comments before the next token. */
  commentsBefore(): Comment[] {
    this.peek();
    return this.#lexer.takeComments();
  }

  /** The comments among the tokens taken since comments were last asked for; looks no further. */
  commentsWithin(): Comment[] {
    return this.#lexer.takeComments();
  }

  isSymbol(symbol: string, distance = 0): boolean {
    const token = this.peek(distance);
    return token.kind === "symbol" && token.text === symbol;
  }

  isWord(word: string): boolean {
    const token = this.peek();
    return (token.kind === "name" || token.kind === "variable") && token.text === word;
  }

  takeSymbol(symbol: string): boolean {
    const found = this.isSymbol(symbol);
    if (found) this.take();
    return found;
  }

  takeWord(word: string): boolean {
    const found = this.isWord(word);
    if (found) this.take();
    return found;
  }

  needSymbol(symbol: string, wanted = `\`${symbol}\``): void {
    if (!this.takeSymbol(symbol)) this.unexpected(wanted);
  }

  needWord(word: string): void {
    if (!this.takeWord(word)) this.unexpected(`\`${word}\``);
  }

  needString(wanted: string): string {
    const token = this.peek();
    return token.kind === "string" ? this.take().text : this.unexpected(`${wanted} in double quotes`);
  }

  /** True when a name that is not reserved comes next, quoted or bare. */
  isName(): boolean {
    const { kind, text } = this.peek();
    return kind === "string" || (kind === "name" && !RESERVED.has(text));
  }

  needName(wanted: string): string {
    if (this.isName()) return this.take().text;
    const { kind, text } = this.peek();
    const hint = kind === "name" || kind === "variable" ? { hint: `as a name, write ${JSON.stringify(text)}` } : {};
    return this.unexpected(wanted, hint);
  }

  /** Reports the next token and leaves the item: E0003 at the end of the text, else E0002. */
  unexpected(wanted: string, extras: DiagnosticExtras = {}): never {
    const { kind, start, end } = this.peek();
    if (kind === "end") this.complain(3, { start, end }, `the text ended where ${wanted} was expected`, extras);
    const shown = JSON.stringify(this.#text.slice(start, Math.min(end, start + 24)));
    this.complain(2, { start, end }, `expected ${wanted}, but found ${shown}`, extras);
  }

  complain(code: 2 | 3 | 2007 | 2010, span: TextSpan, message: string, extras: DiagnosticExtras = {}): never {
    this.#report.add(code, "", message, { span, ...extras });
    throw RESUME;
  }

  /** Passes over the rest of an item, its full stop included. */
  skipItem(): void {
    while (this.peek().kind !== "end" && !this.isSymbol(".")) this.take();
    this.takeSymbol(".");
  }
}
