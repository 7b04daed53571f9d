import { lazySchema } from "../../contract/lazy-schema.js";
import { WORDLESS_FORMS } from "../asked/wordless-forms.js";
import type { Evidence } from "../evidence.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, MINOR, type OutputCheck, passed } from "../output-check.js";
import { wordsBetween } from "../reading/words-between.js";

/** Signs by which a step is known to be done. */
const DONE = lazySchema(() =>
  wordMarks(
    "done until when once complete completed finished ready passes confirm* verif* check* test* result* deliver* output* sign* deadline by so_that ensure* agreed approved measur* target goal at_least works " +
      "fertig erledigt sobald wenn bis geprüft bestätig* abgeschlossen ergebnis liegt steht fini terminé quand lorsque jusqu'à vérifi* validé livrable listo hecho cuando hasta verific* comprob* completad* entreg* готово когда пока провер* результат* завершен* 完成 直到 确认 检查 验收 达到 完了 まで 確認",
  ),
);

/** Each step has a sign by which it is known to be done (PLAN). */
export const doneConditionsCheck: OutputCheck = {
  id: "done-conditions",
  weight: MINOR,
  states: () => "each with a done-condition",
  examine(evidence) {
    const { output, asked } = evidence;
    const { items } = output;
    if (items.length < 2 || WORDLESS_FORMS.has(asked.form.kind)) return null;
    const without = items.filter((item) => !hasDoneCondition(evidence, item));
    if (without.length === 0) return passed("Every step says when it is done.");
    const [first] = without;
    return failed(`Say of every step when it is done: ${without.length} of ${items.length} do not.`, [
      first?.start ?? 0,
      first?.end ?? 0,
    ]);
  },
};

function hasDoneCondition({ output }: Evidence, { body, end }: { body: number; end: number }): boolean {
  const { first, last } = wordsBetween(output.scanned, body, end);
  return hasMark(DONE(), output, first, last) || output.numbersIn(first, last, 1).length > 0;
}
