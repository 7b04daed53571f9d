import { lazySchema } from "../../contract/lazy-schema.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { isNamed, keysOfWords } from "./items-named.js";

const ASKED = lazySchema(() =>
  wordMarks(
    "better best recommend recommendation should_i should_we winner wins prefer preferable worth_it verdict which_is which_one which_of choose pick superior decide besser beste besten empfiehl empfehlung empfehlen urteil fazit " +
      "meilleur meilleure mieux recommande recommandez recommandation lequel laquelle verdict mejor recomienda recomendación veredicto лучше рекоменд* вывод 哪个 更好 推荐 建议 结论 どちら 結論",
  ),
);
const GIVEN = lazySchema(() =>
  wordMarks(
    "better best recommend* prefer* choose pick winner wins win superior should verdict overall conclusion stronger cheaper faster safer larger smaller ideal suits suited fits worth ahead outperform* ideal " +
      "besser* beste* empfehl* empfiehlt vorzuziehen fazit insgesamt gewinnt geeignet* meilleur* mieux recommand* préfér* conclusion convient mejor* recomiend* recomend* prefer* conclusión conviene лучш* рекоменд* предпочт* вывод стоит 更好 推荐 建议 最好 更适合 优于 胜 結論 方がよい おすすめ",
  ),
);
/** Words from which on an answer has room for a verdict. */
const ROOM = 15;

/** A verdict is given where the request asks for one (COMPARE). */
export const verdictGivenCheck: OutputCheck = {
  id: "verdict-given",
  weight: SERIOUS,
  states: ({ instruction }) => (hasMark(ASKED(), instruction) ? "a verdict" : null),
  examine({ asked, output }) {
    if (!hasMark(ASKED(), asked.instruction)) return null;
    const { wordCount } = output.scanned;
    // POS-VER-01: one item named alone is the verdict.
    if (wordCount <= 6) {
      const keys = keysOfWords(output);
      const named = asked.comparedItems.filter((item) => isNamed(item, keys));
      return named.length === 1
        ? passed("The output names one item.")
        : undecided("The output is too short to tell its verdict.");
    }
    if (hasMark(GIVEN(), output)) return passed("The output gives a verdict.");
    return wordCount >= ROOM
      ? failed("Say which one is better: a verdict was asked for.")
      : undecided("The output may imply its verdict.");
  },
};
