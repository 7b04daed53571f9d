import { allSourcesForeign } from "../all-sources-foreign.js";
import type { Evidence } from "../evidence.js";
import { isForeignName } from "../foreign-name.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import type { StatedNumber } from "../reading/read-numbers.js";
import { isSupportedNumber } from "../supported-number.js";

/** No number or name is in the account that no source has (SYNTHESISE). */
export const nothingNewCheck: OutputCheck = {
  id: "nothing-new",
  weight: SERIOUS,
  states: () => "no new number or name",
  examine(evidence) {
    const { output, sources } = evidence;
    if (sources.length === 0) return null;
    const foreign = allSourcesForeign(evidence);
    let at = 0;
    for (const range of output.sentences) {
      for (; at < output.numbers.length && (output.numbers[at] as StatedNumber).word < range.last; at += 1) {
        const number = output.numbers[at] as StatedNumber;
        if (!isSupportedNumber(evidence, number, range)) return newItem(evidence, number.word);
      }
      if (foreign) continue;
      for (let word = range.first; word < range.last; word += 1) {
        if (isForeignName(evidence, word)) return newItem(evidence, word);
      }
    }
    // POS-VER-01: names change with the language; numbers do not.
    return foreign
      ? undecided("The sources are in another language, so names could not be checked.")
      : passed("No number or name is new.");
  },
};

function newItem({ output }: Evidence, word: number) {
  const { text, starts, ends } = output.scanned;
  const span = [starts[word] as number, ends[word] as number] as const;
  return failed(`Leave out "${text.slice(...span)}" or correct it: no source has it.`, span);
}
