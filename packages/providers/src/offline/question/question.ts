import type { Language } from "../language/function-words.js";
import type { ValueKind } from "./value-kinds.js";

export const TERM_ROLES = ["head", "act", "noun", "adjunct", "rest", "condition", "context"] as const;
/**
 * What a term is in its question: `head` what is asked for, `act` what is done, `noun` something it is about, `adjunct` a
 * word that qualifies one of these, `condition` a word of a clause that says when it holds or which thing is meant,
 * `context` one of a sentence before or after the one that asks, `rest` anything else.
 */
export type TermRole = (typeof TERM_ROLES)[number];

/** A content word of a question. */
export interface Term {
  readonly form: string;
  readonly folded: string;
  readonly stem: string;
  /** Groups of words that may stand for it. */
  readonly concepts: readonly number[];
  /** 0 … 2: its part in the whole. */
  readonly weight: number;
  /** A proper name, a figure or an identifier: only itself can stand for it. */
  readonly isName: boolean;
  readonly role: TermRole;
}

/** What is asked for. */
export interface Question {
  readonly text: string;
  /** The sentence of the text that asks. */
  readonly sentence: string;
  readonly language: Language;
  readonly terms: readonly Term[];
  /** Kind of value that is asked for; null: none in particular. */
  readonly asks: ValueKind | null;
  /** What the verb is said of, where something else is asked for: index of its term. */
  readonly subject: number | null;
  /** What is counted, where a number of something is asked for: index of its term. */
  readonly counted: number | null;
  /** True where a way of doing something, or a list of steps, is asked for. */
  readonly isProcedure: boolean;
}
