import { NAME } from "./compared-items.js";

/** "the depot that Amber Dell hands surplus over to", taken out of its question. */
export interface RelativeClause {
  /** What is said of the thing: "Amber Dell hands surplus over to". */
  readonly clause: string;
  /** What the clause belongs to: "depot". */
  readonly noun: string;
  /** The names in it; none: it tells the thing by what is done alone. */
  readonly names: readonly string[];
  /** Whether the thing itself does it: "that hands surplus over to Amber Dell". */
  readonly isSubject: boolean;
  /** The question with a name in place of the clause. */
  readonly questionOf: (name: string) => string;
}

const RELATIVE =
  /^(.*\bthe\s)([^\s,?]+)((?:\s[^\s,?]+){0,3}?)\s(that|which|who|whom|whose|where)\s([^?]{4,200})\?*\s*$/isu;
const BEGINS_WITH_NOUN = /^(?:the|a|an|its|their|his|her|our|\p{Lu})/u;
const NAMES = new RegExp(NAME, "gu");
const LONGEST = 600;

/** A clause at the end of a question that tells by a named thing which one is meant; null where there is none. Linear. */
export function relativeClause(text: string): RelativeClause | null {
  if (text.length > LONGEST) return null;
  const found = RELATIVE.exec(text);
  if (found === null) return null;
  const [, before = "", noun = "", rest = "", pronoun = "", clause = ""] = found;
  const names = clause.match(NAMES) ?? [];
  return {
    clause,
    noun,
    names,
    isSubject: pronoun.toLowerCase() === "whose" || !BEGINS_WITH_NOUN.test(clause),
    questionOf: (name) => `${before}${noun} ${name}${rest}?`,
  };
}
