import { namesCode } from "../language/plain-words.js";
import { isQuality } from "../language/word-senses.js";
import type { Question, Term, TermRole } from "../question/question.js";
import { saysExtreme, superlativeOf } from "../question/superlative.js";
import { isCode } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { isContrary } from "./contrast.js";
import { presence, wordBag } from "./coverage.js";
import { isDisplaced } from "./displaced.js";
import { isIndispensable } from "./fit.js";
import { isOtherPeriod } from "./other-period.js";
import { type RankedUnit, REFERS } from "./rank-units.js";
import { isRoleElsewhere, isSibling } from "./sibling.js";

/** Least presence of a term by what it is: what is asked for must stand close by, what it is about in reach. */
const LEAST: Readonly<Record<TermRole, number>> = {
  head: 0.5,
  act: 0.34,
  noun: 0.3,
  adjunct: 0.25,
  rest: 0.25,
  condition: 0.25,
  context: 0,
};
/** A person or thing is named in the sentence that says what it does, or in one that points back to it. */
const LEAST_OF_NAMED = 0.65;
/** What is asked for, where no kind of value tells it, stands in the unit or right above it. */
const LEAST_OF_ASKED = 0.6;
/** A name must at least stand in the same passage. */
const NAMED = 0.4;
/** From here on a term stands in the unit, its heading or the sentence beside it. */
const CLOSE = 0.6;
/** From here on a term stands in the unit or above it. */
const FULL = 0.9;
/** From here on it is the very word. */
const EXACT = 0.8;
/** Terms that must be close, where the question has as many. */
const MOST_CLOSE = 2;
/** Largest share of the weight of terms that need not be present: in prose, in a reason, in data, which name no acts. */
const MISSING = { prose: 0.3, reason: 0.4, data: 0.5 } as const;
/** A qualifier that stands nowhere in the document tells that a row speaks of something else. */
const SOMEWHERE = 0.15;
/** From this weight on a term says something. */
const WEIGHTY = 0.6;

/** Whether a unit answers the question, or merely shares words with it. */
export function isAnswered(question: Question, { own, present, hasValue, unit }: RankedUnit): boolean {
  if (unit.kind === "heading" || !hasValue || isOffTopic(question, unit)) return false;
  const isData = unit.kind === "pair";
  const superlative = superlativeOf(question.text);
  if (superlative !== null && superlative.measures !== null && !/^(?:first|last)$/.test(superlative.word)) {
    // One row tells nothing of the others.
    if (unit.kind === "row" || !saysExtreme(unit.text)) return false;
  }
  if (unit.kind === "row") return isRowOf(question, present, unit);
  if (isContrary(question, unit)) return false;
  const { asks } = question;
  const asksName = asks === "person" || asks === "name";
  const loose = asks === "reason" ? "reason" : isData && !asksName ? "data" : "prose";
  const inCode = isCode(unit.passage.path);
  let total = 0;
  let missing = 0;
  let close = 0;
  let weighty = 0;
  let exact = false;
  for (const [at, term] of question.terms.entries()) {
    if (inCode && namesCode(term.folded)) continue;
    const value = present[at] as number;
    total += term.weight;
    if (term.weight >= WEIGHTY) {
      weighty += 1;
      if (value >= CLOSE) close += 1;
      exact ||= value >= EXACT;
    }
    // A sentence with a subject of its own says nothing of another one in the same passage.
    if (at === question.subject && unit.kind === "sentence" && !inCode && value < CLOSE && loose !== "reason")
      return false;
    // A date beside a thing is not that of whatever happens to it.
    if (
      asks === "time" &&
      term.role === "act" &&
      term.weight >= 1 &&
      unit.kind === "sentence" &&
      (own[at] as number) < leastOf(term, asksName, false)
    )
      return false;
    if (value >= leastOf(term, asksName, asks === null)) {
      // A key has the words that tell it from others in itself, in its object or in the comment above it.
      if (isData && inCode && isKeyWord(term) && value < CLOSE) return false;
      continue;
    }
    if (
      term.role === "adjunct" &&
      term.weight >= WEIGHTY &&
      unit.kind !== "pair" &&
      loose !== "reason" &&
      isIndispensable(question, term, value)
    )
      return false;
    if (isPlain(question, { own, present }, at)) continue;
    if (isNeeded(term, loose)) return false;
    missing += term.weight;
  }
  if (
    (unit.kind === "sentence" ? !inCode : unit.kind === "pair" && unit.lead === "") &&
    !REFERS.test(unit.text) &&
    !question.terms.some(({ weight }, at) => weight >= WEIGHTY && (own[at] as number) >= CLOSE)
  )
    return false;
  if (total === 0 || close < Math.min(MOST_CLOSE, weighty) || !exact) return false;
  return missing / total <= MISSING[loose];
}

/** Whether a unit asks something itself, or speaks of another thing of the kind, of another time or of another role. */
export function isOffTopic(question: Question, unit: Unit): boolean {
  if (/\?\W*$/.test(unit.text)) return true;
  if (question.asks === "money" && isOtherPeriod(question.sentence, [unit.text, ...unit.labels].join(" "))) return true;
  return isDisplaced(question.sentence, unit.text) || isSibling(question, unit) || isRoleElsewhere(question, unit);
}

const AMOUNTS = /^(?:duration|money|number|measure|frequency|pace)$/;

/** Whether a quantity is all that is asked of something the unit names in full, so that the verb may be another one. */
function isPlain(
  { terms, asks }: Question,
  { own, present }: Pick<RankedUnit, "own" | "present">,
  missing: number,
): boolean {
  if (asks === null || !AMOUNTS.test(asks)) return false;
  const others = terms.flatMap(({ weight }, at) => (at !== missing && weight >= WEIGHTY ? [at] : []));
  if (!others.every((at) => (present[at] as number) >= FULL)) return false;
  return terms[missing]?.role === "act" && others.filter((at) => own[at] === 1).length >= 2;
}

/** What a key is called, and what qualifies that. */
function isKeyWord({ role, weight }: Term): boolean {
  return weight >= WEIGHTY && (role === "head" || role === "adjunct");
}

function leastOf({ isName, role }: Term, asksName: boolean, isUntyped: boolean): number {
  if (isName) return NAMED;
  if (isUntyped && role === "head") return LEAST_OF_ASKED;
  return asksName && (role === "head" || role === "act") ? LEAST_OF_NAMED : LEAST[role];
}

/** Whether there is no answer without a term, however much else is present. */
function isNeeded({ isName, weight, role }: Term, loose: keyof typeof MISSING): boolean {
  if (isName) return true;
  if (weight < 1 || loose === "reason") return false;
  return role === "head" || role === "noun" || (role === "act" && loose === "prose");
}

/** A row that is about what the question names, and whose table has no word for what is done. */
function isRowOf({ terms, language, asks, counted }: Question, present: readonly number[], unit: Unit): boolean {
  const cells = wordBag(unit.text, language);
  const labels = wordBag(unit.labels.join("\n"), language);
  let isNamed = false;
  let isLabelled = false;
  let misses = false;
  for (const [at, term] of terms.entries()) {
    const inCells = presence(term, cells);
    isNamed ||= inCells >= EXACT && term.weight >= WEIGHTY;
    isLabelled ||= presence(term, labels) > 0;
    const least = term.isName ? NAMED : term.role === "head" ? LEAST.head : LEAST.noun;
    if (inCells > 0 || (present[at] as number) >= least) continue;
    if (
      term.role === "adjunct" &&
      term.weight >= WEIGHTY &&
      (present[at] as number) < SOMEWHERE &&
      !isQuality(term.folded)
    )
      return false;
    misses ||= term.weight >= 1;
    if (term.isName || (term.weight >= 1 && term.role !== "act" && term.role !== "rest")) return false;
  }
  // "people who registered" are not the places there are.
  if (misses && counted !== null && presence(terms[counted] as Term, labels) < EXACT) return false;
  return isNamed && (isLabelled || asks !== null);
}
