import { lazySchema } from "../../contract/lazy-schema.js";
import { allSourcesForeign } from "../all-sources-foreign.js";
import { citesFailedCall } from "../cites-failed-call.js";
import { groundedSentences } from "../grounded-sentences.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

/** Ways to say that something comes from the model itself, or is not known. */
const OWN_KNOWLEDGE = lazySchema(() =>
  wordMarks(
    "general_knowledge common_knowledge my_knowledge model_knowledge own_knowledge background_knowledge training not_in_the not_stated not_given not_mentioned not_provided no_source unverified i_recall as_far_as_i_know " +
      "allgemeinwissen eigenes_wissen allgemeines_wissen nicht_angegeben connaissances_générales connaissance_générale non_précisé conocimiento_general no_se_indica общеизвестно из_общих_знаний 常识 一般知识 一般知識",
  ),
);

/** Every stated fact has a source or is marked as the model's own knowledge (RETRIEVE). */
export const sourcedCheck: OutputCheck = {
  id: "sourced",
  weight: SERIOUS,
  states: () => "each fact sourced or marked as general knowledge",
  examine(evidence) {
    const { output, sources } = evidence;
    const unfounded = citesFailedCall(evidence);
    if (unfounded !== null) return unfounded;
    // POS-VER-01: where nothing was given there is no source to hold an answer against.
    if (sources.length === 0) return undecided("No source was given to check the answer against.");
    if (allSourcesForeign(evidence)) return undecided("The sources are in another language.");
    if (!evidence.sourcesBearOnGoal) return undecided("Nothing given bears on the question.");
    const marked = hasMark(OWN_KNOWLEDGE(), output);
    let open = 0;
    for (const { range, grounded, foreign } of groundedSentences(evidence)) {
      if (grounded) continue;
      open += 1;
      if (foreign === null || (marked && hasMark(OWN_KNOWLEDGE(), output, range.first, range.last))) continue;
      return failed(
        `Name the source of "${foreign}" or mark it as general knowledge: nothing given states it.`,
        output.spanOf(range),
      );
    }
    return open === 0
      ? passed("Every stated fact has a source.")
      : undecided(`${open} sentences use words that no source has.`);
  },
};
