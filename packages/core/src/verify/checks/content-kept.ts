import { lazySchema } from "../../contract/lazy-schema.js";
import type { Evidence, Source } from "../evidence.js";
import { countStructuredItems } from "../form/count-items.js";
import { readCsv } from "../form/read-csv.js";
import { readTable } from "../form/read-table.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { inDifferentLanguages } from "../reading/different-languages.js";
import { readPlainItems } from "../reading/read-items.js";

/** Changes that alter figures themselves, or leave out on purpose. */
const ALTERING = lazySchema(() =>
  wordMarks(
    "convert*_units round* units miles kilometers kilometres celsius fahrenheit pounds inches feet meters metres currency timezone time_zone binary hexadecimal roman extract only simplif* shorten summar* condense redact anonymi* remove drop filter words_for_numbers spell " +
      "runde rund einheiten umrechnen kürze vereinfache nur arrondis unités simplifie redondea unidades simplifica сократи округли 四舍五入 单位 简化 换算",
  ),
);

/** Numbers of what is transformed are in the result (TRANSFORM). */
export const numbersKeptCheck: OutputCheck = {
  id: "numbers-kept",
  weight: SERIOUS,
  states: () => "numbers kept",
  examine(evidence) {
    const original = originalOf(evidence);
    if (original === null || hasMark(ALTERING(), evidence.asked.instruction)) return null;
    const wanted = original.reading.numbers.filter(({ marker, value }) => !marker && !Number.isNaN(value));
    if (wanted.length === 0) return null;
    const { numberKeys, text } = evidence.output;
    const lost = wanted.filter(({ key, bareKey }) => !numberKeys.has(key) && !numberKeys.has(bareKey));
    const invented = inventedNumber(evidence, original);
    if (invented !== null) return invented;
    if (lost.length === 0) return passed("All numbers are kept.");
    const [first] = lost;
    const written = original.reading.scanned.words[first?.word ?? 0] as string;
    // POS-VER-01: a figure may be written out in a language whose number words are not known.
    if (
      text.length < 20 ||
      lost.every(({ value }) => value >= 0 && value <= 100 && inDifferentLanguages(evidence.output, original.reading))
    ) {
      return undecided(`"${written}" may be written out.`);
    }
    return failed(`Keep every number: "${written}" is not in the result.`);
  },
};

function inventedNumber(evidence: Evidence, { reading }: Source) {
  const { output, asked } = evidence;
  const known = reading.numberKeys;
  const stray = output.numbers.find(
    ({ key, bareKey, marker, value }) =>
      !marker &&
      !Number.isNaN(value) &&
      value > 31 &&
      !known.has(key) &&
      !known.has(bareKey) &&
      !asked.instruction.numberKeys.has(key),
  );
  if (stray === undefined) return null;
  const span = [output.scanned.starts[stray.word] as number, output.scanned.ends[stray.word] as number] as const;
  return failed(`Add no number: "${output.text.slice(...span)}" is not in the original.`, span);
}

/** Names of what is transformed are in the result (TRANSFORM). */
export const namesKeptCheck: OutputCheck = {
  id: "names-kept",
  weight: SERIOUS,
  states: () => "names kept",
  examine(evidence) {
    const original = originalOf(evidence);
    if (original === null || hasMark(ALTERING(), evidence.asked.instruction)) return null;
    const { reading } = original;
    const names = new Set<string>();
    for (let at = 0; at < reading.scanned.words.length; at += 1)
      if (reading.isName(at)) names.add(reading.keyList[at] ?? (reading.scanned.words[at] as string));
    if (names.size === 0) return null;
    const { keys, words } = evidence.output;
    const lost = [...names].filter((name) => !keys.has(name) && !words.has(name));
    if (lost.length === 0) return passed("All names are kept.");
    // Names change with language and script: London, Londres, Лондон.
    if (inDifferentLanguages(evidence.output, reading) || evidence.asked.form.language !== undefined)
      return undecided("Names may be written otherwise in the target language.");
    return failed(`Keep every name: one beginning "${lost[0]}" is not in the result.`);
  },
};

/** The result has as many items as the original (TRANSFORM). */
export const itemCountKeptCheck: OutputCheck = {
  id: "item-count-kept",
  weight: SERIOUS,
  states: () => "all items kept",
  examine(evidence) {
    const original = originalOf(evidence);
    if (original === null || hasMark(ALTERING(), evidence.asked.instruction)) return null;
    const before = countItems(original.reading, "prose");
    const after = countItems(evidence.output, evidence.asked.form.kind);
    if (before === null || after === null) return null;
    if (before === after) return passed(`All ${after} items are kept.`);
    return failed(`Keep every item: the original has ${before}, the result ${after}.`);
  },
};

/** What is transformed: the one output this step works on, else the material of the request. */
function originalOf({ originals }: Evidence): Source | null {
  return originals.length === 1 ? (originals[0] as Source) : null;
}

function countItems(reading: Evidence["output"], kind: Evidence["asked"]["form"]["kind"]): number | null {
  const structured = countStructuredItems(kind, reading.text);
  if (structured !== null) return structured;
  if (kind !== "prose" && kind !== "list" && kind !== "yaml") return null;
  const { text } = reading;
  const first = text.trimStart().charAt(0);
  if (first === "[" || first === "{") {
    const json = countStructuredItems("json", text);
    if (json !== null) return json;
  }
  if (reading.items.length >= 2) return reading.items.length;
  const table = readTable(text);
  if (table !== null) return table.rows.length;
  const { rows, fault } = readCsv(text.trim());
  const width = rows[0]?.length ?? 0;
  // At least two columns of short fields, the same number in each row: data, not sentences with commas.
  if (
    fault === null &&
    rows.length >= 2 &&
    width >= 2 &&
    rows.every((row) => row.length === width && row.every((field) => field.length <= 40 && !/[.!?]$/.test(field)))
  ) {
    return rows.length - 1;
  }
  const plain = readPlainItems(text, reading.lines);
  return plain.length >= 3 && plain.every(({ start, end }) => end - start <= 60) ? plain.length : null;
}
