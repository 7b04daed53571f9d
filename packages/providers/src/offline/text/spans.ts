/** Numbers from … to …, both included. */
export interface NumberSpan {
  readonly from: number;
  readonly to: number;
}

const NUMBER = "(\\d{1,6}(?:[.,]\\d{1,2})?)";
const UNIT = "(?:\\s?(?:kg|g|t|km|m|cm|mm|l|ml|%|€|years?|people|persons|pages|pieces|euros?|eur|days|hours|minutes))?";
const BETWEEN = new RegExp(
  `(?<![\\p{L}\\d:.,/-])${NUMBER}${UNIT}\\s?(?:–|-|to|and|until|bis|à|a)\\s?${NUMBER}(?![\\d:/-]|[.,]\\d)`,
  "giu",
);
const AT_MOST = new RegExp(
  `\\b(under|below|younger than|less than|fewer than|unter|up to|at most|no more than|maximum(?: of)?|bis)\\s${NUMBER}(?![\\d:/-])`,
  "giu",
);
const AT_LEAST = new RegExp(
  `\\b(over|above|more than|older than|exceeding|über|from|at least|minimum(?: of)?|ab)\\s${NUMBER}(?![\\d:/-])`,
  "giu",
);
const AND_MORE = new RegExp(`(?<![\\d:.,-])${NUMBER}${UNIT}\\s?(?:\\+|(?:or|and) (?:more|over|older|above))`, "giu");

/** The spans of numbers that a text speaks of: "51–200", "up to 2 kg", "children under 12". Linear. */
export function numberSpans(text: string): NumberSpan[] {
  if (!/\d/.test(text)) return [];
  const spans: NumberSpan[] = [];
  for (const [, low = "", high = ""] of text.matchAll(BETWEEN)) {
    const span = { from: valueOfNumber(low), to: valueOfNumber(high) };
    if (span.from < span.to) spans.push(span);
  }
  for (const [, word = "", bound = ""] of text.matchAll(AT_MOST)) {
    const to = valueOfNumber(bound);
    spans.push({
      from: 0,
      to: /^(?:under|below|younger|less|fewer|unter)/iu.test(word) ? to - Number.EPSILON * to : to,
    });
  }
  for (const [, word = "", bound = ""] of text.matchAll(AT_LEAST)) {
    const from = valueOfNumber(bound);
    const isOpen = /^(?:over|above|more|older|exceeding|über)/iu.test(word);
    spans.push({ from: isOpen ? from + Number.EPSILON * from : from, to: Number.POSITIVE_INFINITY });
  }
  for (const [, bound = ""] of text.matchAll(AND_MORE))
    spans.push({ from: valueOfNumber(bound), to: Number.POSITIVE_INFINITY });
  return spans;
}

function valueOfNumber(digits: string): number {
  return Number(digits.replace(",", "."));
}

const isYear = (value: number): boolean => value >= 1500 && value <= 2100;

/** Whether a number lies in one of the spans; a year only in spans of years. */
export function isSpanned(value: number, spans: readonly NumberSpan[]): boolean {
  return spans.some(({ from, to }) => value >= from && value <= to && (!isYear(value) || isYear(from) || isYear(to)));
}

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const CALENDAR_SPAN =
  /\b((?:mon|tue|wed|thu|fri|sat|sun)\p{L}*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)\.?\s?(?:–|-|to|until|till|through|and)\s?((?:mon|tue|wed|thu|fri|sat|sun)\p{L}*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)/giu;

/** Characters before a span that may be "between". */
const BETWEEN_WORD = 12;

/** The days and months that a text speaks of without naming them: "Monday to Friday", "weekdays", "daily". Linear. */
export function calendarSpans(text: string): string[] {
  const named: string[] = [];
  for (const match of text.matchAll(CALENDAR_SPAN)) {
    const [whole, first = "", last = ""] = match;
    const before = text.slice(Math.max(0, match.index - BETWEEN_WORD), match.index);
    if (/\sand\s/iu.test(whole) && !/\bbetween\s*$/iu.test(before)) continue;
    for (const names of [DAYS, MONTHS]) {
      const from = placeOf(names, first);
      const to = placeOf(names, last);
      if (from < 0 || to < 0) continue;
      for (let at = from; ; at = (at + 1) % names.length) {
        named.push(names[at] as string);
        if (at === to) break;
      }
    }
  }
  if (/\bweekdays?\b|\bworking days?\b/iu.test(text)) named.push(...DAYS.slice(0, 5));
  if (/\bweekends?\b/iu.test(text)) named.push(...DAYS.slice(5));
  if (/\b(?:daily|every day|seven days a week)\b/iu.test(text)) named.push(...DAYS);
  return named;
}

function placeOf(names: readonly string[], word: string): number {
  const start = word.toLowerCase().slice(0, 3);
  return names.findIndex((name) => name.startsWith(start) && name.startsWith(word.toLowerCase().replace(/s$/, "")));
}
