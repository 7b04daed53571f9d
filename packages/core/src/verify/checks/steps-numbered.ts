import { lazySchema } from "../../contract/lazy-schema.js";
import { WORDLESS_FORMS } from "../asked/wordless-forms.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

const ASKS_FOR_STEPS = lazySchema(() =>
  wordMarks(
    "plan steps step roadmap itinerary schedule checklist agenda syllabus timetable procedure outline schritte schritt fahrplan zeitplan ablauf étapes étape calendrier programme pasos paso itinerario cronograma план* шаг* распорядок 计划 步骤 行程 方案 計画 手順",
  ),
);

/** Words from which on a plan without steps is no plan. */
const ROOM = 40;

/** At least two numbered steps (PLAN). */
export const stepsNumberedCheck: OutputCheck = {
  id: "steps-numbered",
  weight: SERIOUS,
  states: () => "at least 2 numbered steps",
  examine({ asked, output }) {
    if (WORDLESS_FORMS.has(asked.form.kind)) return null;
    const numbered = output.items.filter(({ number }) => number !== undefined);
    if (numbered.length >= 2) return passed(`There are ${numbered.length} numbered steps.`);
    const parts = Math.max(
      output.items.length,
      output.lines.filter(({ kind }) => kind === "row" || kind === "heading").length,
    );
    if (parts >= 2) return undecided("The steps are set out without numbers.");
    // POS-VER-01: one sentence can say how a small thing is done; a plan that was asked for has steps.
    const due = hasMark(ASKS_FOR_STEPS(), asked.instruction) || output.scanned.wordCount >= ROOM;
    return due
      ? failed("Set the plan out as at least two numbered steps.")
      : undecided("The output is too short to need steps.");
  },
};
