import { createScanner, type JSONScanner, type SyntaxKind } from "jsonc-parser";
import type { DiagnosticList } from "../../diagnostic/diagnostic-list.js";
import { jsonPointer } from "../../diagnostic/pointer.js";
import { readNumber } from "./number-token.js";

/** The scanner's token kinds; its own are a `const enum`, which isolated modules cannot read. */
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  end: 17,
} as const;

/** What is refused before or while the tree is built. */
export interface ReadLimits {
  /** Depth of nested arrays and objects. */
  readonly nesting: number;
  /** The list field of the document and the most elements it may have. */
  readonly list: { readonly key: string; readonly limit: number; readonly budget: string };
}

interface Frame {
  readonly container: Record<string, unknown> | unknown[];
  /** The key whose value comes next, in an object. */
  key: string;
  state: "first" | "after_value" | "after_comma";
  /** Offset of the last comma. */
  comma: number;
}

/**
 * Reads one strict JSON value. Integers are numbers, every other number is a `NumberToken`. Comments, trailing commas,
 * a byte order mark and text after the value are E2010 and read on; a duplicate key is E2011; anything else that is
 * not JSON is E2010 and ends reading. Iterative, so that depth costs no stack.
 * @returns the value, or undefined when reading ended early.
 */
export function readJson(text: string, limits: ReadLimits, report: DiagnosticList): unknown {
  return new JsonReader(text, limits, report).read();
}

class JsonReader {
  readonly #text: string;
  readonly #limits: ReadLimits;
  readonly #report: DiagnosticList;
  readonly #scanner: JSONScanner;
  readonly #frames: Frame[] = [];
  /** One copy of each string: names repeat, and a fresh slice each time would keep the whole text in memory. */
  readonly #strings = new Map<string, string>();
  #root: unknown;
  #stopped = false;

  constructor(text: string, limits: ReadLimits, report: DiagnosticList) {
    this.#text = text;
    this.#limits = limits;
    this.#report = report;
    this.#scanner = createScanner(text, false);
  }

  read(): unknown {
    if (this.#text.charCodeAt(0) === 0xfeff) {
      this.#malformed(0, 1, "a byte order mark stands before the value: remove it", "");
      this.#scanner.setPosition(1);
    }
    const first = this.#next();
    if (first === TOKEN.end) {
      this.#malformed(this.#text.length, this.#text.length, "the text holds no JSON value");
      return undefined;
    }
    this.#value(first);
    while (!this.#stopped && this.#frames.length > 0) this.#step(this.#frames[this.#frames.length - 1]!);
    if (this.#stopped) return undefined;
    const after = this.#next();
    if (after !== TOKEN.end) {
      const start = this.#scanner.getTokenOffset();
      this.#malformed(start, this.#text.length, "text stands after the value: remove it", "");
    }
    return this.#root;
  }

  /** The next token that is not white space. Comments are reported and passed over. */
  #next(): SyntaxKind | number {
    for (;;) {
      const token: number = this.#scanner.scan();
      if (token === TOKEN.trivia || token === TOKEN.lineBreak) continue;
      if (token !== TOKEN.lineComment && token !== TOKEN.blockComment) {
        return token;
      }
      const start = this.#scanner.getTokenOffset();
      this.#malformed(start, start + this.#scanner.getTokenLength(), "JSON has no comments: remove this one", "");
    }
  }

  #step(frame: Frame): void {
    const inArray = Array.isArray(frame.container);
    const token = this.#next();
    if (token === (inArray ? TOKEN.closeBracket : TOKEN.closeBrace)) {
      if (frame.state === "after_comma") {
        this.#malformed(frame.comma, frame.comma + 1, "JSON has no trailing commas: remove this one", "");
      }
      this.#frames.pop();
    } else if (frame.state === "after_value") {
      if (token === TOKEN.comma) {
        frame.state = "after_comma";
        frame.comma = this.#scanner.getTokenOffset();
      } else {
        this.#unexpected(token, inArray ? "`,` or `]`" : "`,` or `}`");
      }
    } else {
      frame.state = "after_value";
      if (inArray) this.#element(frame, token);
      else this.#member(frame, token);
    }
  }

  #member(frame: Frame, token: number): void {
    if (token !== TOKEN.string) {
      this.#unexpected(token, "a key in double quotes");
      return;
    }
    frame.key = this.#string();
    if (this.#stopped) return;
    if (Object.hasOwn(frame.container, frame.key)) {
      const start = this.#scanner.getTokenOffset();
      // STRATA-LOAD-04: which of two values was meant is not for a reader to decide.
      this.#report.add(2011, this.#path(), `the key ${JSON.stringify(frame.key)} is written twice: keep one`, {
        span: { start, end: start + this.#scanner.getTokenLength() },
      });
    }
    const colon = this.#next();
    if (colon === TOKEN.colon) this.#value(this.#next());
    else this.#unexpected(colon, "`:`");
  }

  #element(frame: Frame, token: number): void {
    const list = frame.container as unknown[];
    const { key, limit, budget } = this.#limits.list;
    if (list.length >= limit && this.#frames.length === 2 && this.#frames[0]!.key === key) {
      this.#stopped = true;
      this.#report.add(2006, `/${key}`, `more than ${limit} ${key}`, { detail: { budget, limit, used: limit + 1 } });
      return;
    }
    this.#value(token);
  }

  #value(token: number): void {
    switch (token) {
      case TOKEN.openBrace:
        this.#open({});
        break;
      case TOKEN.openBracket:
        this.#open([]);
        break;
      case TOKEN.string:
        this.#put(this.#string());
        break;
      case TOKEN.number:
        if (this.#scanner.getTokenError() === 0) this.#put(readNumber(this.#scanner.getTokenValue()));
        else this.#unexpected(token, "a complete number");
        break;
      case TOKEN.null:
        this.#put(null);
        break;
      case TOKEN.true:
        this.#put(true);
        break;
      case TOKEN.false:
        this.#put(false);
        break;
      default:
        this.#unexpected(token, "a value");
    }
  }

  #open(container: Record<string, unknown> | unknown[]): void {
    this.#put(container);
    const limit = this.#limits.nesting;
    if (this.#frames.length >= limit) {
      this.#stopped = true;
      this.#report.add(2010, "", `the text nests deeper than ${limit} levels`, {
        span: { start: this.#scanner.getTokenOffset(), end: this.#scanner.getTokenOffset() + 1 },
        detail: { budget: "nesting", limit, used: limit + 1 },
      });
      return;
    }
    this.#frames.push({ container, key: "", state: "first", comma: 0 });
  }

  #put(value: unknown): void {
    const frame = this.#frames[this.#frames.length - 1];
    if (frame === undefined) {
      this.#root = value;
    } else if (Array.isArray(frame.container)) {
      frame.container.push(value);
    } else if (frame.key === "__proto__") {
      // Assigning would change the object's prototype instead of adding a field.
      Object.defineProperty(frame.container, frame.key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else {
      frame.container[frame.key] = value;
    }
  }

  #string(): string {
    if (this.#scanner.getTokenError() !== 0) {
      this.#unexpected(TOKEN.string, "a string without control characters, closed by a double quote");
      return "";
    }
    const value = this.#scanner.getTokenValue();
    const known = this.#strings.get(value);
    if (known !== undefined) return known;
    this.#strings.set(value, value);
    return value;
  }

  #unexpected(token: number, wanted: string): void {
    this.#stopped = true;
    const start = this.#scanner.getTokenOffset();
    const end = start + this.#scanner.getTokenLength();
    const found =
      token === TOKEN.end
        ? "the text ended"
        : `found ${JSON.stringify(this.#text.slice(start, Math.min(end, start + 24)))}`;
    this.#malformed(start, end, `expected ${wanted}, but ${found}`);
  }

  #malformed(start: number, end: number, message: string, replacement?: string): void {
    const span = { start, end };
    // STRATA-LOAD-01: strict JSON only, and where in the text it is not.
    this.#report.add(2010, this.#path(), `${message} (offset ${start})`, {
      span,
      ...(replacement === undefined ? {} : { fixes: [{ kind: "text_edit", data: { span, replacement } }] }),
    });
  }

  #path(): string {
    return jsonPointer(
      this.#frames.map(({ container, key }) => (Array.isArray(container) ? Math.max(0, container.length - 1) : key)),
    );
  }
}
