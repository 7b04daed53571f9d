import { conceptsOf } from "../language/concept-index.js";
import { verbForm } from "../language/english-verbs.js";
import { FUNCTION_WORDS } from "../language/function-words.js";
import { isLight } from "../language/plain-words.js";
import { wordStem } from "../language/word-stem.js";
import { fold } from "../text/words.js";

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

const NUMBER = `\\p{N}[\\p{N}.,]*|${COUNT_WORDS}`;
const CURRENCIES =
  "euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken|cents?|pence|yen|crowns?|kronen|kroner|kr|nok|sek|dkk|pln|zloty|rupees?|pesos?|marks?|gulden|florins?|credits?|tokens?|points?";

const PATTERNS: Readonly<Record<Exclude<ValueKind, "person" | "name">, RegExp>> = {
  time: word(
    `${MONTHS}|${DAYS}|\\d{4}-\\d{2}(?:-\\d{2})?|\\d{1,2}[:.]\\d{2}|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2,4})?|\\d{1,2}/\\d{1,2}/\\d{2,4}|(?:1[5-9]|20)\\d{2}s?|\\d{1,2}\\s?(?:am|pm|a\\.m|p\\.m|o'clock|uhr|h)|\\d{1,2}(?:st|nd|rd|th)|(?:week|day|month|year|quarter|round) \\d+|noon|midnight|midday|mornings?|evenings?|afternoons?|dawn|dusk|sunset|sunrise|overnight|at night|mittags|morgens|abends|midi|minuit|mediodía|today|tomorrow|immediately|at once|springs?|summers?|autumns?|winters?|daily|weekly|monthly|once|(?:end|beginning|start|middle) of|during|(?:until|before|after|since|ahead of) (?:the|every|each|it|they|a|an|one|two|three)|(?:by|from|until|before|after|since) (?:${NUMBER})|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|last|next|following|same) (?:day|week|month|year|quarter|half|weekend)|only (?:when|if|with)|if the|when|(?:days?|weeks?|months?|hours?|years?|minutes?) (?:before|after|ahead|later|in advance|beforehand|prior)|(?:within|in) (?:${NUMBER})|as soon as|whenever|frühling|sommer|herbst|été|automne|hiver|primavera|verano|otoño|invierno`,
  ),
  number: word(NUMBER),
  money: new RegExp(
    `[€$£¥]\\s?\\d|\\d\\s?[€$£¥]|(?<![\\p{L}\\p{N}])(?:(?:${NUMBER})(?:\\s(?:million|thousand|hundred))?[\\s-]?(?:${CURRENCIES})|(?:${CURRENCIES})\\s?\\d[\\d.,]*|free|gratis|kostenlos|gratuit|gratuite|gratuito|half|nothing|whole price|full price|no (?:charge|cost|fee)|without charge|percent|per cent)(?!\\p{L})|\\d\\s?%`,
    "iu",
  ),
  duration: word(
    `(?:${NUMBER}|several|few|mehrere|plusieurs|varios|an?)[\\s-]{1,2}(?:\\p{L}+\\s){0,2}(?:${TIME_UNITS})|\\d+\\s?(?:h|hrs?|min|mins|s|sec|secs|ms)|(?:${TIME_UNITS})\\s(?:long|lang)|(?:whole|entire|all) (?:day|night|week|month|year)|overnight|from \\d{1,2}[:.]\\d{2} (?:to|until) \\d|\\d{1,2}[:.]\\d{2}\\s?[–-]\\s?\\d|until|since|for ever|permanently|always|\\d[\\d.,]*\\s?(?:m|cm|mm|km|metres?|meters?|centimetres?|kilometres?|miles?|feet|inches|pages?|steps)|(?:seconds|minutes|hours|days|weeks|months|years|ms):? *=?:? *\\d+`,
  ),
  frequency: word(
    `every|each|once|twice|daily|weekly|monthly|yearly|annually|quarterly|hourly|per (?:day|week|month|year|hour|quarter)|an? (?:day|week|month|year|quarter)|times|jede[nrsm]?|täglich|wöchentlich|monatlich|jährlich|einmal|zweimal|pro (?:tag|woche|monat|jahr)|chaque|tous les|toutes les|fois|par (?:jour|semaine|mois|an)|quotidien\\w*|mensuel\\w*|annuel\\w*|cada|veces|vez|diario|diariamente|semanal\\w*|mensual\\w*|anual\\w*|always|never|${DAYS}s?|interval|after`,
  ),
  measure: word(`${NUMBER}|full|empty|whole|all|nothing`),
  place:
    /(?<![\p{L}])(?:in|at|on|near|behind|under|next to|beside|opposite|from|to|inside|im|am|beim|auf|hinter|unter|neben|gegenüber|aus|nach|dans|au|aux|à|chez|près|derrière|sous|en|sur|cerca|detrás|bajo|junto|room|floor|street|road|building|raum|etage|straße|salle|étage|rue|sala|piso|calle)(?![\p{L}])/iu,
  reason: word(
    `because|since|due to|owing to|so|so that|in order to|as|therefore|for (?!${NUMBER}|an? (?:year|month|week|day|hour))|to (?:save|keep|make|avoid|prevent|protect|allow|help|reduce|give|let|get|raise|meet|ensure|cover|free|stop|leave)|reason|reasons|cause|caused|causes|to avoid|to prevent|to keep|to make|otherwise|or else|weil|da|denn|wegen|aufgrund|damit|deshalb|daher|grund|sonst|um|parce que|car|en raison|à cause|afin|pour|puisque|raison|porque|debido|ya que|para|razón|causa|would|could|led to|result|means|after (?:it|he|she|they|the|an?)|too|cannot|no longer|if`,
  ),
  contact: /\S@\S|(?<![\d.,-])(?!\d{4}-\d{2})\+?\d[\d ()/-]{5,18}\d(?!\d|[.,]\d)|https?:|\bextension\b|\bext\b/iu,
  pace: word(
    `\\d[\\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|same day|immediately|at once|an? (?:minute|hour|day|week|month|year)`,
  ),
};

const ROLE = word(
  "(?:the|an?|each|every|our|your|their|its|two|three|any|one) (?:\\p{L}+[ -]){0,2}(?!(?:water|order|paper|number|other|letter|winter|summer|weather|centre|computer|power|tower|river|corner|cover|dinner|matter|offer|quarter|counter|poster|folder|drawer|container|printer|register|computer|calendar|ladder)s?(?!\\p{L}))\\p{L}{2,}(?:er|or|ist|ian|ant|ent|man|men|woman|women|master|mate|ee|keeper)s?|manager|director|head|team|officer|chair|treasurer|secretary|committee|board|council|office|department|supervisor|staff|crew|nurse|volunteers?|members?|owner|leitung|leiter(?:in)?|vorstand|responsable|directeur|directrice|director[ae]?s?|everyone|anyone|everybody|anybody|nobody|keeper|warden|caretaker|librarian|coordinator|employees?|visitors?|guests?|parents?|pupils?|students?|children|adults?|contractor|company|firm|group|club|society|service|services|desk|hotline|helpdesk|reception|police|brigade|agency|authority|association|union|supplier|landlord|tenant|steward|guard|lead",
);
const CALENDAR = word(`${MONTHS}|${DAYS}`);
/** The first word of a text or sentence, which has a capital anyway, unless a second one follows. */
const FIRST_WORD = /(?:^|[.!?:]\s+)["'(]*\p{Lu}[\p{Ll}\p{M}'’-]*(?=[,;:]?\s+[^\p{Lu}\s]|[\s.,;:]*$)/gu;

/** Whether a text has a value of a kind. Linear. */
export function hasValue(text: string, kind: ValueKind, names: ReadonlySet<string> = NO_NAMES): boolean {
  if (kind === "person") return hasName(text, names) || ROLE.test(text);
  if (kind === "name") return hasName(text, names);
  return PATTERNS[kind].test(text);
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** A capital in the middle of a sentence, dates apart; in rows and labels every cell begins anew. */
function hasName(text: string, names: ReadonlySet<string>): boolean {
  const [, first, second] = /^["'(]*(\p{Lu}[\p{L}'’-]+)(?:\s([\p{Ll}]+))?/u.exec(text) ?? [];
  if (first !== undefined && (names.has(first) || doesSomething(first, second))) return true;
  for (const [name] of text.replace(FIRST_WORD, " ").matchAll(/(?<![\p{L}\p{N}.])\p{Lu}[\p{L}'’-]+/gu)) {
    if (!CALENDAR.test(name)) return true;
  }
  return false;
}

/** "Deniz restored …": a first word that no list knows, before a verb of one who does something. */
function doesSomething(first: string, second: string | undefined): boolean {
  if (second === undefined || CALENDAR.test(first)) return false;
  const folded = fold(first);
  if (FUNCTION_WORDS.en.has(folded) || isLight(folded, "en") || verbForm(folded) !== null) return false;
  if (conceptsOf(wordStem(folded, "en")).serves.length > 0) return false;
  const form = verbForm(second);
  return (
    form === "present" || (form === "past" && !first.endsWith("s")) || /^(?:is|was|has|had|will|can|also)$/.test(second)
  );
}

/** Words with a capital in the middle of a sentence: at the start of another one they are names as well. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/(?<=\p{Ll}[,;]? )\p{Lu}[\p{L}'’-]+/gu)].flatMap(([name]) =>
    CALENDAR.test(name) ? [] : [name],
  );
}
