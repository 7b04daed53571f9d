import { conceptsOf } from "../language/concept-index.js";
import { FUNCTION_WORDS, type Language } from "../language/function-words.js";
import { isInstruction, isLight } from "../language/plain-words.js";
import { wordStem } from "../language/word-stem.js";
import { type Word, wordsOf } from "../text/words.js";
import type { Question, Term, TermRole } from "./question.js";
import type { ValueKind } from "./value-kinds.js";

/** The first pattern that matches says what is asked for. */
const ASKING: readonly (readonly [RegExp, ValueKind])[] = [
  [/\bhow (?:much time|long)\b|\bwie lange\b|\bcombien de temps\b|\bcuánto (?:tiempo|dura)/iu, "duration"],
  [
    /\bhow (?:often|frequently|regularly)\b|\bhow many times\b|\bwie oft\b|\bà quelle fréquence\b|\bcombien de fois\b|\bcon qué frecuencia\b|\bcuántas veces\b/iu,
    "frequency",
  ],
  [
    /\bhow much (?:does|do|did|is|are|was|were|will|would|must|should|can|may|money)\b(?!.*\b(?:weigh|keep|grow)\b)|\b(?:what|which)\b.{0,30}\b(?:price|cost|costs|fee|fare|deposit|fine|rent|salary|budget)\b|\bwas kostet\b|\bwie teuer\b|\bwie viel (?:kostet|geld)\b|\bcombien coûte|\bcuánto (?:cuesta|vale)/iu,
    "money",
  ],
  [
    /\bhow (?:many|much)\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt[ao]s?\b|\bwhat (?:number|percentage|share)\b/iu,
    "number",
  ],
  [
    /\bhow (?:old|far|tall|high|wide|heavy|large|big|deep|fast|hot|cold|warm|thick|small)\b|\b(?:what|which) (?:speed|temperature|height|length|weight|size|depth|width)\b|\bwie (?:alt|weit|hoch|breit|schwer|groß|tief|schnell|warm)\b|\bquelle (?:taille|hauteur|distance)\b/iu,
    "measure",
  ],
  [/\bwho(?:m|se)?\b|\bwe(?:r|m|n|ssen)\b|(?:^|\s)qui\b|\bqui[eé]n(?:es)?\b/iu, "person"],
  [
    /\b(?:what|which) (?:time|date|day|days|year|month|weekday)\b|^\W*(?:by |until |since |from )?when\b|\bwann\b|\bum wie viel uhr\b|\bquand\b|\bquelle (?:heure|date|année)\b|\bquel jour\b|\bcu[aá]ndo\b|\bqué (?:hora|fecha|día|año)\b/iu,
    "time",
  ],
  [
    /\bwhy\b|\bfor what reason\b|\bwhat (?:is|was) the (?:reason|cause)\b|\bwarum\b|\bweshalb\b|\bwieso\b|\bpourquoi\b|\bpor qué\b/iu,
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
const PROCEDURE =
  /\bhow (?:do|can|should|must|to|is|are)\b|\bsteps?\b|\bprocedure\b|\bprocess\b|\binstructions?\b|\bwie (?:kann|macht|geht|werden|wird)\b|\bschritte?\b|\bcomment\b|\bétapes?\b|\bcómo\b|\bpasos?\b|\bwhat (?:must|should|do|has to|needs to)\b.*\b(?:do|done|before|after)\b/iu;
const QUESTION_WORD =
  /^(?:who|whom|whose|what|which|when|where|why|how|wer|wem|wen|was|wann|wo|warum|weshalb|wieso|wie|welche[rsnm]?|qui|que|quoi|quand|ou|pourquoi|combien|comment|quel|quelle|quels|quelles|quien|quienes|cual|cuales|cuando|donde|como|cuanto|cuanta|cuantos|cuantas)$/;

/** Reads what a request asks for. Linear. */
export function readQuestion(text: string, language: Language): Question {
  const words = wordsOf(text);
  const content = words.map(
    ({ folded }, at) =>
      !FUNCTION_WORDS[language].has(folded) &&
      !isInstruction(folded, language) &&
      !(AFTER_HOW.has(folded) && words[at - 1]?.folded === "how"),
  );
  const roles = rolesOf(words, content, language);
  const terms: Term[] = [];
  for (const [at, word] of words.entries()) {
    if (!content[at]) continue;
    const term = termOf(word, language, startsSentence(text, words, at), roles[at] as TermRole);
    const known = terms.findIndex(({ stem }) => stem === term.stem);
    if (known < 0) terms.push(term);
    else if (term.role === "head") terms[known] = { ...(terms[known] as Term), role: "head" };
  }
  const asks = ASKING.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return {
    text,
    language,
    terms,
    asks,
    counted: asks === "number" ? countedTerm(words, content, terms, language) : null,
    isPolar: POLAR.test(text.trim()),
    isProcedure: PROCEDURE.test(text),
  };
}

/** Words before a noun. */
const BEFORE_NOUN: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(
    "the a an this that these those my our your his her its their each every any no of for in on at from with by about during per is are was were do does did can may must will should".split(
      " ",
    ),
  ),
  de: new Set(
    "der die das den dem des ein eine einen einem einer eines im am zum zur beim vom ins mit von fur in an auf bei".split(
      " ",
    ),
  ),
  fr: new Set(
    "le la les l un une des du de d au aux ce cette ces son sa ses mon ma mes leur notre votre en dans sur pour".split(
      " ",
    ),
  ),
  es: new Set(
    "el la los las un una unos unas del de al su sus mi mis este esta estos estas en con por para".split(" "),
  ),
};
/** Adjectives that make a question word of "how". */
const AFTER_HOW = new Set("long much many often far frequently regularly".split(" "));
const AUXILIARY =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|may|must|will|should|be|wird|werden|wurde|wurden|ist|sind|war|hat|darf|kann|muss)$/;

/**
 * Heads are what is asked for (the last word of the phrase after the question word) and what is done (the last word of a
 * question with an auxiliary); the words of that phrase, and nouns behind a determiner or preposition, are its modifiers.
 */
function rolesOf(words: readonly Word[], content: readonly boolean[], language: Language): TermRole[] {
  const before = BEFORE_NOUN[language];
  const roles: TermRole[] = words.map((_, at) => {
    if (!content[at]) return "rest";
    let from = at;
    while (from > 0 && content[from - 1]) from -= 1;
    return from > 0 && before.has((words[from - 1] as Word).folded) ? "modifier" : "rest";
  });
  const asked = words.findIndex(({ folded }) => QUESTION_WORD.test(folded));
  let from = Math.max(0, asked);
  while (from < words.length && !content[from]) from += 1;
  let to = from;
  while (to < words.length && content[to]) {
    roles[to] = "modifier";
    to += 1;
  }
  if (to > from) roles[to - 1] = "head";
  const last = content.lastIndexOf(true);
  const open = words.slice(Math.max(0, asked), last).some(({ folded }) => AUXILIARY.test(folded));
  if (last >= 0 && open && !before.has(words[last - 1]?.folded ?? "")) roles[last] = "head";
  return roles;
}

function countedTerm(
  words: readonly Word[],
  content: readonly boolean[],
  terms: readonly Term[],
  language: Language,
): number | null {
  const many = words.findIndex(({ folded }) => /^(?:many|much|viele?|combien|cuant[ao]s?)$/.test(folded));
  if (many < 0) return null;
  const noun = content.findIndex((is, at) => at > many && is && !isLight((words[at] as Word).folded, language));
  if (noun < 0) return null;
  // "how many crew members": what is counted is the last of adjacent nouns, but a verb may follow them.
  const stem = wordStem((words[noun] as Word).folded, language);
  const index = terms.findIndex((term) => term.stem === stem);
  return index < 0 ? null : index;
}

function startsSentence(text: string, words: readonly Word[], at: number): boolean {
  if (at === 0) return true;
  return /[.!?:]["'”)]*\s*$/.test(text.slice((words[at - 1] as Word).end, (words[at] as Word).start));
}

function termOf({ form, folded }: Word, language: Language, starts: boolean, role: TermRole): Term {
  const stem = wordStem(folded, language);
  const capital = /^\p{Lu}/u.test(form);
  // German writes every noun with a capital, so there a capital tells nothing.
  const isName = /\p{N}/u.test(form) || /^\p{Lu}{2,}/u.test(form) || (capital && !starts && language !== "de");
  const weight = isLight(folded, language) ? 0.3 : isName ? 1.5 : 1;
  const concepts = isName ? [] : conceptsOf(wordStem(folded, "en")).asks;
  return { form, folded, stem, concepts, weight, isName, role };
}
