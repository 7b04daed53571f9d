import { lazySchema } from "../contract/lazy-schema.js";
import type { Evidence } from "./evidence.js";
import { hasMark, wordMarks } from "./language/word-marks.js";
import { type Finding, failed } from "./output-check.js";

/** Words that tell of a failure: such a sentence may well name the call. */
const FAILURE = lazySchema(() =>
  wordMarks(
    "fail* error* timeout* timed unavailable unable unknown refus* denied lost broke* cannot could_not couldn't not_available no_answer no_result nothing without " +
      "fehl* scheiter* nicht kein* fehler* échec* échou* erreur* indisponible impossible fall* error* imposible 失败 失敗 错误 エラー 无法",
  ),
);

/**
 * A sentence that states something and names a call as its source which returned nothing: the worst of all sources, for it
 * looks like one. Null where the output has none.
 */
export function citesFailedCall({ output, failedCalls }: Evidence): Finding | null {
  for (const callId of failedCalls) {
    const cited = positionOf(output.text, callId);
    if (cited < 0) continue;
    // A citation stands in its sentence or right behind it.
    const range = output.sentences.findLast((sentence) => output.spanOf(sentence)[0] < cited - 1);
    if (range !== undefined && hasMark(FAILURE(), output, range.first, range.last)) continue;
    return failed(
      `The call ${callId} returned nothing: leave out what is said to come from it, or say that it failed.`,
      range === undefined ? undefined : output.spanOf(range),
    );
  }
  return null;
}

/** Where `call:ID` stands as a whole word; -1 where it does not. */
function positionOf(text: string, callId: string): number {
  const reference = `call:${callId}`;
  for (let at = text.indexOf(reference); at >= 0; at = text.indexOf(reference, at + 1)) {
    if (!/[\p{L}\p{N}_]/u.test(text.charAt(at + reference.length))) return at;
  }
  return -1;
}
