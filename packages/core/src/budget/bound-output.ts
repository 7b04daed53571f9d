import { tokensOfBytes, utf8Length } from "../contract/estimate-tokens.js";
import type { TokenCounter } from "../contract/token-counter.js";
import { TextCutter } from "./text-cutter.js";

/** UTF-16 units of output that no number of tokens holds on average; what has more per token is not counted to the end. */
const MOST_UNITS_PER_TOKEN = 16;
/** Another encoding than the counter's may make this share fewer tokens of the same text. */
const LEAST_SHARE = 0.8;

/** UTF-16 units from which on an output is larger than `limit` tokens in any encoding. */
export function mostOutputUnits(limit: number): number {
  return limit * MOST_UNITS_PER_TOKEN;
}

/** True where an output of at most `limit` tokens is settled without an encoding: by its bytes ÷ 4, as outputs are counted. */
export function isWithinOutput(text: string, limit: number): boolean {
  // No UTF-16 unit takes more than three bytes.
  return text.length * 3 <= limit * 4 || tokensOfBytes(utf8Length(text)) <= limit;
}

/**
 * An output that a model made larger than it was let: its beginning of at most `limit` tokens, cut at a line or else a
 * grapheme, or null where the text is no larger after all. The cost follows `limit`, not the text (POS-BUD-17).
 */
export function boundOutput(text: string, limit: number, { count }: Pick<TokenCounter, "count">): string | null {
  const most = mostOutputUnits(limit);
  const read = text.length > most ? wholePairs(text.slice(0, most)) : text;
  if (read.length === text.length && count(read) * LEAST_SHARE <= limit) return null;
  const kept = new TextCutter(read, "tail", undefined, count).keep(limit);
  return kept === null ? "" : kept.text;
}

function wholePairs(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}
