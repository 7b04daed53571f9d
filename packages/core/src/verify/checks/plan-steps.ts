import { lazySchema } from "../../contract/lazy-schema.js";
import type { Evidence } from "../evidence.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, MINOR, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { wordsBetween } from "../reading/words-between.js";

const ASKS_FOR_STEPS = lazySchema(() =>
  wordMarks(
    "plan steps step roadmap itinerary schedule checklist agenda syllabus timetable procedure outline schritte schritt fahrplan zeitplan ablauf étapes étape calendrier programme pasos paso itinerario cronograma план* шаг* распорядок 计划 步骤 行程 方案 計画 手順",
  ),
);
/** Signs by which a step is known to be done. */
const DONE = lazySchema(() =>
  wordMarks(
    "done until when once complete completed finished ready passes confirm* verif* check* test* result* deliver* output* sign* deadline by so_that ensure* agreed approved measur* target goal at_least works " +
      "fertig erledigt sobald wenn bis geprüft bestätig* abgeschlossen ergebnis liegt steht fini terminé quand lorsque jusqu'à vérifi* validé livrable listo hecho cuando hasta verific* comprob* completad* entreg* готово когда пока провер* результат* завершен* 完成 直到 确认 检查 验收 达到 完了 まで 確認",
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
    if (WORDLESS.has(asked.form.kind)) return null;
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

/** Each step has a sign by which it is known to be done (PLAN). */
export const stepsDoneCheck: OutputCheck = {
  id: "done-conditions",
  weight: MINOR,
  states: () => "each with a done-condition",
  examine(evidence) {
    const { output, asked } = evidence;
    const { items } = output;
    if (items.length < 2 || WORDLESS.has(asked.form.kind)) return null;
    const without = items.filter((item) => !hasDoneCondition(evidence, item));
    if (without.length === 0) return passed("Every step says when it is done.");
    const [first] = without;
    return failed(`Say of every step when it is done: ${without.length} of ${items.length} do not.`, [
      first?.start ?? 0,
      first?.end ?? 0,
    ]);
  },
};

/** Steps refer backwards only (PLAN). */
export const stepsBackwardCheck: OutputCheck = {
  id: "backward-references",
  weight: SERIOUS,
  states: () => "referring to earlier steps only",
  examine({ output }) {
    const steps = output.items.filter(({ number }) => number !== undefined);
    if (steps.length < 2) return null;
    let references = 0;
    for (const { number, body, end } of steps) {
      for (const match of output.text.slice(body, end).matchAll(REFERENCE)) {
        references += 1;
        // POS-VER-01: what a step needs must exist by then.
        if (Number(match[1]) > (number as number)) {
          return failed(`Step ${number} refers to step ${match[1]}, which comes later.`, [
            body + match.index,
            body + match.index + match[0].length,
          ]);
        }
      }
    }
    return references === 0 ? null : passed("Steps refer to earlier ones only.");
  },
};

const WORDLESS: ReadonlySet<string> = new Set(["json", "csv", "xml", "yaml", "code"]);
const REFERENCE = /(?<!\p{L})(?:steps?|schritte?|étapes?|etapas?|pasos?|шаг[аеу]?)\s{1,2}(\d{1,3})(?!\p{L})/giu;

function hasDoneCondition({ output }: Evidence, { body, end }: { body: number; end: number }): boolean {
  const { first, last } = wordsBetween(output.scanned, body, end);
  return hasMark(DONE(), output, first, last) || output.numbersIn(first, last, 1).length > 0;
}
