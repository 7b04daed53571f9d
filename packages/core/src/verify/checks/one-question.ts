import { lazySchema } from "../../contract/lazy-schema.js";
import type { Evidence } from "../evidence.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

const QUESTION_MARKS = "?？؟";

const POLITE = lazySchema(() =>
  wordMarks(
    "please_tell please_specify please_clarify let_me_know could_you please_provide bitte_nenne bitte_gib bitte_teile précisez indiquez indique por_favor уточните укажите 请说明 请提供 请告诉 教えてください",
  ),
);

/** One question (CLARIFY); options may be questions of their own. */
export const oneQuestionCheck: OutputCheck = {
  id: "one-question",
  weight: SERIOUS,
  states: () => "one question",
  examine({ output }) {
    const questions = questionsOf(output);
    if (questions === 1) return passed("The output asks one question.");
    if (questions === 0) {
      // POS-VER-01: a request for the missing thing asks for it without a question mark.
      if (hasMark(POLITE(), output)) return undecided("The output asks without a question.");
      return failed("Ask the user one question about what is missing.");
    }
    return failed(`Ask one question: the output asks ${questions}.`);
  },
};

/** Questions outside list entries. */
function questionsOf({ text, lines }: Evidence["output"]): number {
  let count = 0;
  for (const { kind, start, end } of lines) {
    if (kind === "bullet" || kind === "numbered") continue;
    for (let at = start; at < end; at += 1) {
      const mark = text.charAt(at);
      if (mark !== "" && QUESTION_MARKS.includes(mark) && !QUESTION_MARKS.includes(text.charAt(at - 1))) count += 1;
    }
  }
  return count;
}
