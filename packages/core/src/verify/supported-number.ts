import { lazySchema } from "../contract/lazy-schema.js";
import type { Evidence } from "./evidence.js";
import { HEDGES } from "./language/hedges.js";
import { hasMark, wordMarks } from "./language/word-marks.js";
import type { StatedNumber } from "./reading/read-numbers.js";
import type { SentenceRange } from "./reading/text-reading.js";

/** Values that are combined in pairs when a sentence says it calculates. */
const MOST_COMBINED = 12;
/** How far a figure said to be rough may be off. */
const ROUGH = 0.05;
/** Counts up to this one ("3 reports") need no source. */
const SMALL_COUNT = 3;

const CALCULATING = lazySchema(() =>
  wordMarks(
    "difference* differ* more less fewer total* sum* average* mean percent ratio* times twice double* half together combined increase* decrease* rise* up down grew growth rose fell drop* gain* saving* faster slower cheaper older younger longer shorter higher lower difference_of " +
      "unterschied* insgesamt summe durchschnitt* mehr weniger zusammen différence* total* moyenne* plus moins ensemble diferencia* total* promedio media más menos juntos разниц* всего сумм* средн* больше меньше 差 共 总 平均 增加 减少 合計",
  ),
);

/** Whether a source states the number, exactly, rounded as it is written, or as a calculation the sentence speaks of. */
export function isSupportedNumber(evidence: Evidence, number: StatedNumber, range: SentenceRange): boolean {
  const { sourceNumbers } = evidence;
  if (number.marker || sourceNumbers.has(number.key) || sourceNumbers.has(number.bareKey)) return true;
  if (Number.isNaN(number.value)) return evidence.sources.some(({ reading }) => reading.text.includes(number.key));
  if (Number.isInteger(number.value) && Math.abs(number.value) <= SMALL_COUNT && number.unit !== "%") return true;
  // A figure written to the unit, the tenth or the thousand agrees with what it is rounded from.
  if (evidence.statesValueWithin(number.value - number.step / 2, number.value + number.step / 2)) return true;
  if (isRoughly(evidence, number)) return true;
  if (showsCalculation(evidence, range)) return true;
  if (!hasMark(CALCULATING(), evidence.output, range.first, range.last)) return false;
  return isCombination(number, evidence.fewValues(MOST_COMBINED), range, evidence);
}

/** "About 390,000" and a figure that ends in thousands agree with what they are rounded from. */
function isRoughly(evidence: Evidence, number: StatedNumber): boolean {
  const { output } = evidence;
  const hedged = hasMark(HEDGES(), output, Math.max(0, number.word - 2), number.word);
  const zeros = /0{3,}$/.exec(String(Math.abs(number.value)))?.[0].length ?? 0;
  const play = hedged ? ROUGH * Math.abs(number.value) : zeros > 0 ? 10 ** zeros / 2 : 0;
  return play > 0 && evidence.statesValueWithin(number.value - play, number.value + play);
}

/** "3x = 15": a sentence that shows its calculation is checked by it, not by its sources. */
function showsCalculation({ output }: Evidence, range: SentenceRange): boolean {
  const [start, end] = output.spanOf(range);
  const sign = output.text.indexOf("=", start);
  return sign >= 0 && sign < end;
}

function isCombination(
  number: StatedNumber,
  values: readonly number[],
  { first, last }: SentenceRange,
  { output }: Evidence,
): boolean {
  const near = (value: number) => Math.abs(value - number.value) <= Math.max(number.step / 2, 1e-9);
  // The operands stand in the sentence as a rule; else the few values of the sources are tried.
  const stated = output.numbers
    .filter(({ word, value }) => word >= first && word < last && word !== number.word && !Number.isNaN(value))
    .map(({ value }) => value);
  const operands = [...new Set([...stated.slice(0, MOST_COMBINED), ...values])];
  let total = 0;
  for (const a of operands) {
    total += a;
    for (const b of operands) {
      if (
        near(a - b) ||
        near(a + b) ||
        near((a + b) / 2) ||
        (b !== 0 && (near(a / b) || near(((a - b) / b) * 100) || near((a / b) * 100)))
      )
        return true;
    }
  }
  return near(total) || near(total / operands.length);
}
