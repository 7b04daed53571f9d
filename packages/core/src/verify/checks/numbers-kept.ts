import { altersContent } from "../asked/alters-content.js";
import type { Evidence } from "../evidence.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { inDifferentLanguages } from "../reading/different-languages.js";
import type { Source } from "../source.js";

/** Numbers of what is transformed are in the result (TRANSFORM). */
export const numbersKeptCheck: OutputCheck = {
  id: "numbers-kept",
  weight: SERIOUS,
  states: () => "numbers kept",
  examine(evidence) {
    const { original } = evidence;
    if (original === null || altersContent(evidence.asked.instruction)) return null;
    const wanted = original.reading.numbers.filter(({ marker, value }) => !marker && !Number.isNaN(value));
    if (wanted.length === 0) return null;
    const { numberKeys, text } = evidence.output;
    const lost = wanted.filter(({ key, bareKey }) => !numberKeys.has(key) && !numberKeys.has(bareKey));
    const invented = inventedNumber(evidence, original);
    if (invented !== null) return invented;
    if (lost.length === 0) return passed("All numbers are kept.");
    const [first] = lost;
    const written = original.reading.scanned.words[first?.word ?? 0] as string;
    // POS-VER-01: a figure may be written out in a language whose number words are not known.
    if (
      text.length < 20 ||
      lost.every(({ value }) => value >= 0 && value <= 100 && inDifferentLanguages(evidence.output, original.reading))
    ) {
      return undecided(`"${written}" may be written out.`);
    }
    return failed(`Keep every number: "${written}" is not in the result.`);
  },
};

function inventedNumber(evidence: Evidence, { reading }: Source) {
  const { output, asked } = evidence;
  const known = reading.numberKeys;
  const stray = output.numbers.find(
    ({ key, bareKey, marker, value }) =>
      !marker &&
      !Number.isNaN(value) &&
      value > 31 &&
      !known.has(key) &&
      !known.has(bareKey) &&
      !asked.instruction.numberKeys.has(key),
  );
  if (stray === undefined) return null;
  const span = [output.scanned.starts[stray.word] as number, output.scanned.ends[stray.word] as number] as const;
  return failed(`Add no number: "${output.text.slice(...span)}" is not in the original.`, span);
}
