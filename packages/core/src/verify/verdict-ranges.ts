import { lazySchema } from "../contract/lazy-schema.js";
import type { Evidence } from "./evidence.js";
import { hasMark, wordMarks } from "./language/word-marks.js";
import type { SentenceRange, TextReading } from "./reading/text-reading.js";
import { wordsBetween } from "./reading/words-between.js";

/** The closed set of verdicts, in the languages of the tables, with grades and findings of reviews. */
export const VERDICTS = lazySchema(() =>
  wordMarks(
    "true false correct incorrect right wrong yes no supported unsupported refuted contradicted confirmed valid invalid accurate inaccurate undecidable not_decidable unverifiable unknown partly partially mostly passes pass fails fail holds verified plausible implausible accept reject " +
      "positive negative neutral error* mistake* issue* bug* ok fine good bad grade* score* rating spam entailment contradiction consistent inconsistent met unmet misspelled grammatical ungrammatical prime even odd compliant missing " +
      "wahr falsch richtig korrekt stimmt belegt widerlegt ja nein unbelegt zutreffend teilweise fehler gültig ungültig vrai vraie faux fausse correct correcte oui non confirmé réfuté exact exacte inexact inexacte partiellement erreur* valide invalide " +
      "verdadero verdadera falso falsa correcto correcta incorrecto incorrecta sí confirmado refutado parcialmente error* válido inválido vero corretto верно неверно правда ложь да нет подтвержд* опроверг* ошибк* частично правильно неправильно " +
      "正确 错误 对 错 真 假 是 否 支持 属实 不属实 无法判断 有效 无效 正しい 誤り はい いいえ 不明 ✓ ✗ ✔ ✘ ✅ ❌",
  ),
);

/** Word ranges with a verdict: list entries where there are some, else sentences. */
export function verdictRanges({ output }: Evidence): SentenceRange[] {
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
