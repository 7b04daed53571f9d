import { lazySchema } from "../contract/lazy-schema.js";
import type { Evidence } from "./evidence.js";
import { hasMark, wordMarks } from "./language/word-marks.js";
import { type Finding, failed } from "./output-check.js";

/** Words that tell of a failure: such a sentence may well name the call. */
const FAILURE = lazySchema(() =>
  wordMarks(
    "fail* error* timeout* timed_out unavailable unable unknown refus* denied cannot could_not couldn't not_available not_known no_answer no_result returned_nothing " +
      "fehlgeschlagen fehler* gescheitert nicht_bekannt unbekannt échec* échou* erreur* indisponible impossible falló fallo imposible 失败 失敗 错误 エラー 无法",
  ),
);

/**
 * Finds a sentence that names as its source a call which returned nothing: the worst of all sources, for it looks like one.
 * Null where the output has none. Linear in the output for each failed call.
 */
export function citesFailedCall({ output, failedCalls }: Evidence): Finding | null {
  for (const callId of failedCalls) {
    for (const cited of citationsOf(output.text, callId)) {
      // A citation stands in its sentence or right behind it.
      const range = output.sentences.findLast((sentence) => output.spanOf(sentence)[0] < cited - 1);
      if (range !== undefined && hasMark(FAILURE(), output, range.first, range.last)) continue;
      return failed(
        `The call ${callId} returned nothing: leave out what is said to come from it, or say that it failed.`,
        range === undefined ? undefined : output.spanOf(range),
      );
    }
  }
  return null;
}

/** Most citations of one call that are looked at. */
const MOST_CITATIONS = 16;

/** Where `call:ID` stands as a whole word. */
function citationsOf(text: string, callId: string): number[] {
  const reference = `call:${callId}`;
  const found: number[] = [];
  for (
    let at = text.indexOf(reference);
    at >= 0 && found.length < MOST_CITATIONS;
    at = text.indexOf(reference, at + 1)
  ) {
    if (!/[\p{L}\p{N}_]/u.test(text.charAt(at + reference.length))) found.push(at);
  }
  return found;
}
