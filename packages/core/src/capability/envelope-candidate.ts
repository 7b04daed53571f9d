import type { ScannedText, Span } from "./scan-json.js";

/** A part of a reply that begins like an envelope and is no JSON as it stands. */
export interface EnvelopeCandidate {
  readonly text: string;
  readonly span: Span;
  /** False when the text ended before the candidate was closed. */
  readonly closed: boolean;
  /** True when its first keys are those of a call: it was meant as one, even when repair fails. */
  readonly isCall: boolean;
}

/** Candidates longer than this are not looked through for their end; repair refuses them anyway. */
const MAX_CANDIDATE = 64 * 1024;
const HEAD_LENGTH = 96;
const FIRST_KEY =
  /^\[?\s*\{\s*["'`]?(?:capability_id|name|tool|function|tool_calls|type|id|answer|thoughts?|reasoning|arguments|parameters|input)["'`]?\s*[:=]/;
const CALL_KEY = /["'`{\s](?:capability_id|tool_calls)["'`]?\s*[:=]/;
const CLOSING_MARKS = ["\n```", "</tool_call>"] as const;

/**
 * The first place of a reply where something begins like an envelope without being JSON, with its extent: to its
 * closing bracket by a loose reading of quotes, else to the closing fence or wrapper, else to the end (POS-PRS-06).
 */
export function findEnvelopeCandidate(
  text: string,
  scanned: ScannedText,
  unparsed: readonly Span[],
): EnvelopeCandidate | null {
  const ends = new Map(unparsed);
  const starts =
    ends.size === 0 ? scanned.broken : [...scanned.broken, ...ends.keys()].sort((left, right) => left - right);
  for (const start of starts) {
    if (!mayBegin(text, start)) continue;
    const head = text.slice(start, start + HEAD_LENGTH);
    if (!FIRST_KEY.test(head)) continue;
    const known = ends.get(start) ?? looseEnd(text, start);
    const end = known ?? firstClosingMark(text, start);
    return { text: text.slice(start, end), span: [start, end], closed: known !== null, isCall: CALL_KEY.test(head) };
  }
  return null;
}

/** Whether a key, or the object of a list, can follow: told by one mark, as a text may be made of brackets. */
function mayBegin(text: string, start: number): boolean {
  const isList = text[start] === "[";
  const reach = Math.min(text.length, start + HEAD_LENGTH);
  for (let position = start + 1; position < reach; position++) {
    const mark = text[position] as string;
    if (mark > " ") return isList ? mark === "{" : mark !== "{" && mark !== "[" && mark !== "}";
  }
  return false;
}

/** Where the brackets opened at `start` close, reading both kinds of quotes; null when they do not. */
function looseEnd(text: string, start: number): number | null {
  const limit = Math.min(text.length, start + MAX_CANDIDATE);
  let depth = 0;
  let quote = "";
  // Last mark that is no white space: a single quote opens a string only where a key or value may begin.
  let previous = "";
  for (let position = start; position < limit; position++) {
    const mark = text[position] as string;
    if (quote !== "") {
      if (mark === "\\") position++;
      else if (mark === quote && (quote === '"' || endsValue(text, position + 1, limit))) {
        quote = "";
        previous = mark;
      }
      continue;
    }
    if (mark === '"' || (mark === "'" && (previous === "" || "{[,:".includes(previous)))) quote = mark;
    else if (mark === "{" || mark === "[") depth++;
    else if ((mark === "}" || mark === "]") && --depth === 0) return position + 1;
    if (mark > " ") previous = mark;
  }
  return null;
}

/** Whether a single quote before `position` can be a closing one: an apostrophe is followed by a letter. */
function endsValue(text: string, position: number, limit: number): boolean {
  const reach = Math.min(limit, position + HEAD_LENGTH);
  for (let index = position; index < reach; index++) {
    const mark = text[index] as string;
    if (mark > " ") return ",:}]".includes(mark);
  }
  return true;
}

function firstClosingMark(text: string, start: number): number {
  let end = text.length;
  for (const mark of CLOSING_MARKS) {
    const place = text.indexOf(mark, start);
    if (place >= 0 && place < end) end = place;
  }
  return end;
}
