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

// POS-CSO-09: whatever an event carries, only a bounded part of it enters the state.
/** The whole text when it takes at most `maxTokens`, else its beginning and an ellipsis within that. */
export function clipText(text: string, maxTokens: number): string {
  const limit = maxTokens * 4;
  // No text has fewer bytes than UTF-16 units, or more than three for each.
  if (text.length * 3 <= limit || (text.length <= limit && utf8Length(text) <= limit)) return text;
  const budget = limit - ELLIPSIS_BYTES;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > budget) break;
    end += character.length;
  }
  return `${text.slice(0, end)}…`;
}

const ELLIPSIS_BYTES = 3;
