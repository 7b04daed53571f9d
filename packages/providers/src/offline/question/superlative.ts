/** An extreme that a question asks for. */
export interface Superlative {
  readonly direction: "most" | "least";
  /** Matches the name of a column that has what is compared; null: the question names it in words of its own. */
  readonly measures: RegExp | null;
  /** The word itself, folded, so that no other meaning of it is looked for. */
  readonly word: string;
}

const label = (source: string): RegExp => new RegExp(`(?<![a-z])(?:${source})(?![a-z])`, "iu");
const DATE = label(
  "year|date|day|built|opened|founded|bought|planted|started|joined|hired|since|released|published|made|born|installed|established|acquired|purchased|collected|ordered|created|model",
);
const WEIGHT = label("weight|mass|load|kg|g|tonnes?|tons?|kilograms?|grams?|lb");
const EXTENT = label(
  "length|duration|distance|height|hours?|minutes?|min|days?|weeks?|months?|years?|km|m|metres?|miles?|time|span|pages?",
);
const HEIGHT = label("height|altitude|elevation|m|metres?|feet|cm");
const PRICE = label("price|cost|costs|fee|fare|rate|rent|eur|euros?|usd|dollars?|chf|gbp|pounds?|charge|amount|total");
const HEAT = label("temperature|temp|°c|degrees?|celsius|high|low|mean");
const RAIN = label("rain|rainfall|precipitation|mm");
const SUN = label("sun|sunshine");
const PACE = label("speed|pace|km\\/h|knots|mbit|time|seconds|rpm");
const SIZE = label(
  "size|area|capacity|seats|places|population|inhabitants|hectares?|ha|m2|m²|volume|litres?|l|members",
);
const CROWD = label("passengers|visitors|guests|riders|customers|users|visits");
const DEPTH = label("depth|m|metres?");

/** Superlatives by word: what they compare where it is one thing, else null. */
const WORDS: readonly (readonly [RegExp, Superlative["direction"], RegExp | null])[] = [
  [/\bmost (?:recently|recent)\b|\b(?:latest|newest|youngest)\b|\blast\b(?= \p{L}+ed\b)/iu, "most", DATE],
  [/\b(?:longest ago|earliest|oldest)\b/iu, "least", DATE],
  [/\bmost expensive\b|\b(?:dearest|costliest|priciest)\b|\bcosts? (?:the )?most\b/iu, "most", PRICE],
  [/\bleast expensive\b|\bcheapest\b|\bcosts? (?:the )?least\b/iu, "least", PRICE],
  [/\bheaviest\b|\bweighs? (?:the )?most\b/iu, "most", WEIGHT],
  [/\blightest\b|\bweighs? (?:the )?least\b/iu, "least", WEIGHT],
  [/\blongest\b|\bfarthest\b|\bfurthest\b/iu, "most", EXTENT],
  [/\bshortest\b|\bnearest\b|\bclosest\b/iu, "least", EXTENT],
  [/\btallest\b/iu, "most", HEIGHT],
  [/\bdeepest\b/iu, "most", DEPTH],
  [/\b(?:hottest|warmest)\b/iu, "most", HEAT],
  [/\b(?:coldest|coolest)\b/iu, "least", HEAT],
  [/\b(?:wettest|rainiest)\b/iu, "most", RAIN],
  [/\bdriest\b/iu, "least", RAIN],
  [/\bsunniest\b/iu, "most", SUN],
  [/\b(?:fastest|quickest)\b/iu, "most", PACE],
  [/\bslowest\b/iu, "least", PACE],
  [/\b(?:largest|biggest)\b/iu, "most", SIZE],
  [/\bsmallest\b/iu, "least", SIZE],
  [/\bbusiest\b/iu, "most", CROWD],
  [/\b(?:most|highest|greatest|strongest|maximum)\b/iu, "most", null],
  [/\b(?:fewest|least|lowest|weakest|minimum)\b/iu, "least", null],
  [/\bfirst\b/iu, "least", DATE],
  [/\blast\b/iu, "most", DATE],
];

/** Words of a statement that says of something that it is the extreme of all. */
const EXTREME = /\b(?:\p{L}{2,}est|most|least|record|maximum|minimum|top|best|worst|first|last|only|ever|never)\b/iu;

/** Whether a text may say what a superlative asks: it has an extreme of its own. */
export function saysExtreme(text: string): boolean {
  return EXTREME.test(text);
}

/** The superlative of a question; null: it has none, or asks what "at most" and "at least" ask. */
export function superlativeOf(text: string): Superlative | null {
  const plain = text.replace(
    /\bat (?:the )?(?:most|least|latest|earliest)\b|\bfirst (?:class|aid\w*|floor|name)\b|\b(?:first|last) (?:quarters?|half|years?|months?|weeks?|days?|terms?|seasons?|time|minute|autumn|spring|summer|winter|night)\b/giu,
    " ",
  );
  for (const [pattern, direction, measures] of WORDS) {
    const found = pattern.exec(plain)?.[0];
    if (found !== undefined) return { direction, measures, word: found.toLowerCase() };
  }
  return null;
}
