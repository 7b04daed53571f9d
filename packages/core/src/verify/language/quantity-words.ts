import { functionWordIndex } from "../../contract/function-word-index.js";

const NUMBERS: readonly string[] = [
  "zero null zéro cero ноль 零 〇",
  "one eins ein eine un une uno una один одна одно 一",
  "two zwei deux dos due dois duas два две 二 两",
  "three drei trois tres tre três три 三",
  "four vier quatre cuatro quattro quatro четыре 四",
  "five fünf cinq cinco cinque пять 五",
  "six sechs seis sei шесть 六",
  "seven sieben sept siete sette sete семь 七",
  "eight acht huit ocho otto oito восемь 八",
  "nine neun neuf nueve nove девять 九",
  "ten zehn dix diez dieci dez десять 十",
  "eleven elf onze once undici одиннадцать",
  "twelve zwölf douze doce dodici doze двенадцать",
];

const MONTHS: readonly string[] = [
  "january januar janvier enero gennaio janeiro jan января",
  "february februar février febrero febbraio fevereiro feb февраля",
  "march märz mars marzo março mar марта",
  "april avril abril aprile apr апреля",
  "may mai mayo maggio maio мая",
  "june juni juin junio giugno junho jun июня",
  "july juli juillet julio luglio julho jul июля",
  "august août agosto aug августа",
  "september septembre septiembre settembre setembro sep sept сентября",
  "october oktober octobre octubre ottobre outubro oct okt октября",
  "november novembre noviembre novembro nov ноября",
  "december dezember décembre diciembre dicembre dezembro dec dez декабря",
];

const MAGNITUDES: readonly (readonly [number, string])[] = [
  [1e3, "thousand tausend mille mil mila k тысяч тысячи тыс 千"],
  [1e4, "万 萬"],
  [
    1e6,
    "million millions mn mio millionen millionen. millón millones milione milioni milhão milhões миллион миллиона миллионов млн",
  ],
  [1e8, "亿 億"],
  [1e9, "billion billions bn milliarde milliarden mrd milliard milliards миллиард миллиарда миллиардов млрд"],
  [1e12, "trillion trillions billionen"],
];

const UNITS: readonly (readonly [string, string])[] = [
  ["%", "percent per-cent prozent percento porcentaje процент процента процентов"],
  ["$", "dollar dollars usd"],
  ["€", "euro euros eur"],
  ["£", "pound pounds gbp"],
  ["km", "kilometre kilometres kilometer kilometers kilomètres kilómetros километров"],
  ["m", "metre metres meter meters mètres metros метров"],
  ["kg", "kilogram kilograms kilogramm kilogrammes kilogramos"],
  ["h", "hour hours stunde stunden heure heures hora horas"],
  ["min", "minute minutes minuten minutos minuto"],
  ["s", "second seconds sekunde sekunden secondes segundos"],
  ["d", "day days tag tage tagen jour jours día días"],
  ["y", "year years jahr jahre jahren an ans année années año años"],
];

let numbers: ReadonlyMap<string, number> | undefined;
let months: ReadonlyMap<string, number> | undefined;
let magnitudes: ReadonlyMap<string, number> | undefined;
let units: ReadonlyMap<string, string> | undefined;

/** The value of a number word of up to twelve, in the languages of the tables. */
export function numberWordValue(word: string): number | undefined {
  numbers ??= new Map(NUMBERS.flatMap((names, value) => names.split(" ").map((name) => [name, value] as const)));
  return numbers.get(word);
}

/** The number of a month by name. */
export function monthOf(word: string): number | undefined {
  months ??= new Map(MONTHS.flatMap((names, at) => names.split(" ").map((name) => [name, at + 1] as const)));
  return months.get(word);
}

/** The factor a word after a number stands for; 1 when it stands for none. */
export function magnitudeOf(word: string): number {
  magnitudes ??= new Map(
    MAGNITUDES.flatMap(([factor, names]) => names.split(" ").map((name) => [name, factor] as const)),
  );
  return magnitudes.get(word.length > 1 && isWide(word) ? word.charAt(0) : word) ?? 1;
}

/** The unit a word after a number stands for, one form for all its spellings; other words stand for themselves. */
export function unitOf(word: string): string {
  units ??= new Map(UNITS.flatMap(([unit, names]) => names.split(" ").map((name) => [name, unit] as const)));
  const known = units.get(word);
  if (known !== undefined) return known;
  // "5 to 10", "12 of them": a function word measures nothing.
  if (functionWordIndex().has(word)) return "";
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function isWide(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 0x3400 && code < 0xa000;
}
