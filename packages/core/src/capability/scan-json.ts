/** A half-open UTF-16 span. */
export type Span = readonly [start: number, end: number];

/** What one pass over a model's text found outside JSON strings. */
export interface ScannedText {
  /** Balanced objects and arrays of the visible text, outermost only, in order. */
  readonly values: readonly Span[];
  /** Places where an object or array begins that is not balanced JSON, in order. */
  readonly broken: readonly number[];
  /** Reasoning blocks, their tags included; an unclosed one reaches to the end. */
  readonly reasoning: readonly Span[];
}

const REASONING_TAGS = ["think", "thinking", "thought", "reasoning", "reflection"] as const;

const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const COMMA = 44;
const LESS_THAN = 60;

/**
 * Finds balanced JSON values and reasoning blocks in one string-aware pass (POS-PRS-01).
 *
 * Linear (POS-PRS-09): a place that a failed attempt already passed as the start of a nested value cannot do better on
 * its own, since the automaton would take the same steps and meet the same fault; what it closed before the fault is
 * kept. So every character is read once as JSON text and at most once more as the inside of a misread string.
 */
export function scanJson(text: string): ScannedText {
  const values: Span[] = [];
  const broken: number[] = [];
  const reasoning: Span[] = [];
  // Per place: 0 unknown, −1 no balanced value begins here, else where the value that begins here ends.
  let settled: Int32Array | null = null;
  const closers = closingTags(text);
  let position = 0;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === LESS_THAN) {
      const end = reasoningEnd(text, position, closers, reasoning.length === 0);
      if (end > position) {
        // A closing tag alone: the template of the model opened the block, so all before it is reasoning.
        const stray = text[position + 1] === "/";
        if (stray) values.length = broken.length = 0;
        reasoning.push([stray ? 0 : position, end]);
        position = end;
        continue;
      }
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      // POS-PRS-09: a place an earlier attempt passed is settled; trying it again would make the scan quadratic.
      settled ??= new Int32Array(text.length);
      if (settled[position] === 0) attempt(text, position, settled);
      const end = settled[position] as number;
      if (end > position) {
        values.push([position, end]);
        position = end;
        continue;
      }
      broken.push(position);
    }
    position++;
  }
  return { values, broken, reasoning };
}

/**
 * Runs the JSON automaton from one opening mark and notes for it, and for each nested value start, where the value
 * ends, or −1 when it does not. Strings may hold raw line breaks: models write them, and repair reads them.
 *
 * The places that are open form a chain inside `settled` while the automaton runs, each naming the one around it.
 */
function attempt(text: string, start: number, settled: Int32Array): void {
  let top = start;
  settled[start] = enclosedBy(OUTSIDE);
  let inObject = text.charCodeAt(start) === OPEN_BRACE;
  let position = start + 1;
  // What may come next: a value or a key after an opening mark or comma, or a comma or closing mark after a value.
  let expect: "first" | "key" | "colon" | "value" | "end" = "first";
  scan: while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === 32 || code === 10 || code === 13 || code === 9) {
      position++;
      continue;
    }
    switch (code) {
      case QUOTE: {
        if (expect === "colon" || expect === "end") break scan;
        const end = stringEnd(text, position);
        if (end < 0) break scan;
        position = end;
        expect = inObject && (expect === "first" || expect === "key") ? "colon" : "end";
        continue;
      }
      case COLON:
        if (expect !== "colon") break scan;
        expect = "value";
        break;
      case COMMA:
        if (expect !== "end") break scan;
        expect = inObject ? "key" : "value";
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (!(expect === "value" || (expect === "first" && !inObject))) break scan;
        settled[position] = enclosedBy(top);
        top = position;
        inObject = code === OPEN_BRACE;
        expect = "first";
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET: {
        if (!(expect === "end" || expect === "first") || inObject !== (code === CLOSE_BRACE)) break scan;
        const around = encloserOf(settled, top);
        settled[top] = position + 1;
        if (around === OUTSIDE) return;
        top = around;
        inObject = text.charCodeAt(top) === OPEN_BRACE;
        expect = "end";
        break;
      }
      default: {
        if (!(expect === "value" || (expect === "first" && !inObject))) break scan;
        const end = literalEnd(text, position);
        if (end < 0) break scan;
        position = end;
        expect = "end";
        continue;
      }
    }
    position++;
  }
  while (top !== OUTSIDE) {
    const around = encloserOf(settled, top);
    settled[top] = -1;
    top = around;
  }
}

const OUTSIDE = -1;
/** Written so that it is neither an end (positive), nor unknown (0), nor unbalanced (−1). */
const enclosedBy = (place: number): number => -3 - place;
const encloserOf = (settled: Int32Array, place: number): number => -3 - (settled[place] as number);

/** The place after the closing quote, or −1. */
function stringEnd(text: string, quote: number): number {
  for (let position = quote + 1; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === BACKSLASH) position++;
    else if (code === QUOTE) return position + 1;
  }
  return -1;
}

/** The place after a number, `true`, `false` or `null`, or −1. */
function literalEnd(text: string, start: number): number {
  for (const word of ["true", "false", "null"]) {
    if (text.startsWith(word, start)) return start + word.length;
  }
  let end = start;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end++;
  return end > start ? end : -1;
}

const isNumberPart = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 45 || code === 43 || code === 46 || code === 101 || code === 69;

/** Last place of each reasoning tag's closing mark, so that a missing one is known without a search per opening. */
function closingTags(text: string): ReadonlyMap<string, number> {
  if (!text.includes("</")) return NO_TAGS;
  return new Map(REASONING_TAGS.map((tag) => [tag, text.lastIndexOf(`</${tag}>`)]));
}

const NO_TAGS: ReadonlyMap<string, number> = new Map();

/** The place after the reasoning block that opens at `start` (or, when `first`, ends there), or `start` for none. */
function reasoningEnd(text: string, start: number, closers: ReadonlyMap<string, number>, first: boolean): number {
  if (first && text.startsWith("/think>", start + 1)) return start + 8;
  for (const tag of REASONING_TAGS) {
    if (!text.startsWith(tag, start + 1) || text[start + 1 + tag.length] !== ">") continue;
    const last = closers.get(tag) ?? -1;
    if (last < start) return text.length;
    return text.indexOf(`</${tag}>`, start) + tag.length + 3;
  }
  return start;
}
