import { type Aspect, answersAspect } from "../asked/asked-aspect.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

const NAMES: Readonly<Record<Aspect, string>> = {
  why: "says why",
  how: "says how",
  effect: "says to what effect",
  quantity: "gives the quantity",
};
/** Words from which on an answer shows whether it answers. */
const ROOM = 20;

/** The output answers the aspect asked about: why, how, to what effect, how much (ANALYSE). */
export const aspectCheck: OutputCheck = {
  id: "aspect",
  weight: SERIOUS,
  states: ({ aspect }) => (aspect === null ? null : NAMES[aspect]),
  examine({ asked, output }) {
    const { aspect } = asked;
    if (aspect === null) return null;
    if (answersAspect(aspect, output)) return passed(`The output ${NAMES[aspect]}.`);
    // POS-VER-01: a short answer may leave the connective to the question.
    if (output.scanned.wordCount < ROOM)
      return undecided(`The output is too short to tell whether it ${NAMES[aspect]}.`);
    return failed(`Answer what was asked: nothing in the output ${NAMES[aspect]}.`);
  },
};
