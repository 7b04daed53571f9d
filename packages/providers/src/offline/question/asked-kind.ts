import type { ValueKind } from "./value-kinds.js";

/** Categories whose members have names of their own. */
const NAMED_CATEGORIES =
  "city|town|village|country|region|street|place|company|firm|supplier|vendor|manufacturer|maker|shipyard|brand|person|employee|colleague|member|volunteer|artist|author|ship|boat|shop|hotel|school|university|museum|department|team|agency|provider|group|club|organisation|organization|association|institute|foundation|authority|bank|newspaper|language|stadt|firma|ort|land|ville|pays|entreprise|ciudad|empresa|país";

/** What the words of a question say about the value they ask for; of those that match, the one that begins first counts. */
const ASKING: readonly (readonly [RegExp, ValueKind])[] = [
  [/\bhow (?:quickly|soon|fast)\b|\bwie schnell\b|\bcon qué rapidez\b/iu, "pace"],
  [
    /\bhow (?:much time|much notice|long|far in advance|far ahead)\b|\b(?:after|within|in) how many (?:minutes|hours|days|weeks|months|years)\b|\bhow many (?:\p{L}+ )?(?:minutes|hours|days|weeks|months|years)\b|\bwie lange\b|\bcombien de temps\b|\bcuánto (?:tiempo|dura)/iu,
    "duration",
  ],
  [
    /\bhow (?:often|frequently|regularly)\b|\bhow many times\b|\bwie oft\b|\bà quelle fréquence\b|\bcombien de fois\b|\bcon qué frecuencia\b|\bcuántas veces\b/iu,
    "frequency",
  ],
  [
    /\bhow much (?:of|\p{L}{3,})\b(?<!\b(?:does|did|are|was|were|will|would|must|should|can|may|money|time))|\b(?:what|which) (?:\p{L}+ )?(?:amount|quantity|sum|age|level|percentage|share|proportion)\b/iu,
    "measure",
  ],
  [
    /\bhow much (?:is|are|was|were|money)\b|\bhow much\b(?=.{0,120}\b(?:cost|costs|pay|pays|paid|charge|charges|charged|earn|earns|earned|spend|spent|budget|euros?|dollars?|pounds?|price|worth|fee|fine|fined|owe|refund|grant|donat\p{L}*)\b)|\bwhat (?:does|do|did|will|would|must|is|was) .{1,60} (?:cost|charge|charged|pay|owe)\b|\b(?:what|which) (?:is|was|are|were) (?:the |a )?(?:\p{L}+ ){0,2}(?:price|cost|costs|fee|fees|fare|deposit|fine|rent|salary|budget|allowance|admission|surcharge|subscription)\b|\bwas kostet\b|\bwie teuer\b|\bwie viel (?:kostet|geld)\b|\bcombien coûte|\bcuánto (?:cuesta|vale)/iu,
    "money",
  ],
  [/\bhow (?:many|much)\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt[ao]s?\b|\bwhat (?:is the )?number of\b/iu, "number"],
  [
    /\bhow (?:old|far(?! in advance| ahead)|tall|high|wide|heavy|large|big|deep|strong|hot|cold|warm|thick|small)\b|\b(?:what|which) (?:\p{L}+ )?(?:speed|temperature|height|length|weight|size|depth|width|distance)\b|\bwie (?:alt|weit|hoch|breit|schwer|groß|tief|warm)\b|\bquelle (?:taille|hauteur|distance)\b/iu,
    "measure",
  ],
  [
    new RegExp(
      `\\b(?:what|which|welche[rsnm]?|quelle?|qué) (?:(?!the |an? |my |our |is |are |was |does |did )\\p{L}+ ){0,2}?(?:${NAMED_CATEGORIES})\\b|\\bwhat (?:is|was|are|were) the names? of\\b|\\b(?:what|how) (?:is|was|are|were) .{1,60} called\\b|\\bwie hei(?:ß|ss)t\\b`,
      "iu",
    ),
    "name",
  ],
  [/\bwho(?:m|se)?\b|\bwe(?:r|m|n|ssen)\b|(?:^|\s)qui\b|\bqui[eé]n(?:es)?\b/iu, "person"],
  [
    /\b(?:what|which) (?:is the |was the )?(?:last |first |latest |earliest |exact )?(?:time|date|day|days|year|month|weekday|season)\b|^\W*(?:by |until |since |from )?when\b|\bwann\b|\bum wie viel uhr\b|\bquand\b|\bquelle (?:heure|date|année)\b|\bquel jour\b|\bcu[aá]ndo\b|\bqué (?:hora|fecha|día|año)\b/iu,
    "time",
  ],
  [
    /\bwhy\b|\bfor what reason\b|\bwhat (?:is|was) the (?:reason|cause)\b|\bwhat (?:made|caused|led to)\b|\bwarum\b|\bweshalb\b|\bwieso\b|\bpourquoi\b|\bpor qué\b/iu,
    "reason",
  ],
  [
    /\b(?:phone|telephone) number\b|\b(?:e-?mail|web) address\b|\btelefonnummer\b|\bnuméro de téléphone\b|\bnúmero de teléfono\b/iu,
    "contact",
  ],
  [/^\W*(?:from |to )?where\b|\bwo(?:hin|her)?\b|(?:^|\s)où\b|\bd[oó]nde\b/iu, "place"],
];

/** What a comparative compares. */
const COMPARED: readonly (readonly [RegExp, ValueKind])[] = [
  [
    /\b(?:dearer|cheaper|more expensive|less expensive|cheapest|dearest|most expensive|costs? (?:more|less)|teurer|billiger|günstiger)\b/iu,
    "money",
  ],
  [/\b(?:more|most|fewer|fewest) \p{L}+/iu, "number"],
  [/\b(?:older|newer|younger|earlier|later|sooner|oldest|newest|earliest|latest)\b/iu, "time"],
  [
    /\b(?:heavier|lighter|larger|bigger|smaller|longer|shorter|higher|lower|taller|wider|deeper|heaviest|largest|biggest|smallest|longest|shortest|highest|lowest|warmer|colder|stronger)\b/iu,
    "measure",
  ],
  [/\b(?:faster|quicker|slower|fastest|slowest)\b/iu, "pace"],
];

/** Kinds whose question words are pronouns of clauses as well. */
const PRONOUNS: ReadonlySet<ValueKind> = new Set<ValueKind>(["person", "time", "place"]);

/** The kind of value a question asks for; null: none in particular. */
export function askedKind(text: string): ValueKind | null {
  let kind: ValueKind | null = null;
  let first = Number.POSITIVE_INFINITY;
  // A pronoun after the question word asks nothing: "what happens to a visitor who …".
  const asking = /\b(?:what|which|how)\b/iu.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  for (const [pattern, asked] of ASKING) {
    const at = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    if (at >= first || (at > asking && PRONOUNS.has(asked))) continue;
    first = at;
    kind = asked;
  }
  return kind;
}

/** The kind of value that a comparative compares; null: the text has none. */
export function comparedKind(text: string): ValueKind | null {
  return COMPARED.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
