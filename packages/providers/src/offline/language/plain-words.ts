import type { Language } from "./function-words.js";
import { wordStem } from "./word-stem.js";

/** Words of requests that say what to do and not what about, folded. They weigh nothing. */
const INSTRUCTION_WORDS: ReadonlySet<string> = new Set(
  (
    "tell find look give show list state say says said name mention mentioned explain describe answer know question according document documents text texts file files information info detail details please want like compare difference differences differ between recommend " +
    "sag sage nenne nenn finde suche zeige zeig gib liste erklare beschreibe dokument dokumente dokumenten unterlagen laut steht weiss " +
    "dis dites dire trouve trouvez cherche donne donnez montre indique indiquez explique document documents selon " +
    "di dime dice busca encuentra muestra explica indica documento documentos segun"
  ).split(" "),
);

/** Common words that carry little: an answer need not repeat them. */
const LIGHT_WORDS: ReadonlySet<string> = new Set(
  (
    "have get got take need use go come put set work keep let happen call called involve include included involved concern person people thing things way kind type sort number amount level exactly currently actually usually normally " +
    "longer longest shorter shortest bigger biggest larger largest smaller smallest cheaper cheapest faster fastest slower stronger strongest weaker higher highest lower lowest older oldest newer newest younger warmer colder heavier lighter better best worse worst farther further greater greatest deeper wider taller earlier later sooner easier harder dearer " +
    "step procedure process order way instruction mean meaning responsible date new old first last next current total main full whole certain different several full official recipe leaflet brochure handbook manual guide " +
    "gibt geht macht lautet heisst betragt hoch gross person personen leute genau insgesamt aktuell derzeit " +
    "personne personnes chose exactement total actuel " +
    "persona personas cosa exactamente total actual"
  ).split(" "),
);

let lightStems: ReadonlySet<string> | undefined;

/** Whether a folded word says what to do and not what about. */
export function isInstruction(word: string, language: Language): boolean {
  return (
    INSTRUCTION_WORDS.has(word) || (language === "en" && word.endsWith("s") && INSTRUCTION_WORDS.has(word.slice(0, -1)))
  );
}

/** Whether a folded word, or a word of the same stem, carries little. */
export function isLight(word: string, language: Language): boolean {
  if (LIGHT_WORDS.has(word)) return true;
  if (language !== "en") return false;
  lightStems ??= new Set([...LIGHT_WORDS].map((light) => wordStem(light, "en")));
  return lightStems.has(wordStem(word, "en"));
}

const CODE_WORDS: ReadonlySet<string> = new Set(
  "function method variable constant class file script value default setting parameter option field flag module library program code configuration config configured configure set defined define called call setting key property attribute service tool command argument returns return type".split(
    " ",
  ),
);

/** Whether a folded word names a part of a program or of its settings, which source text need not say of itself. */
export function namesCode(word: string): boolean {
  return CODE_WORDS.has(word) || (word.endsWith("s") && CODE_WORDS.has(word.slice(0, -1)));
}
