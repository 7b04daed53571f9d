import type { Evidence } from "../evidence.js";
import { inDifferentLanguages } from "../other-language.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

/** Content words from which on an output that never touches its subject is off it. */
const ENOUGH_WORDS = 12;
/** The same where only one word names the subject: it may well be said otherwise. */
const ENOUGH_FOR_ONE = 30;
/** Letters that two words must share to count as one here: "rain" and "rainy", "photosynthesis" and "photosynthetic". */
const SHARED = 4;

const ON_GOAL = passed("The output is about what was asked.");
const OPEN = undecided("The output is too short to tell whether it is about what was asked.");

/** The output is about the subject of its assignment, or at least of the material it was given. */
export const goalCheck: OutputCheck = {
  id: "goal",
  weight: SERIOUS,
  states: (asked) => (asked.form.kind === "code" ? null : "about the subject asked for"),
  examine(evidence) {
    const { asked, output } = evidence;
    if (asked.form.kind === "code" || inDifferentLanguages(asked.instruction, output)) return null;
    const goals = asked.goalKeys;
    if (goals.length === 0) return null;
    const wanted = new Set(goals.map((key) => key.slice(0, SHARED)));
    for (const key of output.keyList) if (key !== null && wanted.has(key.slice(0, SHARED))) return ON_GOAL;
    if (touchesSources(evidence)) return ON_GOAL;
    const enough = goals.length === 1 ? ENOUGH_FOR_ONE : ENOUGH_WORDS;
    // POS-VER-01: a short answer need not repeat the question.
    if (output.keys.size < enough) return OPEN;
    return failed("The output does not touch the subject that was asked for.", [0, output.text.length]);
  },
};

/** Two words in common with what the step was given; the instruction has none in common, as was seen. */
function touchesSources({ sources, sourceKeys, output }: Evidence): boolean {
  if (sources.length === 0) return false;
  let shared = 0;
  for (const key of output.keys) {
    if (sourceKeys.has(key)) shared += 1;
    if (shared >= 2) return true;
  }
  return false;
}
