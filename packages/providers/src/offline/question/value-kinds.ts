export const VALUE_KINDS = [
  "person",
  "time",
  "number",
  "money",
  "duration",
  "frequency",
  "measure",
  "place",
  "reason",
  "contact",
  "name",
  "pace",
] as const;
/** What kind of value a question asks for. */
export type ValueKind = (typeof VALUE_KINDS)[number];

const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre";
const DAYS =
  "(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?|weekends?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo";
const COUNT_WORDS =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|dozen|half|once|twice|none|no|ein|eine|einen|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|vingt|cent|mille|uno|una|dos|tres|cuatro|cinco|siete|ocho|nueve|diez|doce|veinte|cien|mil";
const TIME_UNITS =
  "seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|quarters?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|secondes?|heures?|jours?|semaines?|mois|ans?|années?|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?";

const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu");

const PATTERNS: Readonly<Record<Exclude<ValueKind, "person" | "name">, RegExp>> = {
  time: word(
    `${MONTHS}|${DAYS}|\\d{4}-\\d{2}(?:-\\d{2})?|\\d{1,2}[:.]\\d{2}|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2,4})?|\\d{1,2}/\\d{1,2}/\\d{2,4}|(?:1[5-9]|20)\\d{2}|\\d{1,2}\\s?(?:am|pm|uhr|h)|noon|midnight|midday|morning|evening|afternoon|dawn|sunset|sunrise|mittags|morgens|abends|midi|minuit|mediodía|today|tomorrow|spring|summer|autumn|winter|daily|(?:until|before|after|by|from|since|ahead of) (?:the|every|each|\\p{Lu})|only (?:when|if|with)|if the|when the|weeks? (?:before|after|ahead|later)|(?:days?|months?|hours?|years?|minutes?) (?:before|after|ahead|later)|as soon as|whenever|frühling|sommer|herbst|été|automne|hiver|primavera|verano|otoño|invierno`,
  ),
  number: new RegExp(`\\p{N}|${word(COUNT_WORDS).source}`, "iu"),
  money:
    /[€$£¥]\s?\d|\d\s?[€$£¥]|(?<![\p{L}])(?:euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken|cents?|pence|yen|crowns?|free|gratis|kostenlos|gratuit|gratuite|gratuito|half|nothing|whole price|%|percent)(?![\p{L}])/iu,
  duration: word(
    `(?:\\p{N}[\\p{N}.,]*|${COUNT_WORDS}|several|few|mehrere|plusieurs|varios|an?)[\\s-]{1,2}(?:\\p{L}+\\s)?(?:${TIME_UNITS})|(?:${TIME_UNITS})\\s(?:long|lang)`,
  ),
  frequency: word(
    `every|each|once|twice|daily|weekly|monthly|yearly|annually|quarterly|hourly|per (?:day|week|month|year|hour|quarter)|an? (?:day|week|month|year|quarter)|times|jede[nrsm]?|täglich|wöchentlich|monatlich|jährlich|einmal|zweimal|pro (?:tag|woche|monat|jahr)|chaque|tous les|toutes les|fois|par (?:jour|semaine|mois|an)|quotidien\\w*|mensuel\\w*|annuel\\w*|cada|veces|vez|diario|diariamente|semanal\\w*|mensual\\w*|anual\\w*|always|never|${DAYS}s?`,
  ),
  measure: /\p{N}/u,
  place:
    /(?<![\p{L}])(?:in|at|on|near|behind|under|next to|beside|opposite|from|to|inside|im|am|beim|auf|hinter|unter|neben|gegenüber|aus|nach|dans|au|aux|à|chez|près|derrière|sous|en|sur|cerca|detrás|bajo|junto|room|floor|street|road|building|raum|etage|straße|salle|étage|rue|sala|piso|calle)(?![\p{L}])/iu,
  reason: word(
    "because|since|due to|owing to|so that|in order to|as|therefore|for|reason|reasons|cause|caused|causes|to avoid|to prevent|otherwise|weil|da|denn|wegen|aufgrund|damit|deshalb|daher|grund|sonst|um|parce que|car|en raison|à cause|afin|pour|puisque|raison|porque|debido|ya que|para|razón|causa|would|led to|result|means|after|without",
  ),
  contact: /\S@\S|(?<![\d.,-])(?!\d{4}-\d{2})\+?\d[\d ()/-]{5,18}\d(?!\d|[.,]\d)|https?:|\bextension\b|\bext\b/iu,
  pace: /\d|(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|twelve|same day|immediately|at once|an? (?:minute|hour|day|week|month|year))(?!\p{L})/iu,
};

const ROLE = word(
  "manager|director|head|team|officer|chair|chairman|chairwoman|treasurer|secretary|committee|board|office|department|supervisor|staff|nurse|doctor|engineer|teacher|volunteer|volunteers|members?|owner|lead|leitung|leiter(?:in)?|vorstand|responsable|directeur|directrice|director[ae]?s?|everyone|anyone|nobody|keeper|warden|caretaker|librarian|coordinator|operator|assistant|employees?|visitors?|guests?|parents?|contractor|company|firm",
);
const CALENDAR = word(`${MONTHS}|${DAYS}`);
/** The first word of a text or sentence, which has a capital anyway, unless a second one follows. */
const FIRST_WORD = /(?:^|[.!?:]\s+)["'(]*\p{Lu}[\p{Ll}\p{M}'’-]*(?=\s+[^\p{Lu}\s]|[\s.,;:]*$)/gu;

/** Whether a text has a value of a kind. Linear. */
export function hasValue(text: string, kind: ValueKind): boolean {
  if (kind === "person") return hasName(text) || ROLE.test(text);
  if (kind === "name") return hasName(text);
  return PATTERNS[kind].test(text);
}

/** A capital in the middle of a sentence, dates apart; in rows and labels every cell begins anew. */
function hasName(text: string): boolean {
  for (const [name] of text.replace(FIRST_WORD, " ").matchAll(/(?<![\p{L}\p{N}.])\p{Lu}[\p{L}'’-]+/gu)) {
    if (!CALENDAR.test(name)) return true;
  }
  return false;
}
