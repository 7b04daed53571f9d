/**
 * Kinds of values a text can state and an argument can ask for (POS-FAB-04), each with the patterns that tell it in a
 * text. Every repetition is bounded, so that no text makes a pattern slow.
 */
const PATTERNS = {
  number: [
    /\p{Nd}/u,
    /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion|half|dozen|twice)\b/i,
  ],
  date: [
    /\b\d{4}[-/.]\d{1,2}/,
    /\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/,
    /\b(?:19|20)\d{2}\b/,
    /\b(?:january|february|march|april|june|july|august|september|october|november|december)\b/i,
    /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\.? \d/i,
    /\b\d{1,2}(?:st|nd|rd|th)\b/,
    /\b(?:today|tomorrow|yesterday|tonight|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i,
    /\b(?:next|last|this|past|coming) (?:\w{1,12} )?(?:days?|weeks?|weekend|months?|quarters?|years?)\b/i,
    /[年月日]|今天|明天|昨天|后天|오늘|내일/,
  ],
  time: [
    /\b\d{1,2}:\d{2}\b/,
    /\b\d{1,2} ?[ap]\.?m\b/i,
    /\b(?:noon|midnight|o'clock|morning|afternoon|evening|tonight)\b/i,
  ],
  place: [
    /(?:^|[ ,(])(?:in|at|from|to|near|around|of|for|within|between|visit|visiting|of the|in the) \p{Lu}\p{L}/u,
    /\p{Lu}\p{L}{1,30}, ?\p{Lu}/u,
    /-?\d{1,3}\.\d{2,12}[°, ]/,
  ],
  url: [/\bhttps?:\/\/|\bwww\./i, /\b[a-z0-9-]{1,63}\.(?:com|org|net|io|dev|edu|gov)\b/i],
  email: [/[\w.+-]{1,64}@[\w-]{1,63}\.\w/],
  money: [/[$€£¥₹]|\b(?:dollars?|euros?|pounds?|yen|usd|eur|gbp|rupees?|pesos?|bucks|cents?)\b/i],
  unit: [
    /°[CF]|\b(?:km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|feet|foot|inch(?:es)?|cm|mm|kg|grams?|lbs?|celsius|fahrenheit|kelvin|metric|imperial|km\/h|mph|m\/s|degrees?)\b/i,
  ],
  list: [/\[[^\]]{0,80},/, /(?<!\d)\d{1,15}(?:\.\d{1,15})?, ?\d{1,15}(?:\.\d{1,15})?,? (?:and )?\d/],
  quoted: [/"[^"]{1,200}"|'[^']{2,200}'|“[^”]{1,200}”/],
  person: [/\p{Lu}\p{Ll}{1,30} \p{Lu}\p{Ll}/u, /\p{Lu}\p{Ll}{1,30}['’]s\b/u],
  language: [
    /\b(?:english|french|spanish|german|chinese|japanese|italian|korean|portuguese|russian|arabic|hindi|danish|dutch|latin)\b/i,
  ],
  year: [/\b(?:1\d|20)\d{2}\b/],
  percentage: [/\d ?%|\bpercent/i],
  identifier: [/\b(?=\w{0,40}\d)(?=\w{0,40}[a-z])[\w-]{4,40}\b/i, /\b(?:id|number|code|uuid|key)\b/i],
} as const satisfies Readonly<Record<string, readonly RegExp[]>>;

export type ValueKind = keyof typeof PATTERNS;

const KINDS = Object.keys(PATTERNS) as ValueKind[];
const ALL_PATTERNS = Object.values(PATTERNS) as (readonly RegExp[])[];

/** Characters of a text that are looked through for values; what a person states comes early. */
const REACH = 20_000;

/** The bit of a kind in a set of kinds. */
export const kindBit = (kind: ValueKind): number => 1 << KINDS.indexOf(kind);

/** The kinds of values a text states, as a set of bits. */
export function valueKindsIn(text: string): number {
  const read = text.length > REACH ? text.slice(0, REACH) : text;
  let bits = 0;
  for (let kind = 0; kind < ALL_PATTERNS.length; kind++) {
    if ((ALL_PATTERNS[kind] as readonly RegExp[]).some((pattern) => pattern.test(read))) bits |= 1 << kind;
  }
  return bits;
}

/** Number of kinds in a set of bits. */
export function countKinds(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
