import { utf8Length } from "../contract/estimate-tokens.js";

/** Most tokens (⌈bytes ÷ 4⌉, POS-BUD-16) of each kind of text in a cognitive state. */
export const STATE_TEXT_LIMITS = {
  objective: 512,
  assignment: 128,
  question: 128,
  observation: 256,
  /** Statements a tool, a conversation or a step gave. */
  reported: 512,
  /** Statements the application or a person gave. */
  supplied: 2048,
  decision: 128,
} as const;

/** The whole text when it takes at most `maxTokens`, else its beginning and an ellipsis within that. */
export function clipText(text: string, maxTokens: number): string {
  const limit = maxTokens * 4;
  // No text has fewer bytes than UTF-16 units, or more than three for each.
  if (text.length * 3 <= limit || (text.length <= limit && utf8Length(text) <= limit)) return text;
  // Through bytes and back: a slice would keep the whole text alive for as long as the state lives.
  const bytes = Buffer.from(text.slice(0, limit), "utf8");
  let end = limit - ELLIPSIS_BYTES;
  while (((bytes[end] ?? 0) & CONTINUATION_MASK) === CONTINUATION_BYTE) end -= 1;
  // POS-CSO-09: whatever an event carries, only a bounded part of it enters the state.
  return `${bytes.toString("utf8", 0, end)}…`;
}

const ELLIPSIS_BYTES = 3;
/** Bytes of a character after its first are `10xxxxxx`. */
const CONTINUATION_MASK = 0xc0;
const CONTINUATION_BYTE = 0x80;
