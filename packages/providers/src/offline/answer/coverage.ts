import { conceptsOf, isClose } from "../language/concept-index.js";
import { FUNCTION_WORDS, type Language } from "../language/function-words.js";
import { wordStem } from "../language/word-stem.js";
import { plainVerbsIn } from "../question/plain-verbs.js";
import type { Term } from "../question/question.js";
import { calendarSpans, isSpanned, type NumberSpan, numberSpans } from "../text/spans.js";
import { fold, wordsOf } from "../text/words.js";

/** The words of a stretch of text in the form in which terms are looked up. */
export interface WordBag {
  readonly stems: ReadonlySet<string>;
  readonly concepts: ReadonlySet<number>;
  /** Stems that stand somewhere with a capital, or are no words. */
  readonly names: ReadonlySet<string>;
  readonly spans: readonly NumberSpan[];
}

/** Shortest stem that may stand for a longer one it begins. */
const SHORTEST_PREFIX = 5;

/** How well a word stands for another that it means in some contexts alone. */
const LOOSE = 0.68;

/** How well a span has a number that lies in it. */
const SPANNED = 0.85;

const ISO_DATE = /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/g;
/** Names of the months, folded. */
const MONTHS = [
  "january januar janvier enero",
  "february februar fevrier febrero",
  "march marz mars marzo",
  "april avril abril",
  "may mai mayo",
  "june juni juin junio",
  "july juli juillet julio",
  "august aout agosto",
  "september septembre septiembre",
  "october oktober octobre octubre",
  "november novembre noviembre",
  "december dezember decembre diciembre",
];

export function wordBag(text: string, language: Language): WordBag {
  const stems = new Set<string>();
  const concepts = new Set<number>();
  const names = new Set<string>();
  const add = (folded: string, isName: boolean): void => {
    const stem = wordStem(folded, language);
    if (isName) names.add(stem);
    if (stems.has(stem)) return;
    if (!FUNCTION_WORDS[language].has(folded) || (isName && folded === "may")) stems.add(stem);
    for (const group of conceptsOf(language === "en" ? stem : wordStem(folded, "en")).serves) concepts.add(group);
  };
  for (const [, year = "", month = "", day = ""] of text.matchAll(ISO_DATE)) {
    add(year, true);
    for (const name of MONTHS[Number(month) - 1]?.split(" ") ?? []) add(name, true);
    if (day !== "") add(day.replace(/^0/, ""), true);
  }
  if (language === "en") {
    for (const name of calendarSpans(text)) add(name, true);
    for (const verb of plainVerbsIn(text).split(" ")) if (verb !== "") add(verb, false);
  }
  for (const { form, folded } of wordsOf(text)) {
    add(folded, !/^\p{Ll}/u.test(form));
    // An identifier is found by its parts as well.
    if (/\p{Ll}\p{Lu}/u.test(form)) for (const part of form.split(/(?<=\p{Ll})(?=\p{Lu})/u)) add(fold(part), true);
  }
  return { stems, concepts, names, spans: numberSpans(text) };
}

/** How well a bag has a term: 1 the word itself, less for a relative, 0 for nothing. */
export function presence(term: Term, bag: WordBag): number {
  if ((term.isName ? bag.names : bag.stems).has(term.stem)) return 1;
  if (term.isName && bag.spans.length > 0 && /^\d+(?:\.\d+)?$/.test(term.form)) {
    if (isSpanned(Number(term.form), bag.spans)) return SPANNED;
  }
  if (term.isName && term.concepts.length === 0) return 0;
  const shared = term.concepts.filter((group) => bag.concepts.has(group));
  if (shared.some(isClose)) return 0.75;
  if (shared.length > 0) return LOOSE;
  if (term.stem.length < SHORTEST_PREFIX) return 0;
  for (const stem of bag.stems) {
    if (stem.length < SHORTEST_PREFIX) continue;
    if (stem.startsWith(term.stem) || term.stem.startsWith(stem)) return 0.8;
  }
  return 0;
}
