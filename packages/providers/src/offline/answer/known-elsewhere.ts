import { isGeneric } from "../language/word-senses.js";
import type { Question } from "../question/question.js";
import type { Unit } from "../text/unit.js";
import type { RankedUnit } from "./rank-units.js";

/** Below this a unit leaves a term out. */
const LEFT_OUT = 0.6;
/** From here on a unit has the very word. */
const EXACT = 0.95;
const WEIGHTY = 0.6;

/** Sentences of one paragraph speak of the same thing, so that one may leave out what another says. */
function isBeside(left: Unit, right: Unit): boolean {
  return (
    left.passage.path === right.passage.path &&
    left.block === right.block &&
    left.headings.at(-1) === right.headings.at(-1)
  );
}

/**
 * Whether a unit leaves out what tells one thing from another though the sources know the thing by that word: another unit has
 * it beside a further word of the question, so that a statement about the thing would say it or stand under it.
 */
export function isKnownElsewhere({ terms, asks }: Question, entry: RankedUnit, all: readonly RankedUnit[]): boolean {
  // A reason is told in the words of its cause.
  if (asks === "reason") return false;
  const named = terms.flatMap((term, at) =>
    term.weight >= WEIGHTY && (term.role === "noun" || term.role === "adjunct") ? [{ term, at }] : [],
  );
  return named.some(({ term, at }) => {
    if (term.isName || isGeneric(term.folded) || (entry.present[at] as number) >= LEFT_OUT) return false;
    return all.some(
      ({ unit, own }) =>
        !isBeside(unit, entry.unit) &&
        unit.kind !== "heading" &&
        own[at] === 1 &&
        named.some((other) => other.at !== at && (own[other.at] as number) >= EXACT),
    );
  });
}
