import { allSourcesForeign } from "../all-sources-foreign.js";
import { BOUND_OPERATIONS } from "../bound-operations.js";
import { citesFailedCall } from "../cites-failed-call.js";
import { groundedSentences } from "../grounded-sentences.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

/** Operations that bring in nothing of their own; the others may use names and terms of their trade. */
const FROM_SOURCES: ReadonlySet<string> = new Set(["RETRIEVE", "SYNTHESISE"]);
/** Share of grounded sentences from which on the output as a whole rests on its sources. */
const ENOUGH = 0.8;

/**
 * Grounding share: sentences with numbers, names or claims whose content words (at least 0.6 of them) and all numbers
 * occur in what the step was given ÷ such sentences (POS-VER-01).
 */
export const groundingCheck: OutputCheck = {
  id: "grounding",
  weight: SERIOUS,
  states: ({ operation }) => (BOUND_OPERATIONS.has(operation) ? "figures and names as given" : null),
  examine(evidence) {
    const { asked, output, sources } = evidence;
    if (!BOUND_OPERATIONS.has(asked.operation)) return null;
    // POS-VER-01: what is said to come from a call that failed rests on nothing.
    const unfounded = citesFailedCall(evidence);
    if (unfounded !== null) return unfounded;
    if (sources.length === 0) return null;
    if (allSourcesForeign(evidence) || !evidence.sourcesBearOnGoal) return null;
    const sentences = groundedSentences(evidence);
    if (sentences.length === 0) return null;
    const grounded = sentences.filter((sentence) => sentence.grounded).length;
    const share = grounded / sentences.length;
    const said = `${grounded} of ${sentences.length} sentences rest on what was given`;
    if (share >= ENOUGH) return passed(`${said}.`);
    // POS-VER-01: other words for the same thing are no fault; a number or name that nothing given has is one.
    const foreign = sentences.find(
      ({ foreign, figure }) => foreign !== null && (figure || FROM_SOURCES.has(asked.operation)),
    );
    if (foreign === undefined) return undecided(`${said}; the others use words of their own.`);
    return failed(`Only ${said}: "${foreign.foreign}" stands in none of it.`, output.spanOf(foreign.range));
  },
};
