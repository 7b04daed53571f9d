/** Names of quantities, and what a value of each looks like: "17 metres a second" is a speed without saying so. */
const MEASURES: readonly (readonly [ReadonlySet<string>, RegExp])[] = [
  [
    new Set("cost price charge fee fare rate tariff pay paid expensive spend spent".split(" ")),
    /[€$£]\s?\d|\d\s?(?:€|\$|£|euros?|dollars?|pounds?|francs?|cents?|pence|crowns?|eur|usd|gbp|chf)(?!\p{L})|free of charge/iu,
  ],
  [
    new Set("speed fast quick quickly".split(" ")),
    /\d\s?(?:km\/h|kph|mph|knots|m\/s|(?:kilo)?metres? (?:a|an|per) (?:second|hour)|bit|mbit|gbit|rpm)|kilometres an hour/iu,
  ],
  [
    new Set("length long height high tall width wide depth deep distance far thick diameter size".split(" ")),
    /\d\s?(?:m|cm|mm|km|metres?|meters?|centimetres?|millimetres?|kilometres?|feet|foot|inch(?:es)?|miles?|pages?)(?![\p{L}/])/iu,
  ],
  [
    new Set("weight heavy weigh load".split(" ")),
    /\d\s?(?:kg|g|t|kilos?|kilograms?|grams?|tonnes?|tons?|pounds?)(?!\p{L})/iu,
  ],
  [
    new Set("temperature warm hot cold heat cool degrees".split(" ")),
    /\d\s?(?:°|degrees?|celsius|kelvin|grad)|(?:two|three|four|five|six|seven|eight|ten) degrees/iu,
  ],
  [new Set("area large big size surface".split(" ")), /\d\s?(?:m²|km²|square|hectares?|ha|acres?)(?!\p{L})/iu],
  [new Set("volume capacity content".split(" ")), /\d\s?(?:l|ml|litres?|liters?|cubic|m³|gallons?)(?!\p{L})/iu],
  [
    new Set("percentage percent share proportion rate discount reduction rebate".split(" ")),
    /\d\s?(?:%|percent|per cent|prozent)|third|quarter|half/iu,
  ],
  [new Set("age old".split(" ")), /\d\s?(?:years?|months?|jahre)|aged|(?:1[5-9]|20)\d\d/iu],
  [new Set("phone telephone".split(" ")), /(?<![\d.,-])(?!\d{4}-\d{2})\+?\d[\d ()/-]{5,18}\d(?!\d|[.,]\d)/u],
  [
    new Set("start begin open opening end close closing finish stop last".split(" ")),
    /\d{1,2}[:.]\d{2}\s?(?:–|-|to|until|till|and)\s?\d|\bfrom\s[^.;]{1,40}?\s(?:to|until|till)\s|\bbetween\s[^.;]{1,40}?\sand\s|\buntil\s\S*\d/iu,
  ],
  [new Set("email mail address".split(" ")), /\S@\S/u],
  [new Set("website link url address".split(" ")), /https?:\/\/|www\./iu],
  [
    new Set("date day time when year month hour hours".split(" ")),
    /\d{1,2}:\d{2}|(?:1[5-9]|20)\d\d|\d{1,2} \p{Lu}\p{Ll}{2,8}/u,
  ],
];

/** Whether a text has a value of the quantity that a folded word names. */
export function measuredBy(word: string, text: string): boolean {
  return MEASURES.some(([names, value]) => names.has(word) && value.test(text));
}

/** Words that name one quantity alone, so that a number of another is no value of it. */
const SINGLE = /\bhow (tall|high|deep|heavy|wide|thick|old|hot|cold|warm|fast)\b/iu;

/** What may be high without being tall. */
const LEVEL = /\d\s?(?:%|percent|per cent|°|degrees?|bar|points?|€|\$|£|euros?|eur)/iu;

/** Whether a text has no value of the one quantity that a question asks for: "how tall" is answered by no telephone number. */
export function isOtherQuantity(question: string, text: string): boolean {
  const word = SINGLE.exec(question)?.[1]?.toLowerCase();
  return word !== undefined && !measuredBy(word, text) && !(word === "high" && LEVEL.test(text));
}
