import type { Question } from "../question/question.js";
import type { RankedUnit } from "./rank-units.js";

/** Least presence of a term by its part in the question: heads must stand close by, what they are about in reach. */
const LEAST = { head: 0.5, modifier: 0.25, rest: 0.25 } as const;
/** At least one term must stand in the unit, its heading or the sentence beside it. */
const CLOSE = 0.6;
/** Largest share of the weight of terms that need not be present. */
const MISSING = 0.34;
/** A row says nothing of acts: "carries 240 passengers" is a cell under "passengers". */
const MISSING_IN_ROW = 0.5;
/** From this weight on a head or modifier cannot be missing. */
const WEIGHTY = 1;

/** Whether a unit answers the question, or merely shares words with it. */
export function isAnswered(question: Question, { present, hasValue, unit }: RankedUnit): boolean {
  if (unit.kind === "heading" || !hasValue) return false;
  const { terms } = question;
  let total = 0;
  let missing = 0;
  let found = false;
  for (const [at, term] of terms.entries()) {
    total += term.weight;
    if ((present[at] as number) >= LEAST[term.role]) {
      found ||= (present[at] as number) >= CLOSE;
      continue;
    }
    const act = unit.kind === "row" && term.role === "head" && at === terms.length - 1 && terms.length > 2;
    if (term.isName || (term.role !== "rest" && term.weight >= WEIGHTY && !act)) return false;
    missing += term.weight;
  }
  return found && missing / total <= (unit.kind === "row" ? MISSING_IN_ROW : MISSING);
}
