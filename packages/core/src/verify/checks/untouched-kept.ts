import { lazySchema } from "../../contract/lazy-schema.js";
import { askedDirection } from "../asked/asked-direction.js";
import type { Evidence } from "../evidence.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { inDifferentLanguages } from "../reading/different-languages.js";
import type { Source } from "../source.js";

/** Changes of single places, which leave the rest as it is. */
const LOCAL = lazySchema(() =>
  wordMarks(
    "fix correct proofread typo* spelling grammar* punctuation replace rename remove delete insert korrigiere verbessere_die fehler ersetze entferne corrige corrigez orthographe remplace supprime ortografía reemplaza elimina исправь замени удали 修正 改正 替换 删除 直して",
  ),
);

/** Words an original needs for its parts to be recognised, and the share of them that a local change keeps. */
const FEWEST_WORDS = 12;

const KEPT_SHARE = 0.6;

const LOST_SHARE = 0.5;

/** Parts the change does not concern are kept (REVISE). */
export const untouchedKeptCheck: OutputCheck = {
  id: "untouched-kept",
  weight: SERIOUS,
  states: () => "the rest kept",
  examine(evidence) {
    const { asked, output } = evidence;
    const { original } = evidence;
    if (original === null || inDifferentLanguages(output, original.reading)) return null;
    const { keys, scanned, numbers } = original.reading;
    if (scanned.wordCount < FEWEST_WORDS || keys.size === 0) return null;
    let kept = 0;
    for (const key of keys) if (output.keys.has(key)) kept += 1;
    const share = kept / keys.size;
    const lostNumber = numbers.find(
      ({ marker, key, bareKey }) => !marker && !output.numberKeys.has(key) && !output.numberKeys.has(bareKey),
    );
    const local = hasMark(LOCAL(), asked.instruction) && askedDirection(asked.instruction) === null;
    if (local && share < LOST_SHARE)
      return failed(`Keep what the change does not concern: ${Math.round(share * 100)}% of the words are left.`);
    if (local && share >= KEPT_SHARE) {
      // POS-VER-01: a correction that loses a sentence has lost the words of it in a row.
      const lost = lostSentence(evidence, original);
      if (lost !== null) return failed(`Keep what the change does not concern: "${lost.slice(0, 60)}" is gone.`);
    }
    if (share >= KEPT_SHARE && lostNumber === undefined)
      return passed(`${Math.round(share * 100)}% of the words are kept.`);
    return undecided(`${Math.round(share * 100)}% of the words are kept.`);
  },
};

/** A sentence of the original of which hardly a word is left. */
function lostSentence({ output }: Evidence, { reading }: Source): string | null {
  for (const range of reading.sentences) {
    let total = 0;
    let left = 0;
    for (let at = range.first; at < range.last; at += 1) {
      const key = reading.keyList[at];
      if (key === null || key === undefined) continue;
      total += 1;
      if (output.keys.has(key)) left += 1;
    }
    if (total >= 3 && left <= total / 4) return reading.text.slice(...reading.spanOf(range));
  }
  return null;
}
