import { lazySchema } from "../../contract/lazy-schema.js";
import type { AskedOutput } from "../asked/asked-output.js";
import type { Evidence } from "../evidence.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { contentKey } from "../reading/content-key.js";
import { inDifferentLanguages } from "../reading/different-languages.js";

/** Content words from which on an output that never touches its subject is off it. */
const ENOUGH_WORDS = 12;
/** The same where only one word names the subject: it may well be said otherwise. */
const ENOUGH_FOR_ONE = 24;
/** The same for stories and verse, which show their subject instead of naming it. */
const ENOUGH_FOR_FICTION = 60;
const FICTION = lazySchema(() =>
  wordMarks(
    "story stories tale poem poems haiku limerick sonnet verse verses song lyrics joke jokes riddle slogan tagline scene dialogue fable novel " +
      "geschichte gedicht märchen lied witz histoire poème conte chanson blague historia cuento poema canción chiste рассказ стихотворение сказка песн* 故事 诗 小说 笑话 物語 詩 俳句",
  ),
);
/** Letters that two words must share to count as one here: "rain" and "rainy", "photosynthesis" and "photosynthetic". */
const SHARED = 4;

const ON_GOAL = passed("The output is about what was asked.");
const OPEN = undecided("The output is too short to tell whether it is about what was asked.");

/** The output is about the subject of its assignment, or at least of the material it was given. */
export const goalCheck: OutputCheck = {
  id: "goal",
  weight: SERIOUS,
  states: (asked) => (asked.form.kind === "code" ? null : "on the subject"),
  examine(evidence) {
    const { asked, output } = evidence;
    if (asked.form.kind === "code" || inDifferentLanguages(asked.instruction, output)) return null;
    const goals = asked.goalKeys;
    if (goals.size === 0) return null;
    const { scanned } = output;
    // Most outputs name their subject in the first words, so keys are made one by one.
    for (let at = 0; at < scanned.words.length; at += 1) {
      const key = contentKey(scanned, at);
      if (key !== null && goals.has(key)) return ON_GOAL;
    }
    const beginnings = new Set([...goals].map((key) => key.slice(0, SHARED)));
    for (const key of output.keys) if (beginnings.has(key.slice(0, SHARED))) return ON_GOAL;
    if (touchesSources(evidence)) return ON_GOAL;
    const enough = isCreative(asked) ? ENOUGH_FOR_FICTION : goals.size === 1 ? ENOUGH_FOR_ONE : ENOUGH_WORDS;
    // POS-VER-01: a short answer need not repeat the question.
    if (output.keys.size < enough) return OPEN;
    return failed("The output does not touch the subject that was asked for.", [0, output.text.length]);
  },
};

function isCreative({ operation, instruction }: AskedOutput): boolean {
  return operation === "GENERATE" && hasMark(FICTION(), instruction);
}

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
