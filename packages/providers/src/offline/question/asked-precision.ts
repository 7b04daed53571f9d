import type { ValueKind } from "./value-kinds.js";

const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec";
const CLOCK =
  /(?<![\d.,])\d{1,2}[:.]\d{2}(?!\d|\.\d)|\b\d{1,2}\s?(?:am|pm|a\.m|p\.m|o['’]clock|uhr|h)\b|\b(?:noon|midnight|midday|dawn|dusk|sunrise|sunset|mittags?|mitternacht|midi|minuit|mediodía|medianoche|around the clock|at all times)\b/iu;
const DAY = new RegExp(
  `\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}\\.\\s?\\d{1,2}\\.|\\b\\d{1,2}/\\d{1,2}\\b|\\b\\d{1,2}(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?(?:${MONTHS})\\b|\\b(?:${MONTHS})\\s\\d{1,2}\\b|\\b\\d{1,2}(?:st|nd|rd|th)\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun|week|working)\\s?days?\\b|\\b(?:mon|tue|wed|thu|fri|sat|sun)\\b|\\b(?:daily|every day|today|tomorrow|yesterday|easter|christmas|new year|(?:first|last|next|same|following|second|third) (?:day|week)|days? (?:before|after|later|of))`,
  "iu",
);
const MONTH = new RegExp(
  `\\b(?:${MONTHS})\\b|\\b\\d{4}-\\d{2}|\\b\\d{1,2}\\.\\d{1,2}\\.|\\b(?:spring|summer|autumn|winter|all year|year round)\\b`,
  "iu",
);
const YEAR = /\b(?:1[5-9]|20)\d{2}\b/u;

/** Questions that say how exactly they ask for a time, and what a value as exact looks like. */
const PRECISIONS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:at |from |until |till |by )?what time\b|\bat what hour\b|\bwhat (?:\p{L}+ )?time of (?:the )?day\b|\bum wie viel uhr\b|\bà quelle heure\b|\ba qué hora\b/iu,
    CLOCK,
  ],
  [/\b(?:what|which) (?:is the |was the )?(?:\p{L}+ )?(?:date|day|days|weekday|weekdays)\b/iu, DAY],
  [/\b(?:what|which) months?\b/iu, MONTH],
  [/\b(?:what|which) year\b/iu, YEAR],
];

/** Whether a text has a time as exact as a question asks for it; true where it asks for none or for any. */
export function isPreciseEnough(question: string, asks: ValueKind | null, text: string): boolean {
  if (asks !== "time") return true;
  const precision = PRECISIONS.find(([asked]) => asked.test(question));
  return precision === undefined || precision[1].test(text);
}
