import { apiMisuse } from "../diagnostic/api-misuse.js";
import { DEFAULT_BUDGET } from "../diagnostic/budget.js";
import type { Fix } from "../diagnostic/diagnostic.js";
import { DiagnosticList } from "../diagnostic/diagnostic-list.js";
import type { Outcome } from "../diagnostic/outcome.js";
import { markWellFormed } from "../ir/json/load-program.js";
import { type LoadOptions, tooLarge } from "../ir/json/read-document.js";
import type { Item, Program, Trivia } from "../ir/program.js";
import { IR_VERSION } from "../ir/version.js";
import { type Comment, Lexer } from "./lexer.js";
import { ItemParser } from "./parse-item.js";
import type { TextSpans } from "./text-spans.js";
import { RESUME, TokenStream } from "./token-stream.js";
import { Utf8Offsets } from "./utf8-offsets.js";

/**
 * Loads a program from surface text. Items carry their UTF-8 span, comments and blank lines become trivia. Every error
 * is reported, with a UTF-16 span (STRATA-TXT-02).
 * @throws TypeError when `text` is not a string; never because of what is in it.
 */
export function parseText(text: string, options: LoadOptions = {}): Outcome<Program> {
  return parseTextWithSpans(text, options, null);
}

/** As `parseText`; also notes where each part stands. */
export function parseTextWithSpans(text: string, options: LoadOptions, spans: TextSpans | null): Outcome<Program> {
  if (typeof text !== "string") throw apiMisuse("parseText takes a string");
  const budget = { ...DEFAULT_BUDGET, ...options.budget };
  const report = new DiagnosticList(budget.diagnostics);
  if (tooLarge(text, budget.documentBytes, report)) return { ok: false, diagnostics: report.finish() };
  const tokens = new TokenStream(text, new Lexer(text, report), report);
  const items = new TextParser(text, tokens, new ItemParser(tokens, budget.nesting, spans), spans).items(
    budget.items,
    report,
  );
  const diagnostics = report.finish((left, right) => (left.span?.start ?? 0) - (right.span?.start ?? 0));
  if (report.errors > 0) return { ok: false, diagnostics };
  return { ok: true, value: markWellFormed({ irVersion: IR_VERSION, items }), diagnostics };
}

interface OpenTrivia {
  leading: string[];
  blankBefore: boolean;
}

class TextParser {
  readonly #tokens: TokenStream;
  readonly #parser: ItemParser;
  readonly #offsets: Utf8Offsets;
  readonly #spans: TextSpans | null;

  constructor(text: string, tokens: TokenStream, parser: ItemParser, spans: TextSpans | null) {
    this.#tokens = tokens;
    this.#parser = parser;
    this.#offsets = new Utf8Offsets(text);
    this.#spans = spans;
  }

  items(limit: number, report: DiagnosticList): Item[] {
    const items: Item[] = [];
    let trailing: string[] = [];
    for (;;) {
      const before = this.#tokens.commentsBefore();
      // A comment on the line of a full stop belongs to the item it ends, the others to the item they precede.
      if (items.length > 0 && before[0]?.lines === 0) trailing.push(before.shift()!.text);
      const atEnd = this.#tokens.peek().kind === "end";
      // Comments after the last item have no item to precede.
      if (atEnd) trailing.push(...before.map(({ text }) => text));
      if (trailing.length > 0 && items.length > 0) setTrailing(items, trailing);
      trailing = [];
      if (atEnd) return items;
      if (items.length >= limit) {
        report.add(2006, "/items", `more than ${limit} items`, { detail: { budget: "items", limit, used: limit + 1 } });
        return items;
      }
      const item = this.#item(openTrivia(before, this.#tokens.peek().lines));
      if (item !== null) items.push(item);
    }
  }

  /** One item with its full stop; null after an error, when the next item begins after the next full stop. */
  #item(trivia: OpenTrivia): Item | null {
    const { start } = this.#tokens.peek();
    try {
      const content = this.#parser.item();
      this.#fullStop();
      const end = this.#tokens.end;
      // A comment inside an item has no place of its own in the IR: it is kept before the item.
      trivia.leading.push(...this.#tokens.commentsWithin().map(({ text }) => text));
      const span = { start: this.#offsets.at(start), end: this.#offsets.at(end) };
      const notes = this.#notes(trivia);
      const item: Item = { ...content, ...(notes === null ? {} : { trivia: notes }), span };
      this.#spans?.addNode(item, { start, end });
      return item;
    } catch (stop) {
      if (stop !== RESUME) throw stop;
      // STRATA-TXT-02: one bad item hides no other.
      this.#tokens.skipItem();
      return null;
    }
  }

  #fullStop(): void {
    if (this.#tokens.takeSymbol(".")) return;
    const { end } = this.#tokens;
    const forgotten = this.#tokens.peek().lines > 0 || this.#tokens.peek().kind === "end";
    const edit: Fix = { kind: "text_edit", data: { span: { start: end, end }, replacement: "." } };
    const extras = forgotten ? { hint: "an item ends with a full stop", fixes: [edit] } : {};
    this.#tokens.unexpected("`.` at the end of the item", extras);
  }

  #notes({ leading, blankBefore }: OpenTrivia): Trivia | null {
    if (leading.length === 0 && !blankBefore) return null;
    return { ...(leading.length === 0 ? {} : { leading }), ...(blankBefore ? { blankBefore } : {}) };
  }
}

function openTrivia(before: readonly Comment[], lines: number): OpenTrivia {
  const gap = before[0]?.lines ?? lines;
  return { leading: before.map(({ text }) => text), blankBefore: gap >= 2 };
}

function setTrailing(items: Item[], lines: readonly string[]): void {
  const last = items[items.length - 1]!;
  items[items.length - 1] = { ...last, trivia: { ...last.trivia, trailing: lines.join("\n") } };
}
