import type { Language } from "../language/function-words.js";
import type { ValueKind } from "./value-kinds.js";

/** A content word of a question. */
export interface Term {
  readonly form: string;
  readonly folded: string;
  readonly stem: string;
  /** Groups of words that may stand for it. */
  readonly concepts: readonly number[];
  /** 0 … 2: how much an answer must have to do with it. */
  readonly weight: number;
  /** A proper name, a figure or an identifier: only itself can stand for it. */
  readonly isName: boolean;
}

/** What is asked for. */
export interface Question {
  readonly text: string;
  readonly language: Language;
  readonly terms: readonly Term[];
  /** Kind of value that is asked for; null: none in particular. */
  readonly asks: ValueKind | null;
  /** True where yes or no answers it. */
  readonly isPolar: boolean;
}
