import { lazySchema } from "../../contract/lazy-schema.js";
import type { Evidence } from "../evidence.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { verdictRanges } from "../verdict-ranges.js";

const CHECKING = lazySchema(() =>
  wordMarks(
    "true false correct verify fact-check check valid accurate right whether überprüfe prüfe stimmt richtig korrekt wahr vérifie vérifiez vrai exact verifica verdadero correcto comprueba проверь верно правда 验证 核实 是否 正确 确认 検証 正しい",
  ),
);

/** Words from which on an output must have come to a verdict. */
const ROOM = 12;

/** One verdict per claim, from a closed set (VERIFY). */
export const verdictPerClaimCheck: OutputCheck = {
  id: "verdict-per-claim",
  weight: SERIOUS,
  states: () => "one verdict per claim: supported, refuted or not decidable",
  examine(evidence) {
    const { output, asked } = evidence;
    const claims = claimCount(evidence);
    const verdicts = verdictRanges(evidence);
    if (claims >= 2) {
      if (verdicts.length >= claims) return passed(`There is a verdict on each of ${claims} claims.`);
      // POS-VER-01: one sentence may judge several claims; a list with too few entries does not.
      if (output.items.length >= 2 || output.sentences.length < claims) {
        return failed(`Give a verdict on each of the ${claims} claims: ${verdicts.length} have one.`);
      }
      return verdicts.length > 0
        ? undecided(`${verdicts.length} sentences give a verdict on ${claims} claims.`)
        : failed("Give a verdict on each claim.");
    }
    if (verdicts.length > 0) return passed("The output gives a verdict.");
    if (output.scanned.wordCount >= ROOM && hasMark(CHECKING(), asked.instruction))
      return failed("Say whether it is supported, refuted or not decidable.");
    return undecided("The output names no verdict of the closed set.");
  },
};

/** Claims the request lists; 1 where it lists none. */
function claimCount({ asked }: Evidence): number {
  const { material, instruction } = asked.request;
  const listed = material.text === "" ? instruction.items.length : material.items.length;
  return listed >= 2 ? listed : 1;
}
