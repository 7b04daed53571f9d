import { lazySchema } from "../../contract/lazy-schema.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import type { TextReading } from "../reading/text-reading.js";

/** Changes that alter figures themselves, or leave out on purpose. */
const ALTERING = lazySchema(() =>
  wordMarks(
    "round* units miles kilometers kilometres celsius fahrenheit pounds inches feet meters metres currency timezone time_zone binary hexadecimal roman extract only simplif* shorten summar* condense redact anonymi* remove drop filter words_for_numbers spell " +
      "runde rund einheiten umrechnen kürze vereinfache nur arrondis unités simplifie redondea unidades simplifica сократи округли 四舍五入 单位 简化 换算",
  ),
);

/** Whether an instruction wants figures changed or parts left out, so that nothing can be said of what must be kept. */
export function altersContent(instruction: TextReading): boolean {
  return hasMark(ALTERING(), instruction);
}
