/** Kinds of values a text can state and an argument can ask for (POS-FAB-04). */
export const VALUE_KINDS = ["number", "date", "time", "place", "url", "email"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** Characters of a text that are looked through for values; what a person states comes early. */
const REACH = 20_000;

const DIGITS = /\p{Nd}/u;
const NUMBER_WORDS =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion|half|dozen|twice)\b/i;
const DATES = [
  /\b\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?\b/,
  /\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/,
  /\b(?:19|20)\d{2}\b/,
  /\b(?:january|february|march|april|june|july|august|september|october|november|december)\b/i,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\.? \d/i,
  /\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
  /\b(?:today|tomorrow|yesterday|tonight|now|currently?|latest|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i,
  /\b(?:next|last|this|past|coming) (?:day|week|weekend|month|quarter|year|\d+ (?:day|week|month|year))/i,
  /[年月日]|今天|明天|昨天|오늘|내일/,
];
const TIMES = [
  /\b\d{1,2}:\d{2}\b/,
  /\b\d{1,2} ?[ap]\.?m\b/i,
  /\b(?:noon|midnight|o'clock|morning|afternoon|evening|tonight|hours?|minutes?|seconds?)\b/i,
];
const URL_MARK = /\b(?:https?|ftp):\/\/|\bwww\.|\b[a-z0-9-]{1,63}\.(?:com|org|net|io|dev|edu|gov)\b/i;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.\w/;
const PLACES = [
  /(?:^|[ ,(])(?:in|at|from|to|near|around|of|for|within|between|and|visit|visiting) (?:the )?\p{Lu}\p{L}/u,
  /\p{Lu}\p{L}+, ?\p{Lu}/u,
  /-?\d{1,3}\.\d{2,}[°, ]/,
];

/** The kinds of values a text states. */
export function valueKindsIn(text: string): ReadonlySet<ValueKind> {
  const read = text.slice(0, REACH);
  const kinds = new Set<ValueKind>();
  if (DIGITS.test(read) || NUMBER_WORDS.test(read)) kinds.add("number");
  if (DATES.some((pattern) => pattern.test(read))) kinds.add("date");
  if (TIMES.some((pattern) => pattern.test(read))) kinds.add("time");
  if (URL_MARK.test(read)) kinds.add("url");
  if (EMAIL.test(read)) kinds.add("email");
  if (PLACES.some((pattern) => pattern.test(read))) kinds.add("place");
  return kinds;
}
