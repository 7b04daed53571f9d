import { lazySchema } from "../../contract/lazy-schema.js";
import type { Evidence } from "../evidence.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import type { TextReading } from "../reading/text-reading.js";
import { wordsBetween } from "../reading/words-between.js";
import { carriesReason } from "./reasoned.js";

/** The closed set of verdicts, in the languages of the tables, with grades and findings of reviews. */
const VERDICTS = lazySchema(() =>
  wordMarks(
    "true false correct incorrect right wrong yes no supported unsupported refuted contradicted confirmed valid invalid accurate inaccurate undecidable not_decidable unverifiable unknown partly partially mostly passes pass fails fail holds verified plausible implausible accept reject " +
      "positive negative neutral error* mistake* issue* bug* ok fine good bad grade* score* rating spam entailment contradiction consistent inconsistent met unmet misspelled grammatical ungrammatical prime even odd compliant missing " +
      "wahr falsch richtig korrekt stimmt belegt widerlegt ja nein unbelegt zutreffend teilweise fehler gültig ungültig vrai vraie faux fausse correct correcte oui non confirmé réfuté exact exacte inexact inexacte partiellement erreur* valide invalide " +
      "verdadero verdadera falso falsa correcto correcta incorrecto incorrecta sí confirmado refutado parcialmente error* válido inválido vero corretto верно неверно правда ложь да нет подтвержд* опроверг* ошибк* частично правильно неправильно " +
      "正确 错误 对 错 真 假 是 否 支持 属实 不属实 无法判断 有效 无效 正しい 誤り はい いいえ 不明 ✓ ✗ ✔ ✘ ✅ ❌",
  ),
);
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

/** Each verdict has a reason or a source (VERIFY). */
export const verdictReasonedCheck: OutputCheck = {
  id: "verdict-reasoned",
  weight: SERIOUS,
  states: () => "each with reason or source",
  examine(evidence) {
    const { output } = evidence;
    const ranges = verdictRanges(evidence);
    if (ranges.length === 0) return null;
    if (output.scanned.wordCount <= 3) return undecided("The output is a bare verdict.");
    const known = new Set([...evidence.asked.request.material.keys, ...evidence.asked.instruction.keys]);
    const bare = ranges.find(
      ({ first, last }) => !carriesReason(output, first, last) && !addsWords(evidence, known, first, last),
    );
    if (bare === undefined) return passed("Each verdict has a reason.");
    // POS-VER-01: a reason may stand in the sentence after the verdict.
    if (output.items.length < 2)
      return output.sentences.length > ranges.length
        ? passed("The verdict is followed by its reason.")
        : undecided("The verdict has no reason.");
    return failed("Give a reason or source for each verdict.", output.spanOf(bare));
  },
};

/** Content words of its own make a reason, even without a connective. */
function addsWords({ output }: Evidence, known: ReadonlySet<string>, first: number, last: number): boolean {
  let added = 0;
  for (let at = first; at < last; at += 1) {
    const key = output.keyList[at];
    if (
      key !== null &&
      key !== undefined &&
      !known.has(key) &&
      !VERDICTS().words.has(output.scanned.words[at] as string)
    )
      added += 1;
  }
  return added >= 2;
}

/** Claims the request lists; 1 where it lists none. */
function claimCount({ asked }: Evidence): number {
  const { material, instruction } = asked.request;
  const listed = material.text === "" ? instruction.items.length : material.items.length;
  return listed >= 2 ? listed : 1;
}

/** Word ranges with a verdict: list entries where there are some, else sentences. */
function verdictRanges({ output }: Evidence): { first: number; last: number }[] {
  const { items, scanned } = output;
  const ranges = items.length >= 2 ? items.map(({ body, end }) => wordsBetween(scanned, body, end)) : output.sentences;
  return ranges.filter(({ first, last }) => hasMark(VERDICTS(), output, first, last) || hasScore(output, first, last));
}

/** "7/10", "4 out of 5", "85%": a score is a verdict too. */
function hasScore(output: TextReading, first: number, last: number): boolean {
  if (first >= last) return false;
  const { text, starts, ends } = output.scanned;
  const part = text.slice(starts[first], (ends[last - 1] as number) + 1);
  return part.length < 2_000 && /\d\s?\/\s?\d|\d\s?%|\bout of \d/.test(part);
}
