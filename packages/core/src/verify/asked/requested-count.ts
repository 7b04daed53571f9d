import { numberWordValue } from "../language/quantity-words.js";
import { NUMBER, PAIR, type ScannedText } from "../reading/scan-text.js";

/** How many things a request asks for. */
export interface RequestedCount {
  readonly min: number;
  readonly max: number;
}

const LEADS: ReadonlySet<string> = new Set(
  (
    "list name give suggest recommend find identify generate provide create propose mention cite top best exactly write brainstorm extract state what are " +
    "nenne liste gib finde schlage donne donnez cite citez nomme propose trouve enumera dame nombra menciona propón escribe elenca назови перечисли приведи напиши"
  ).split(" "),
);
const BETWEEN: ReadonlySet<string> = new Set(
  "me us the a an of at least most exactly up to about list first last and different possible any some only main key mir uns die der den das genau mindestens moi nous les des au moins exactement los las al menos mi мне".split(
    " ",
  ),
);
/** What is measured rather than counted, or counted by the length check. */
const MEASURES: ReadonlySet<string> = new Set(
  (
    "word words sentence sentences line lines paragraph paragraphs character characters letter letters syllable syllables page pages minute minutes hour hours day days week weeks month months year years " +
    "percent dollar dollars euro euros km kg degrees times part parts people person persons stanza stanzas verse verses player players " +
    "wort wörter wörtern satz sätze sätzen zeile zeilen absatz absätze tage tagen stunden minuten wochen monate jahre seiten " +
    "mot mots phrase phrases ligne lignes paragraphe paragraphes jour jours heures semaines mois ans pages personnes " +
    "palabra palabras frase frases línea líneas párrafo párrafos día días horas semanas meses años páginas personas слов предложений строк дней минут"
  ).split(" "),
);
const WIDE_LEAD = /(?:列出|给出|写出|举出|说出|推荐|提供|找出|挙げ)/;
const WIDE_COUNT = /([一二三四五六七八九十两\d]{1,3})\s?[个個条條种種项項点點つ本]/;
/** Leads to the number of records of a table or the like. */
const RECORD_LEADS: ReadonlySet<string> = new Set("for of with für von mit pour de avec para con".split(" "));
/** Words between a lead and its number. */
const LONGEST_GAP = 4;

/** The number of things asked for ("list three causes", "nenne fünf Beispiele"); null where none is plain. */
export function requestedCount(scanned: ScannedText, records = false): RequestedCount | null {
  const found: number[] = [];
  let bound: "exact" | "min" | "max" = "exact";
  const { words, flags } = scanned;
  for (let at = 0; at < words.length; at += 1) {
    const value = countAt(scanned, at);
    if (value === null || !countsThings(scanned, at) || !led(words, at, records)) continue;
    found.push(value);
    bound = boundBefore(words, at);
  }
  if (flags.some((bits) => (bits & PAIR) !== 0)) {
    const counted = WIDE_LEAD.test(scanned.text) ? WIDE_COUNT.exec(scanned.text) : null;
    if (counted !== null) found.push(numberWordValue(counted[1] as string) ?? Number(counted[1]));
  }
  const [count] = found;
  // Two numbers leave open which of them the list is to have.
  if (found.length !== 1 || count === undefined || !(count >= 1)) return null;
  return { min: bound === "max" ? 1 : count, max: bound === "min" ? Number.POSITIVE_INFINITY : count };
}

function countAt({ words, flags }: ScannedText, at: number): number | null {
  const word = words[at] as string;
  if (((flags[at] as number) & NUMBER) !== 0) return /^\d{1,3}$/.test(word) ? Number(word) : null;
  const value = numberWordValue(word);
  // "One", "ein", "un" are articles as often as numbers.
  return value !== undefined && value >= 2 ? value : null;
}

/** Whether a plural that is no measure follows within two words, and no hyphen makes a compound ("5-day"). */
function countsThings({ words, ends, text }: ScannedText, at: number): boolean {
  if ("-%°/:".includes(text.charAt(ends[at] as number)) && text.charAt(ends[at] as number) !== "") return false;
  for (let next = at + 1; next <= at + 3 && next < words.length; next += 1) {
    const word = words[next] as string;
    if (MEASURES.has(word)) return false;
    const between = text.slice(ends[next - 1] as number, ends[next] as number);
    if (/[.,;:!?()]/.test(between)) return false;
    if (isPlural(word)) return true;
  }
  return false;
}

const IRREGULAR_PLURALS: ReadonlySet<string> = new Set(
  "people men women children mice criteria phenomena data feet teeth media".split(" "),
);

function isPlural(word: string): boolean {
  if (IRREGULAR_PLURALS.has(word)) return true;
  if (word.length < 4) return false;
  if (word.charCodeAt(0) >= 0x400) return /[иыаяоейв]$/.test(word);
  return /(?:[^su]s|x|en|er|ungen|ien)$/.test(word);
}

function led(words: readonly string[], at: number, records: boolean): boolean {
  for (let before = at - 1; before >= 0 && before >= at - LONGEST_GAP; before -= 1) {
    const word = words[before] as string;
    if (LEADS.has(word) || (records && RECORD_LEADS.has(word))) return true;
    if (!BETWEEN.has(word)) return false;
  }
  return false;
}

function boundBefore(words: readonly string[], at: number): "exact" | "min" | "max" {
  const phrase = `${words[at - 2] ?? ""} ${words[at - 1] ?? ""}`;
  if (/\b(?:at least|au moins|al menos|mindestens)$/.test(phrase)) return "min";
  return /\b(?:at most|up to)$/.test(phrase) ? "max" : "exact";
}
