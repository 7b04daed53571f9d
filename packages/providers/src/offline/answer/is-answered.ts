import type { Question, Term, TermRole } from "../question/question.js";
import type { RankedUnit } from "./rank-units.js";

/** Least presence of a term by what it is: what is asked for must stand close by, what it is about in reach. */
const LEAST: Readonly<Record<TermRole, number>> = { head: 0.5, act: 0.34, noun: 0.3, adjunct: 0.25, rest: 0.25 };
/** A name must at least stand in the same passage. */
const NAMED = 0.4;
/** From here on a term stands in the unit, its heading or the sentence beside it. */
const CLOSE = 0.6;
/** Terms that must be close, where the question has as many. */
const MOST_CLOSE = 2;
/** Largest share of the weight of terms that need not be present: in prose, in a reason, in data, which name no acts. */
const MISSING = { prose: 0.3, reason: 0.4, data: 0.5 } as const;
/** From this weight on a term says something. */
const WEIGHTY = 0.6;

/** Whether a unit answers the question, or merely shares words with it. */
export function isAnswered(question: Question, { present, hasValue, unit }: RankedUnit): boolean {
  if (unit.kind === "heading" || !hasValue) return false;
  const isData = unit.kind === "row" || unit.kind === "pair";
  const loose = isData ? "data" : question.asks === "reason" ? "reason" : "prose";
  let total = 0;
  let missing = 0;
  let close = 0;
  let weighty = 0;
  for (const [at, term] of question.terms.entries()) {
    const value = present[at] as number;
    total += term.weight;
    if (term.weight >= WEIGHTY) {
      weighty += 1;
      if (value >= CLOSE) close += 1;
    }
    if (value >= (term.isName ? NAMED : LEAST[term.role])) continue;
    if (isNeeded(term, loose)) return false;
    missing += term.weight;
  }
  if (total === 0 || close < Math.min(MOST_CLOSE, weighty) || close === 0) return false;
  return missing / total <= MISSING[loose];
}

/** Whether there is no answer without a term, however much else is present. */
function isNeeded({ isName, weight, role }: Term, loose: keyof typeof MISSING): boolean {
  if (isName) return true;
  if (weight < 1) return false;
  if (role === "head") return loose !== "reason";
  if (role === "noun") return true;
  return role === "act" && loose === "prose";
}
