import type { Evidence } from "../evidence.js";
import { allSourcesForeign } from "../other-language.js";
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
        if (output.isName(word) && !isKnownName(evidence, word)) return newItem(evidence, word);
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

/** A name the sources have as a word, as its beginning ("Swiss", "Switzerland" are two), or as initials. */
function isKnownName({ output, sourceWords, sourceKeys, sourceIds }: Evidence, at: number): boolean {
  const word = output.scanned.words[at] as string;
  const key = output.keyList[at];
  return sourceWords.has(word) || sourceIds.has(word) || (key !== null && key !== undefined && sourceKeys.has(key));
}
