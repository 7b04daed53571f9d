import { conceptsOf } from "../language/concept-index.js";
import { FUNCTION_WORDS, type Language } from "../language/function-words.js";
import { INSTRUCTION_WORDS, LIGHT_WORDS } from "../language/plain-words.js";
import { wordStem } from "../language/word-stem.js";
import { type Word, wordsOf } from "../text/words.js";
import type { Question, Term } from "./question.js";
import type { ValueKind } from "./value-kinds.js";

/** The first pattern that matches says what is asked for. */
const ASKING: readonly (readonly [RegExp, ValueKind])[] = [
  [/\bhow (?:much time|long)\b|\bwie lange\b|\bcombien de temps\b|\bcuánto (?:tiempo|dura)/iu, "duration"],
  [
    /\bhow (?:often|frequently|regularly)\b|\bhow many times\b|\bwie oft\b|\bà quelle fréquence\b|\bcombien de fois\b|\bcon qué frecuencia\b|\bcuántas veces\b/iu,
    "frequency",
  ],
  [
    /\bhow much (?:does|do|did|is|are|was|will|would|must|should|money)\b|\b(?:price|cost|fee)\b.*\?|\bwas kostet\b|\bwie teuer\b|\bwie viel (?:kostet|geld)\b|\bcombien coûte|\bcuánto (?:cuesta|vale)/iu,
    "money",
  ],
  [
    /\bhow (?:many|much)\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt[ao]s?\b|\bwhat (?:number|percentage|share)\b/iu,
    "number",
  ],
  [
    /\bhow (?:old|far|tall|high|wide|heavy|large|big|deep|fast|hot|cold|warm|thick|small)\b|\bwie (?:alt|weit|hoch|breit|schwer|groß|tief|schnell|warm)\b|\bquelle (?:taille|hauteur|distance)\b/iu,
    "measure",
  ],
  [/\bwho(?:m|se)?\b|\bwe(?:r|m|n|ssen)\b|(?:^|\s)qui\b|\bqui[eé]n(?:es)?\b/iu, "person"],
  [
    /\bwhen\b|\b(?:what|which) (?:time|date|day|year|month|weekday)\b|\bby what date\b|\bwann\b|\bum wie viel uhr\b|\bquand\b|\bquelle (?:heure|date|année)\b|\bquel jour\b|\bcu[aá]ndo\b|\bqué (?:hora|fecha|día|año)\b/iu,
    "time",
  ],
  [
    /\bwhy\b|\bfor what reason\b|\bwhat (?:is|was) the reason\b|\bwarum\b|\bweshalb\b|\bwieso\b|\bpourquoi\b|\bpor qué\b/iu,
    "reason",
  ],
  [
    /\b(?:phone|telephone) number\b|\b(?:e-?mail|web) address\b|\btelefonnummer\b|\bnuméro de téléphone\b|\bnúmero de teléfono\b/iu,
    "contact",
  ],
  [/\bwhere\b|\bwo(?:hin|her)?\b|(?:^|\s)où\b|\bd[oó]nde\b/iu, "place"],
];
const POLAR =
  /^(?:is|are|was|were|does|do|did|can|could|may|must|has|have|had|will|would|should|ist|sind|war|hat|haben|kann|darf|muss|wird|est-ce|es|está|puede|tiene|hay)\s/i;

/** Reads what a request asks for. Linear. */
export function readQuestion(text: string, language: Language): Question {
  const terms: Term[] = [];
  const seen = new Set<string>();
  const words = wordsOf(text);
  for (const [at, word] of words.entries()) {
    if (FUNCTION_WORDS[language].has(word.folded)) continue;
    const term = termOf(word, language, startsSentence(text, words, at));
    if (term.weight === 0 || seen.has(term.stem)) continue;
    seen.add(term.stem);
    terms.push(term);
  }
  return {
    text,
    language,
    terms,
    asks: ASKING.find(([pattern]) => pattern.test(text))?.[1] ?? null,
    isPolar: POLAR.test(text.trim()),
  };
}

function startsSentence(text: string, words: readonly Word[], at: number): boolean {
  if (at === 0) return true;
  return /[.!?:]["'”)]*\s*$/.test(text.slice((words[at - 1] as Word).end, (words[at] as Word).start));
}

function termOf({ form, folded }: Word, language: Language, starts: boolean): Term {
  const stem = wordStem(folded, language);
  const capital = /^\p{Lu}/u.test(form);
  // German writes every noun with a capital, so there a capital tells nothing.
  const isName = /\p{N}/u.test(form) || /^\p{Lu}{2,}/u.test(form) || (capital && !starts && language !== "de");
  const weight = INSTRUCTION_WORDS.has(folded) ? 0 : LIGHT_WORDS.has(folded) ? 0.3 : isName ? 1.5 : 1;
  return { form, folded, stem, concepts: isName ? [] : conceptsOf(wordStem(folded, "en")), weight, isName };
}
