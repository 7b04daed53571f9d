import type { Evidence } from "../evidence.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { VERDICTS, verdictRanges } from "../verdict-ranges.js";
import { carriesReason } from "./reasoned.js";

/** Each verdict has a reason or a source (VERIFY). */
export const verdictReasonedCheck: OutputCheck = {
  id: "verdict-reasoned",
  weight: SERIOUS,
  states: () => "each with reason or source",
  examine(evidence) {
    const { output } = evidence;
    const ranges = verdictRanges(evidence);
    if (ranges.length === 0) return null;
    if (output.scanned.wordCount <= 3) return undecided("The output is a bare verdict.");
    const known = new Set([...evidence.asked.request.material.keys, ...evidence.asked.instruction.keys]);
    const bare = ranges.find(
      ({ first, last }) => !carriesReason(output, first, last) && !addsWords(evidence, known, first, last),
    );
    if (bare === undefined) return passed("Each verdict has a reason.");
    // POS-VER-01: a reason may stand in the sentence after the verdict.
    if (output.items.length < 2)
      return output.sentences.length > ranges.length
        ? passed("The verdict is followed by its reason.")
        : undecided("The verdict has no reason.");
    return failed("Give a reason or source for each verdict.", output.spanOf(bare));
  },
};

/** Content words of its own make a reason, even without a connective. */
function addsWords({ output }: Evidence, known: ReadonlySet<string>, first: number, last: number): boolean {
  let added = 0;
  for (let at = first; at < last; at += 1) {
    const key = output.keyList[at];
    if (
      key !== null &&
      key !== undefined &&
      !known.has(key) &&
      !VERDICTS().words.has(output.scanned.words[at] as string)
    )
      added += 1;
  }
  return added >= 2;
}
