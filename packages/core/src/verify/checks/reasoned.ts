import { lazySchema } from "../../contract/lazy-schema.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import type { TextReading } from "../reading/text-reading.js";

/** Marks of a reason, an example, a source or a calculation. */
export const REASONS = lazySchema(() =>
  wordMarks(
    "because since due cause* as reason* therefore so hence thus result* lead leads led means mean when if than for_example for_instance such_as e.g according evidence data study studies shows show showed suggests indicates prove* per from by given which making allow* so_that source " +
      "weil da denn wegen durch daher deshalb führt wenn beispiel z.b laut belegt zeigt aufgrund indem um sodass gemäß quelle parce car puisque donc ainsi exemple selon montre grâce quand si entraîn* pour permet " +
      "porque debido causa* pues así ejemplo según muestra cuando si para permite perché quindi esempio secondo потому поэтому так_как если например согласно показыва* чтобы из-за 因为 因此 所以 由于 例如 根据 表明 如果 从而 ため ので 例えば によると",
  ),
);
/** Words that make a claim. */
const CLAIM_WORDS = 5;
/** Sentences from which on some reason is due, and the share of them that should carry one. */
const ENOUGH_SENTENCES = 3;
const SHARE = 0.25;

/** Claims carry a reason or evidence (ANALYSE). */
export const reasonedCheck: OutputCheck = {
  id: "reasoned",
  weight: SERIOUS,
  states: () => "claims with reason or evidence",
  examine({ output }) {
    // A fragment ("No commute") is a heading or a point, not a claim to be argued.
    const sentences = output.sentences.filter(({ first, last }) => last - first >= CLAIM_WORDS);
    if (sentences.length === 0) return undecided("The output has no whole sentence.");
    let carried = 0;
    for (const { first, last } of sentences) if (carriesReason(output, first, last)) carried += 1;
    if (carried >= Math.max(1, SHARE * sentences.length))
      return passed(`${carried} of ${sentences.length} sentences carry a reason or evidence.`);
    // POS-VER-01: a bare result is an answer; a row of bare claims is none.
    if (carried > 0 || sentences.length < ENOUGH_SENTENCES)
      return undecided(`${carried} of ${sentences.length} sentences carry a reason or evidence.`);
    return failed("Give a reason or evidence for the claims: no sentence has one.");
  },
};

/** A connective, a figure or a calculation. */
export function carriesReason(output: TextReading, first: number, last: number): boolean {
  if (hasMark(REASONS(), output, first, last)) return true;
  return output.numbersIn(first, last, 1).length > 0;
}
