import type { Unit } from "../text/unit.js";

/** A unit that is stated, under the heading that says what it is about where the unit itself does not. */
export interface Statement {
  readonly unit: Unit;
  /** Verbatim; null: the unit needs none. */
  readonly heading: string | null;
}

/** What the model has to say: statements of its inputs, with at most a sentence of its own before them. */
export interface Answer {
  readonly isKnown: boolean;
  /** Own sentence that leads; empty: none. */
  readonly lead: string;
  readonly statements: readonly Statement[];
  /** Steps are numbered and stay in order. */
  readonly layout: "paragraphs" | "steps";
  /** Text that is ready as it is, after the statements; empty: none. */
  readonly text: string;
}

/** An answer of statements. */
export function stated(statements: readonly Statement[], rest: Partial<Answer> = {}): Answer {
  return { isKnown: true, lead: "", statements, layout: "paragraphs", text: "", ...rest };
}

/** An answer that is a text of its own. */
export function plainText(text: string): Answer {
  return { isKnown: true, lead: "", statements: [], layout: "paragraphs", text };
}

/** The statement that there is no answer. */
export function unknown(sentence: string): Answer {
  return { isKnown: false, lead: sentence, statements: [], layout: "paragraphs", text: "" };
}
