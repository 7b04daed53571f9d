import type { Question } from "../question/question.js";
import type { RankedUnit } from "./rank-units.js";

/** Least coverage of the best unit. */
const ENOUGH = 0.62;
/** A term below this is not there. */
const ABSENT = 0.3;

/** Whether the best units answer the question, or merely share words with it. */
export function isAnswered(question: Question, ranked: readonly RankedUnit[]): boolean {
  const [best] = ranked;
  if (best === undefined || best.coverage < ENOUGH || !best.hasValue) return false;
  return question.terms.every((term, at) => !term.isName || (best.present[at] as number) >= ABSENT);
}
