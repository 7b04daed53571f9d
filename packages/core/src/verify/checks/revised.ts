import { lazySchema } from "../../contract/lazy-schema.js";
import type { Evidence, Source } from "../evidence.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { inDifferentLanguages } from "../reading/different-languages.js";
import { fold } from "../reading/scan-text.js";

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
/** Changes of single places, which leave the rest as it is. */
const LOCAL = lazySchema(() =>
  wordMarks(
    "fix correct proofread typo* spelling grammar* punctuation replace rename remove delete insert korrigiere verbessere_die fehler ersetze entferne corrige corrigez orthographe remplace supprime ortografía reemplaza elimina исправь замени удали 修正 改正 替换 删除 直して",
  ),
);
const REPLACE =
  /(?<!\p{L})(?:replace|change|ersetze|remplace[rz]?|reemplaza|cambia|замени)(?!\p{L})\s{1,3}["“'‘«„]([^"”'’»“\n]{1,60})["”'’»“]\s{1,3}(?:with|by|to|into|durch|par|por|на)\s{1,3}["“'‘«„]([^"”'’»“\n]{1,60})["”'’»“]/iu;
const REMOVE =
  /(?<!\p{L})(?:remove|delete|drop|entferne|supprime[rz]?|elimina|удали)(?!\p{L})\s{1,3}(?:the (?:word|phrase) |das wort |le mot |la palabra |слово )?["“'‘«„]([^"”'’»“\n]{1,60})["”'’»“]/iu;
const ADD =
  /(?<!\p{L})(?:add|insert|füge|ajoute[rz]?|añade|agrega|добавь)(?!\p{L})\s{1,3}(?:the (?:word|phrase|sentence) |das wort |le mot |la palabra |слово )?["“'‘«„]([^"”'’»“\n]{1,60})["”'’»“]/iu;
/** UTF-16 units of the instruction that are read. */
const READ_UNITS = 2_000;
/** Words an original needs for its parts to be recognised, and the share of them that a local change keeps. */
const FEWEST_WORDS = 12;
const KEPT_SHARE = 0.6;
const LOST_SHARE = 0.5;

/** The revision differs from the original (REVISE). */
export const changedCheck: OutputCheck = {
  id: "changed",
  weight: SERIOUS,
  states: () => "differs from the original",
  examine(evidence) {
    const original = originalOf(evidence);
    if (original === null) return null;
    // POS-VER-01: other white space is no revision.
    const same = squeeze(evidence.output.text) === squeeze(original.reading.text);
    return same
      ? failed("Change the text as asked: it is the original unchanged.")
      : passed("The output differs from the original.");
  },
};

/** The asked change is there (REVISE), as far as the request states it in words or by direction. */
export const askedChangeCheck: OutputCheck = {
  id: "asked-change",
  weight: SERIOUS,
  states: () => "the asked change made",
  examine(evidence) {
    const { asked, output } = evidence;
    const instruction = asked.instruction.text.slice(0, READ_UNITS);
    const original = originalOf(evidence);
    const stated = statedChange(instruction, fold(output.text));
    if (stated !== null) return stated;
    if (original === null) return null;
    const before = original.reading.scanned.wordCount;
    const after = output.scanned.wordCount;
    if (hasMark(SHORTENING(), asked.instruction)) {
      return after < before
        ? passed("The output is shorter.")
        : failed(`Shorten the text: it has ${after} words, the original ${before}.`);
    }
    if (hasMark(LENGTHENING(), asked.instruction)) {
      return after > before
        ? passed("The output is longer.")
        : failed(`Expand the text: it has ${after} words, the original ${before}.`);
    }
    return undecided("The asked change is not one that can be found by its words.");
  },
};

/** Parts the change does not concern are kept (REVISE). */
export const untouchedKeptCheck: OutputCheck = {
  id: "untouched-kept",
  weight: SERIOUS,
  states: () => "the rest kept",
  examine(evidence) {
    const { asked, output } = evidence;
    const original = originalOf(evidence);
    if (original === null || inDifferentLanguages(output, original.reading)) return null;
    const { keys, scanned, numbers } = original.reading;
    if (scanned.wordCount < FEWEST_WORDS || keys.size === 0) return null;
    let kept = 0;
    for (const key of keys) if (output.keys.has(key)) kept += 1;
    const share = kept / keys.size;
    const lostNumber = numbers.find(
      ({ marker, key, bareKey }) => !marker && !output.numberKeys.has(key) && !output.numberKeys.has(bareKey),
    );
    const local =
      hasMark(LOCAL(), asked.instruction) &&
      !hasMark(SHORTENING(), asked.instruction) &&
      !hasMark(LENGTHENING(), asked.instruction);
    if (local && share < LOST_SHARE)
      return failed(`Keep what the change does not concern: ${Math.round(share * 100)}% of the words are left.`);
    if (local && share >= KEPT_SHARE) {
      // POS-VER-01: a correction that loses a sentence has lost the words of it in a row.
      const lost = lostSentence(evidence, original);
      if (lost !== null) return failed(`Keep what the change does not concern: "${lost.slice(0, 60)}" is gone.`);
    }
    if (share >= KEPT_SHARE && lostNumber === undefined)
      return passed(`${Math.round(share * 100)}% of the words are kept.`);
    return undecided(`${Math.round(share * 100)}% of the words are kept.`);
  },
};

function originalOf({ originals }: Evidence): Source | null {
  return originals.length === 1 ? (originals[0] as Source) : null;
}

const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();

function statedChange(instruction: string, output: string) {
  const replace = REPLACE.exec(instruction);
  if (replace !== null) {
    const [, from, to] = replace as unknown as [string, string, string];
    if (!output.includes(fold(to))) return failed(`Put in "${to}".`);
    const left = output.includes(fold(from)) && !fold(to).includes(fold(from));
    return left ? failed(`Replace "${from}" everywhere.`) : passed(`"${from}" is replaced.`);
  }
  const remove = REMOVE.exec(instruction);
  if (remove !== null) {
    const gone = !output.includes(fold(remove[1] as string));
    return gone ? passed(`"${remove[1]}" is gone.`) : failed(`Remove "${remove[1]}".`);
  }
  const add = ADD.exec(instruction);
  if (add === null) return null;
  return output.includes(fold(add[1] as string)) ? passed(`"${add[1]}" is there.`) : failed(`Add "${add[1]}".`);
}

/** A sentence of the original of which hardly a word is left. */
function lostSentence({ output }: Evidence, { reading }: Source): string | null {
  for (const range of reading.sentences) {
    let total = 0;
    let left = 0;
    for (let at = range.first; at < range.last; at += 1) {
      const key = reading.keyList[at];
      if (key === null || key === undefined) continue;
      total += 1;
      if (output.keys.has(key)) left += 1;
    }
    if (total >= 3 && left <= total / 4) return reading.text.slice(...reading.spanOf(range));
  }
  return null;
}
