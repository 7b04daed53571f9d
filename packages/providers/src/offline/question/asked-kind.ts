import type { ValueKind } from "./value-kinds.js";

/** Words for what is paid. */
const PRICES =
  "prices?|costs?|fees?|fares?|deposit|fine|rent|salary|wages?|budget|allowance|admission|surcharge|penalty|toll|contribution|compensation|charges?|premium|bonus|discount|subscription";
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
    new RegExp(
      `\\b(?:what|which|how much|how high|how expensive)\\b(?: (?:is|are|was|were|will|would)(?: be)?)?(?: the| a| an| my| our| your| their| this| that)?(?: (?!of\\b|in\\b|for\\b|on\\b|at\\b|does\\b|do\\b|did\\b|is\\b|are\\b)[\\p{L}-]+){0,3} (?:${PRICES})\\b|\\bwhat (?:does|do|did|will|would|must|can|could|may|should|is|was) .{1,80} (?:bill|earn|fetch|set (?:me|you|us) back|be charged|have to pay)\\b|\\b(?:happens? to|hits?|hurts?|hard on) (?:my|our|the) (?:wallet|purse|pocket)\\b|\\bhow much (?:do|does|will|would|did) .{1,60} (?:want|ask|bill|take)\\b|\\bhow much (?:dearer|cheaper|more expensive)\\b|\\bget (?:dearer|cheaper)\\b|\\bwhat do (?:i|we|they|you) get (?:per|for|a|an)\\b|\\bhow (?:expensive|dear|cheap)\\b|\\bwhat is the (?:most|least|maximum|minimum) .{1,40} (?:cost|pay|spend)\\b|\\bhow much (?:is|are|was|were|money)\\b|\\bhow much\\b(?=.{0,120}\\b(?:cost|costs|pay|pays|paid|charge|charges|charged|earn|earns|earned|spend|spent|budget|euros?|dollars?|pounds?|price|worth|fee|fine|fined|owe|refund|grant|donat\\p{L}*)\\b)|\\bwhat (?:does|do|did|will|would|must|is|was) .{1,60} (?:cost|charge|charged|pay|owe)\\b|\\bwas kostet\\b|\\bwie teuer\\b|\\bwie viel (?:kostet|geld)\\b|\\bcombien coûte|\\bcuánto (?:cuesta|vale)`,
      "iu",
    ),
    "money",
  ],
  [/\bby how much\b/iu, "measure"],
  [/\bhow (?:many|much)\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt[ao]s?\b|\bwhat (?:is the )?number of\b/iu, "number"],
  [
    /\bhow (?:old|far(?! in advance| ahead)|tall|high|wide|heavy|large|big|deep|strong|hot|cold|warm|thick|small)\b|\b(?:what|which) (?:\p{L}+ )?(?:speed|temperature|height|length|weight|size|depth|width|distance)\b|\bwie (?:alt|weit|hoch|breit|schwer|groß|tief|warm)\b|\bquelle (?:taille|hauteur|distance)\b/iu,
    "measure",
  ],
  [
    /\b(?:what|which) (?:\p{L}+ )?(?:member of (?:the )?staff|doctor|nurse|teacher|trainer|coach|manager|officer|engineer|captain|councillor|director|official|clerk|caretaker)\b|\bname of the (?:\p{L}+ ){0,2}(?:person|man|woman|doctor|teacher|manager|officer|head|owner)\b/iu,
    "person",
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
    /\b(?:what|which) (?:is the |was the )?(?:\p{L}+ ){0,2}?(?:time|date|day|days|year|month|months|weekday|season|deadline|hour)\b|\bwhich part of the (?:year|day|week|month)\b|\b(?:until|till|since|by|from) when\b|\bhow (?:early|late) (?:in|on|at|do|does|can|may|must)\b|^\W*(?:by |until |since |from )?when\b|\bwann\b|\bum wie viel uhr\b|\bquand\b|\bquelle (?:heure|date|année)\b|\bquel jour\b|\bcu[aá]ndo\b|\bqué (?:hora|fecha|día|año)\b/iu,
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
  [/\b(?:more|less) often\b|\bmore frequently\b/iu, "frequency"],
  [/\b(?:more|most|fewer|fewest) \p{L}+/iu, "number"],
  [/\b(?:longer|shorter|longest|shortest)\b/iu, "duration"],
  [/\b(?:older|newer|younger|earlier|later|sooner|oldest|newest|earliest|latest)\b/iu, "time"],
  [
    /\b(?:heavier|lighter|larger|bigger|smaller|higher|lower|taller|wider|deeper|heaviest|largest|biggest|smallest|highest|lowest|warmer|colder|hotter|harder|softer|stronger|thicker|thinner|steeper|closer|nearer)\b/iu,
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

/** What the words of a request without a question word say about the value that is looked for. */
const NAMED_VALUES: readonly (readonly [RegExp, ValueKind])[] = [
  [new RegExp(`\\b(?:${PRICES}|rate)\\b`, "iu"), "money"],
  [/\b(?:number|amount|count) of\b/iu, "number"],
  [/\b(?:phone|telephone|extension|e-?mail)\b/iu, "contact"],
  [/\b(?:dates?|deadline|opening hours|opening times?|times?|start|departure|arrival)\b/iu, "time"],
  [/\b(?:duration|validity|notice period|waiting time)\b/iu, "duration"],
  [
    /\b(?:holder|owner|contact|manager|head|chair|director|author|winner|responsible person|captain|leader)\b/iu,
    "person",
  ],
  [/\b(?:reason|cause)\b/iu, "reason"],
];
const ASKS_IN_WORDS =
  /\?|\b(?:who|whom|whose|what|which|when|where|why|how|is|are|do|does|did|can|may|must|tell|explain|show|list|name|give|find|describe|compare|write|make|summari[sz]e)\b/iu;

/** The kind of value that a request of key words alone looks for; null: it is none, or names no kind. */
export function soughtKind(text: string): ValueKind | null {
  if (ASKS_IN_WORDS.test(text) || text.length > 120) return null;
  return NAMED_VALUES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
