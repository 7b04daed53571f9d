import type { Assertion } from "./reading/assertions.js";
import type { JoinedSets } from "./reading/joined-sets.js";
import { figureKey, type StatedNumber } from "./reading/read-numbers.js";
import { OPENS } from "./reading/scan-text.js";

/** Content words a contradicting sentence may add: more of them may name another case. */
const MOST_ADDED = 2;
/** Share of the fact's words that must recur where the sentence adds none of its own. */
const COVERAGE = 0.6;
/** How far a figure said to be rough may be off. */
const ROUGH = 0.1;

/** The figures of all sources; read only where one of them could excuse another. */
export interface SupportingFigures {
  readonly sourceFigures: Pick<JoinedSets, "has">;
}

/**
 * What `stated` says against `fact`, as the rest of "The output …"; null where it says nothing against it. Both must
 * speak of the same subject in the same words; precision goes before reach.
 */
export function contradicts(stated: Assertion, fact: Assertion, evidence: SupportingFigures): string | null {
  // However many words they share, so many are added or missing at least.
  const longer = stated.keys.size - fact.keys.size;
  if (longer > MOST_ADDED || stated.keys.size < COVERAGE * fact.keys.size || stated.distanced) return null;
  const shared = sharedKeys(stated, fact);
  const missing = fact.keys.size - shared;
  const added = stated.keys.size - shared;
  if (shared < 2 || added > MOST_ADDED) return null;
  // A word missing here and another one there may be a word replaced: another subject.
  if (missing > 0 && (added > 0 || shared < COVERAGE * fact.keys.size)) return null;
  if (fact.negated !== stated.negated) {
    const whole = missing === 0 && added <= 1 && fact.keys.size >= 3;
    return whole && sameNumbers(stated, fact)
      ? stated.negated
        ? "denies what is established"
        : "asserts what is denied"
      : null;
  }
  for (const number of fact.numbers) {
    const other = otherNumber(stated, fact, number, evidence);
    if (other !== null) return `states ${shown(stated, other)} where ${shown(fact, number)} is established`;
  }
  return null;
}

function sharedKeys(stated: Assertion, fact: Assertion): number {
  let shared = 0;
  for (const key of fact.keys) if (stated.keys.has(key)) shared += 1;
  return shared;
}

/** A number of `stated` that stands for the same thing as `number` of the fact and is another one. */
function otherNumber(
  stated: Assertion,
  fact: Assertion,
  number: StatedNumber,
  evidence: SupportingFigures,
): StatedNumber | null {
  if (Number.isNaN(number.value) || isYearBesideOthers(number, fact)) return null;
  let isRivalled = false;
  let isRoughlyStated = false;
  for (let at = 0; at < stated.numbers.length; at += 1) {
    const other = stated.numbers[at] as StatedNumber;
    if (!isComparable(other, number, fact) || ownerOf(stated, fact, at) === "another") continue;
    // A figure that agrees settles it, whatever the others are.
    if (agree(other, number)) return null;
    isRivalled = true;
    isRoughlyStated ||= agreeRoughly(other, number);
  }
  // Figures of different years do not contradict each other.
  if (!isRivalled || differentYears(stated, fact)) return null;
  if (isRoughlyStated && stated.hedged) return null;
  for (let at = 0; at < stated.numbers.length; at += 1) {
    const other = stated.numbers[at] as StatedNumber;
    if (!isComparable(other, number, fact) || isYearBesideOthers(other, stated)) continue;
    const owner = ownerOf(stated, fact, at);
    // Where no name says whose the figure is, it may be that of another source.
    if (owner === "named" || (owner === "unnamed" && !evidence.sourceFigures.has(figureKey(other)))) return other;
  }
  return null;
}

/** Whether a figure can be another one than `number` of the fact: it is none of its other figures. */
function isComparable(other: StatedNumber, number: StatedNumber, fact: Assertion): boolean {
  return other.unit === number.unit && !Number.isNaN(other.value) && !isWithin(other, number, fact);
}

function agree(a: StatedNumber, b: StatedNumber): boolean {
  if (a.key === b.key) return true;
  const step = Math.max(a.step, b.step);
  return (step > 1 || !Number.isInteger(step)) && Math.abs(a.value - b.value) <= step / 2;
}

function agreeRoughly(a: StatedNumber, b: StatedNumber): boolean {
  return Math.abs(a.value - b.value) <= ROUGH * Math.max(Math.abs(a.value), Math.abs(b.value));
}

const isYear = ({ value, unit, step }: StatedNumber) =>
  step === 1 && Number.isInteger(value) && value >= 1000 && value <= 2100 && !"%$€£".includes(unit || " ");

function isYearBesideOthers(number: StatedNumber, { numbers }: Assertion): boolean {
  return isYear(number) && numbers.length > 1;
}

function differentYears(a: Assertion, b: Assertion): boolean {
  if (a.numbers.length < 2 && b.numbers.length < 2) return false;
  if (!a.numbers.some(isYear) && !b.numbers.some(isYear)) return false;
  return !a.numbers.some(
    (year) => isYear(year) && b.numbers.some((other) => isYear(other) && other.value === year.value),
  );
}

/** "11 am; other days 9 am", "from 5 to 10 km": one of several figures of the fact, or one between them. */
function isWithin(other: StatedNumber, number: StatedNumber, { numbers }: Assertion): boolean {
  if (numbers.length < 2) return false;
  let siblings = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const { unit, value } of numbers) {
    if (unit !== number.unit || Number.isNaN(value)) continue;
    siblings += 1;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return siblings >= 2 && other.value >= least && other.value <= most;
}

/** Whose a figure of `stated` is by the nearest name before it: the fact's, another's, or nobody's by name. */
function ownerOf(stated: Assertion, fact: Assertion, at: number): "named" | "another" | "unnamed" {
  const name = stated.owners[at] as number;
  if (name < 0) return "unnamed";
  const key = stated.reading.keyList[name] as string;
  if (!fact.keys.has(key)) return "another";
  // A capital that the sentence's start is due to may stand for a common word.
  const isDue = ((stated.reading.scanned.flags[name] as number) & OPENS) !== 0;
  return isDue && fact.subject !== key ? "unnamed" : "named";
}

function sameNumbers(stated: Assertion, fact: Assertion): boolean {
  return fact.numbers.every((number) => stated.numbers.some((other) => other.key === number.key));
}

function shown({ reading }: Assertion, { word }: StatedNumber): string {
  const { text, starts, ends } = reading.scanned;
  const unit = text.slice(ends[word], (ends[word] as number) + 1) === "%" ? "%" : "";
  return `${text.slice(starts[word], ends[word])}${unit}`;
}
