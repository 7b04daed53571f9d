import type { ContextFact } from "@pelorus/core";

/** A message as text, whoever said it. */
export interface SaidMessage {
  readonly role: string;
  readonly text: string;
}

/** Earlier messages that become facts; the run of the turn before knows of older ones. */
const MOST_MESSAGES = 20;

const SPEAKERS: Readonly<Record<string, (text: string) => ContextFact>> = {
  user: (text) => ({ statement: `The user said before: ${text}`, source: "conversation", confidence: 0.85 }),
  assistant: (text) => ({
    statement: `The assistant answered before: ${text}`,
    source: "conversation",
    confidence: 0.6,
  }),
  system: (text) => ({ statement: text, source: "instructions of the application" }),
  developer: (text) => ({ statement: text, source: "instructions of the application" }),
};

/** What was said before, for a run that goes on from no other run: a conversation this server has not led. */
export function conversationFacts(before: readonly SaidMessage[]): ContextFact[] {
  return before
    .slice(-MOST_MESSAGES)
    .flatMap(({ role, text }) => (text.trim() === "" ? [] : (SPEAKERS[role]?.(text) ?? [])));
}
