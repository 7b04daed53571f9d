import { conceptsOf } from "../language/concept-index.js";
import { FUNCTION_WORDS, type Language } from "../language/function-words.js";
import { isInstruction, isLight } from "../language/plain-words.js";
import { wordStem } from "../language/word-stem.js";
import { type Word, wordsOf } from "../text/words.js";
import { askedKind, comparedKind, soughtKind } from "./asked-kind.js";
import { withoutContractions } from "./contractions.js";
import { isImplied } from "./implied-words.js";
import { withPlainVerbs } from "./plain-verbs.js";
import type { Question, Term, TermRole } from "./question.js";
import { questionZones, type Zone } from "./question-zones.js";
import { termRoles } from "./term-roles.js";
import type { ValueKind } from "./value-kinds.js";

const PROCEDURE =
  /\bhow (?:do|can|should|must|to|is|are)\b|\bsteps?\b|\bprocedure\b|\bprocess\b|\binstructions?\b|\bwie (?:kann|macht|geht|werden|wird)\b|\bschritte?\b|\bcomment\b|\bétapes?\b|\bcómo\b|\bpasos?\b|\bwhat (?:must|should|do|has to|needs to)\b.{0,80}\b(?:do|done|before|after)\b/iu;
/** Kinds of values that no list of steps gives. */
const PLAIN_VALUES: ReadonlySet<ValueKind> = new Set<ValueKind>([
  "number",
  "money",
  "person",
  "time",
  "name",
  "duration",
  "measure",
  "reason",
  "place",
]);
/** Words after "how" that name a quantity and those that name one loosely; others belong to the question word. */
const QUANTITIES: ReadonlySet<string> = new Set(
  "old far tall wide heavy deep hot cold warm thick fast high large big strong".split(" "),
);
const LOOSE: ReadonlySet<string> = new Set("high large big strong far".split(" "));

/** Weights of a term, by how much it says. */
const WEIGHTS = { slight: 0.3, context: 0.35, adjunct: 0.7, plain: 1, name: 1.5 } as const;

/** Reads what a request asks for; with `compares`, of one of several things that it compares. Linear. */
export function readQuestion(
  text: string,
  language: Language,
  options: { readonly compares?: boolean } = {},
): Question {
  const plain = language === "en" ? withPlainVerbs(withoutContractions(text)) : text;
  const words = wordsOf(plain);
  const { zoneAt, sentence, asking } = questionZones(plain);
  const zones = words.map(({ start }) => zoneAt(start));
  const isWord = words.map((word, at) => isContent(word, words[at - 1], language));
  const content = isWord.map((is, at) => is && zones[at] === "asks");
  const roles = zonedRoles({ plain, words, zones, content, language });
  const kind = options.compares === true ? comparedKind(text) : null;
  const asks = kind ?? askedKind(asking) ?? soughtKind(plain);
  const terms: Term[] = [];
  // What the asking sentence says comes first: a word in both belongs to it.
  const order = [...words.keys()].sort((a, b) => Number(zones[a] !== "asks") - Number(zones[b] !== "asks") || a - b);
  for (const at of order) {
    const word = words[at] as Word;
    if (!isWord[at]) continue;
    const term = termOf(word, language, {
      isName: looksNamed(plain, words, at, language),
      role: roles[at] as TermRole,
      asks,
    });
    if (!terms.some(({ stem }) => stem === term.stem)) terms.push(term);
  }
  promoteQualifier(terms);
  const spoken = words.filter((_, at) => zones[at] === "asks");
  const asked = content.filter((_, at) => zones[at] === "asks");
  return {
    text: plain,
    sentence,
    language,
    terms,
    asks,
    subject: language === "en" ? subjectTerm(spoken, asked, terms) : null,
    counted: asks === "number" ? countedTerm(spoken, asked, terms, language) : null,
    isProcedure: PROCEDURE.test(text) && (asks === null || !PLAIN_VALUES.has(asks)),
  };
}

interface ZonedWords {
  readonly plain: string;
  readonly words: readonly Word[];
  readonly zones: readonly Zone[];
  readonly content: readonly boolean[];
  readonly language: Language;
}

/** The roles of the words that ask; any other word has its zone for one. */
function zonedRoles({ plain, words, zones, content, language }: ZonedWords): TermRole[] {
  const asking = words.flatMap((_, at) => (zones[at] === "asks" ? [at] : []));
  const roles = termRoles(
    asking.map((at) => words[at] as Word),
    asking.map((at) => content[at] as boolean),
    language,
    (place) => looksNamed(plain, words, asking[place] as number, language),
  );
  const result: TermRole[] = zones.map((zone) => (zone === "asks" ? "rest" : zone));
  for (const [place, at] of asking.entries()) result[at] = roles[place] as TermRole;
  return result;
}

/** "serial number", "opening time": where what is asked for says little, the word before it says what. */
function promoteQualifier(terms: Term[]): void {
  const head = terms.findIndex(({ role }) => role === "head");
  const qualifier = terms[head - 1];
  if (head < 1 || (terms[head] as Term).weight >= WEIGHTS.plain || qualifier?.role !== "adjunct") return;
  if (qualifier.weight >= WEIGHTS.adjunct)
    terms[head - 1] = { ...qualifier, role: "head", weight: Math.max(qualifier.weight, WEIGHTS.plain) };
}

function isContent({ form, folded }: Word, before: Word | undefined, language: Language): boolean {
  // "May" is a month where a capital does not begin the sentence.
  if (form === "May" && before !== undefined) return true;
  if (FUNCTION_WORDS[language].has(folded) || isInstruction(folded, language)) return false;
  if (/^\p{L}$/u.test(folded)) return false;
  return !(language === "en" && before?.folded === "how" && !QUANTITIES.has(folded));
}

/** Behind the auxiliary of a question comes its subject: the last word of the phrase. */
function subjectTerm(words: readonly Word[], content: readonly boolean[], terms: readonly Term[]): number | null {
  const auxiliary = words.findIndex(({ folded }) =>
    /^(?:is|are|was|were|do|does|did|has|have|had|can|may|must|will|should)$/.test(folded),
  );
  let at = words.findIndex((_, place) => place > auxiliary && content[place]);
  if (auxiliary < 0 || at < 0) return null;
  const termAt = (place: number): number =>
    terms.findIndex(({ stem }) => stem === wordStem((words[place] as Word).folded, "en"));
  while (content[at + 1] && (terms[termAt(at + 1)]?.role === "noun" || terms[termAt(at + 1)]?.role === "adjunct"))
    at += 1;
  const index = termAt(at);
  const term = terms[index];
  return term !== undefined && term.role === "noun" && !term.isName && term.weight >= 1 ? index : null;
}

const FOLLOWS_SUBJECT = /^(?:do|does|did|are|is|were|was|can|may|must|have|has|will|should|would|could|to|for)$/;

/** The noun that a number is asked of: the last of its phrase where an auxiliary follows, else the first. */
function countedTerm(
  words: readonly Word[],
  content: readonly boolean[],
  terms: readonly Term[],
  language: Language,
): number | null {
  const many = words.findIndex(({ folded }) =>
    /^(?:many|much|viele?|combien|cuant[ao]s?|number|more|most|fewer|fewest)$/.test(folded),
  );
  let from = content.findIndex((is, at) => at > many && is);
  // "How many can I bring": what is counted was named before.
  if (many < 0 || from < 0 || FOLLOWS_SUBJECT.test(words[many + 1]?.folded ?? "")) return null;
  let to = from;
  while (content[to + 1]) to += 1;
  if (FOLLOWS_SUBJECT.test(words[to + 1]?.folded ?? "")) from = to;
  const stem = wordStem((words[from] as Word).folded, language);
  const index = terms.findIndex((term) => term.stem === stem);
  return index < 0 ? null : index;
}

function startsSentence(text: string, words: readonly Word[], at: number): boolean {
  if (at === 0) return true;
  return /[.!?:]["'”)]*\s*$/.test(text.slice((words[at - 1] as Word).end, (words[at] as Word).start));
}

/** A capital that no start of a sentence explains, or a figure; German writes every noun with one, so there it says nothing. */
function looksNamed(text: string, words: readonly Word[], at: number, language: Language): boolean {
  const { form } = words[at] as Word;
  if (/\p{N}/u.test(form) || /^\p{Lu}{2,}/u.test(form)) return true;
  return /^\p{Lu}/u.test(form) && language !== "de" && !startsSentence(text, words, at);
}

function termOf(
  { form, folded }: Word,
  language: Language,
  { isName, role, asks }: { isName: boolean; role: TermRole; asks: ValueKind | null },
): Term {
  // "who is the contact": behind a determiner it is what is asked for.
  const named = (role === "noun" || role === "head") && (asks === "person" || asks === "place");
  const slight = isLight(folded, language) || LOOSE.has(folded) || (!named && isImplied(folded, asks));
  const weight = slight
    ? WEIGHTS.slight
    : role === "context"
      ? isName
        ? WEIGHTS.adjunct
        : WEIGHTS.context
      : role === "condition" && !isName
        ? WEIGHTS.adjunct
        : isName
          ? WEIGHTS.name
          : role === "adjunct" || form.endsWith("'s")
            ? WEIGHTS.adjunct
            : WEIGHTS.plain;
  // A name does nothing.
  const place: TermRole = isName && role === "act" ? "noun" : role;
  const concepts = isName && !/^\d{1,2}$/.test(form) ? [] : conceptsOf(wordStem(folded, "en")).asks;
  return { form, folded, stem: wordStem(folded, language), concepts, weight, isName, role: place };
}
