/** Values that a request states, by kind, in the order they stand. */
export interface StatedValues {
  /** `YYYY-MM-DD` where the whole date is there. */
  readonly dates: readonly string[];
  readonly times: readonly string[];
  readonly numbers: readonly StatedNumber[];
  readonly urls: readonly string[];
  readonly emails: readonly string[];
  readonly quoted: readonly string[];
  /** Proper names of one or more words, with the word before each. */
  readonly names: readonly { readonly name: string; readonly before: string }[];
}

export interface StatedNumber {
  readonly value: number;
  /** Up to three words on each side, in small letters. */
  readonly around: string;
}

const MONTHS = "january february march april may june july august september october november december".split(" ");
const URL_PATTERN = /https?:\/\/[^\s"'<>)\]]+/giu;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gu;
const ISO = /\b\d{4}-\d{2}-\d{2}\b/gu;
const SPOKEN = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\.?\\s+(?:of\\s+)?(${MONTHS.join("|")})\\s+(\\d{4})\\b`,
  "giu",
);
const SPOKEN_US = new RegExp(`\\b(${MONTHS.join("|")})\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, "giu");
const TIME = /\b(?:[01]?\d|2[0-3]):[0-5]\d\b/gu;
const NUMBER =
  /(?<![\p{L}\p{N}.,:-])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\p{N}])|(?<![\p{L}\p{N}.,:-])-?\d+(?:\.\d+)?(?![\p{N}])/gu;
const QUOTED = /["“„«]([^"”“»]{1,400})["”“»]|(?<!\p{L})'([^']{1,400})'(?!\p{L})/gu;
const NAME = /(?<=(\p{L}+)\s)\p{Lu}[\p{L}\p{M}'’.-]*(?:\s\p{Lu}[\p{L}\p{M}'’.-]*){0,4}/gu;

/** Finds the values of a text. Linear. */
export function statedValues(text: string): StatedValues {
  const dates = [...text.matchAll(ISO)].map(([date]) => date);
  for (const [, day = "", month = "", year = ""] of text.matchAll(SPOKEN)) dates.push(isoDate(year, month, day));
  for (const [, month = "", day = "", year = ""] of text.matchAll(SPOKEN_US)) dates.push(isoDate(year, month, day));
  // What is part of a date, a time or an address is no number.
  const plain = [ISO, SPOKEN, SPOKEN_US, TIME, URL_PATTERN, EMAIL].reduce(
    (rest, pattern) => rest.replace(pattern, (found) => " ".repeat(found.length)),
    text,
  );
  return {
    dates,
    times: matches(text, TIME),
    numbers: [...plain.matchAll(NUMBER)].map((match) => ({
      value: Number(match[0].replaceAll(",", "")),
      around: wordsAround(plain, match.index, match.index + match[0].length),
    })),
    urls: matches(text, URL_PATTERN),
    emails: matches(text, EMAIL),
    quoted: [...text.matchAll(QUOTED)].map((match) => match[1] ?? match[2] ?? ""),
    names: [...text.matchAll(NAME)].map((match) => ({
      name: match[0].replace(/[.,]$/, ""),
      before: (match[1] ?? "").toLowerCase(),
    })),
  };
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([found]) => found);
}

function isoDate(year: string, month: string, day: string): string {
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Characters on each side of a number that are looked at for what it is of. */
const AROUND = 40;

function wordsAround(text: string, from: number, to: number): string {
  const before = text
    .slice(Math.max(0, from - AROUND), from)
    .split(/\s+/)
    .slice(-4);
  const after = text
    .slice(to, to + AROUND)
    .split(/\s+/)
    .slice(0, 4);
  return [...before, ...after].join(" ").toLowerCase();
}
