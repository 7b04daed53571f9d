import { lazySchema } from "../../contract/lazy-schema.js";
import type { SentenceRange, TextReading } from "../reading/text-reading.js";
import { hasMark, wordMarks } from "./word-marks.js";

const NEGATORS = lazySchema(() =>
  wordMarks(
    "not never no cannot can't won't don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't couldn't wouldn't shouldn't neither nor without lacks lack " +
      "nicht nie niemals kein keine keinen keiner keinem keines ohne ne n'est n'a n'ont n'était pas jamais aucun aucune no nunca jamás ningún ninguna sin non mai senza não nunca sem niet geen nooit не нет никогда без 不 没有 沒有 未 非 ない ません",
  ),
);
const NOT_NEGATING = lazySchema(() =>
  wordMarks(
    "not_only no_longer_than no_more_than no_less_than no_fewer_than nicht_nur non_seulement no_sólo no_solo не_только 不仅 不但",
  ),
);

/** Whether a sentence denies what it says. Two negators are as good as a guess and count as one. */
export function isNegated(reading: TextReading, { first, last }: SentenceRange): boolean {
  return hasMark(NEGATORS(), reading, first, last) && !hasMark(NOT_NEGATING(), reading, first, last);
}
