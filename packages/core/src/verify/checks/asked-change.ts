import { askedDirection } from "../asked/asked-direction.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { fold } from "../reading/scan-text.js";

const REPLACE =
  /(?<!\p{L})(?:replace|change|ersetze|remplace[rz]?|reemplaza|cambia|замени)(?!\p{L})\s{1,3}["“'‘«„]([^"”'’»“\n]{1,60})["”'’»“]\s{1,3}(?:with|by|to|into|durch|par|por|на)\s{1,3}["“'‘«„]([^"”'’»“\n]{1,60})["”'’»“]/iu;

const REMOVE =
  /(?<!\p{L})(?:remove|delete|drop|entferne|supprime[rz]?|elimina|удали)(?!\p{L})\s{1,3}(?:the (?:word|phrase) |das wort |le mot |la palabra |слово )?["“'‘«„]([^"”'’»“\n]{1,60})["”'’»“]/iu;

const ADD =
  /(?<!\p{L})(?:add|insert|füge|ajoute[rz]?|añade|agrega|добавь)(?!\p{L})\s{1,3}(?:the (?:word|phrase|sentence) |das wort |le mot |la palabra |слово )?["“'‘«„]([^"”'’»“\n]{1,60})["”'’»“]/iu;

/** UTF-16 units of the instruction that are read. */
const READ_UNITS = 2_000;

/** The asked change is there (REVISE), as far as the request states it in words or by direction. */
export const askedChangeCheck: OutputCheck = {
  id: "asked-change",
  weight: SERIOUS,
  states: () => "the asked change made",
  examine(evidence) {
    const { asked, output } = evidence;
    const instruction = asked.instruction.text.slice(0, READ_UNITS);
    const { original } = evidence;
    const stated = statedChange(instruction, fold(output.text));
    if (stated !== null) return stated;
    if (original === null) return null;
    const before = original.reading.scanned.wordCount;
    const after = output.scanned.wordCount;
    const direction = askedDirection(asked.instruction);
    if (direction === "shorter") {
      return after < before
        ? passed("The output is shorter.")
        : failed(`Shorten the text: it has ${after} words, the original ${before}.`);
    }
    if (direction === "longer") {
      return after > before
        ? passed("The output is longer.")
        : failed(`Expand the text: it has ${after} words, the original ${before}.`);
    }
    return undecided("The asked change is not one that can be found by its words.");
  },
};

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
