import { isGeneric, isQuality } from "../language/word-senses.js";
import type { Question, Term } from "../question/question.js";
import type { ValueKind } from "../question/value-kinds.js";
import { type RankedUnit, REFERS } from "./rank-units.js";

/** From here on a term counts as said. */
const SAID = 0.75;
/** From here on it counts for the fit. */
const CLOSE = 0.5;
/** Below this nothing near speaks of the term. */
const UNSAID = 0.2;
/** From this weight on a term says something. */
const WEIGHTY = 0.6;
/** What a said term is worth against what an unsaid one costs. */
const WORTH = 0.35;
/** What a term costs that is nowhere near, by what it is. */
const COST = { name: 2, noun: 1, qualifier: 0.9, quality: 0.4, generic: 0.15, condition: 0.35 } as const;
const ACT = { quantity: 0.3, other: 0.7 } as const;
const HEAD = { valued: 0.3, other: 1 } as const;
/** Conditions cost no more than this together: they are told in the freest words. */
const MOST_CONDITIONS = 1;
/** A sentence before the question tells what it is about; its words are worth less. */
const OF_CONTEXT = 0.3;

const QUANTITIES: ReadonlySet<ValueKind> = new Set<ValueKind>(["money", "duration", "contact", "pace", "frequency"]);
/** Kinds whose values tell less of what they are of. */
const UNTYPED: ReadonlySet<ValueKind> = new Set<ValueKind>(["name", "person", "reason", "number"]);

/**
 * How well a unit fits a question of which it does not have every word: what it says of it, less what it leaves unsaid.
 * Comparable between questions; null where something is unsaid without which there is no answer.
 */
export function fitOf(question: Question, { unit, present, own, hasValue, score }: RankedUnit): number | null {
  if (unit.kind === "heading" || !hasValue) return null;
  // Dates stand beside everything: one that only fits is a near miss as often as an answer.
  if (question.asks === "time") return null;
  let worth = 0;
  let cost = 0;
  let conditions = 0;
  let ownsOne = REFERS.test(unit.text);
  for (const [at, term] of question.terms.entries()) {
    const value = present[at] as number;
    if (term.role === "context") {
      if (value >= SAID - 0.15) worth += OF_CONTEXT * value;
      continue;
    }
    if (term.weight < WEIGHTY) {
      if ((own[at] as number) >= SAID) worth += 0.2;
      continue;
    }
    if (value >= CLOSE) worth += (term.isName ? 1.2 : term.weight) * value;
    ownsOne ||= (own[at] as number) >= CLOSE;
    if (value >= SAID) continue;
    if (isIndispensable(question, term, value)) return null;
    const missing = 1 - value / SAID;
    if (term.role === "condition") conditions += COST.condition * missing;
    else cost += costOf(question, term) * missing;
  }
  if (!ownsOne) return null;
  return worth * WORTH - cost - Math.min(conditions, MOST_CONDITIONS) + score;
}

/** Whether there is no answer without a term: what is asked for, when nothing else tells it; a thing that tells two apart. */
export function isIndispensable({ asks }: Question, term: Term, value: number): boolean {
  if (term.role === "head" && asks === null && !isGeneric(term.folded)) return value < CLOSE;
  if (value >= UNSAID) return false;
  if (term.role === "head") return (asks === "person" || asks === "name") && !isGeneric(term.folded);
  return term.role === "adjunct" && !isQuality(term.folded) && !isGeneric(term.folded);
}

function costOf({ asks }: Question, { isName, role, folded }: Term): number {
  if (isName) return COST.name;
  if (isGeneric(folded)) return COST.generic;
  if (role === "act") return asks !== null && QUANTITIES.has(asks) ? ACT.quantity : ACT.other;
  if (role === "head") return asks === null || UNTYPED.has(asks) ? HEAD.other : HEAD.valued;
  if (role === "adjunct") return isQuality(folded) ? COST.quality : COST.qualifier;
  return COST.noun;
}
