import { lazySchema } from "../../contract/lazy-schema.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import type { TextReading } from "../reading/text-reading.js";

const SHORTENING = lazySchema(() =>
  wordMarks(
    "shorten* shorter concise condense trim brief tighten kürze kürzer kürzen knapper raccourcis raccourcir court concis abrège acorta breve conciso сократи короче 缩短 精简 简洁 短く",
  ),
);
const LENGTHENING = lazySchema(() =>
  wordMarks(
    "expand* longer lengthen elaborate more_detail erweitere länger ausführlicher développe allonge amplía alarga más_largo расширь подробнее 扩写 更详细 长く",
  ),
);

/** Whether a revision is to make its text shorter or longer; null where it is to do neither. */
export function askedDirection(instruction: TextReading): "shorter" | "longer" | null {
  if (hasMark(SHORTENING(), instruction)) return "shorter";
  return hasMark(LENGTHENING(), instruction) ? "longer" : null;
}
