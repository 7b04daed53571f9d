import type { Language } from "../language/function-words.js";
import type { Word } from "../text/words.js";
import { englishRoles } from "./english-roles.js";
import type { TermRole } from "./question.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words before a noun phrase. */
const BEFORE_NOUN: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    "the a an this that these those my our your his her its their each every any no of for in on at from with by about during per is are was were do does did can may must will should",
  ),
  de: words(
    "der die das den dem des ein eine einen einem einer eines im am zum zur beim vom ins mit von fur in an auf bei",
  ),
  fr: words(
    "le la les l un une des du de d au aux ce cette ces son sa ses mon ma mes leur notre votre en dans sur pour",
  ),
  es: words("el la los las un una unos unas del de al su sus mi mis este esta estos estas en con por para"),
};
const AUXILIARY =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|may|must|will|should|be|been|wird|werden|wurde|wurden|ist|sind|war|hat|darf|kann|muss|est|sont|es|son|esta|estan)$/;
const QUESTION_WORD =
  /^(?:who|whom|whose|what|which|when|where|why|how|wer|wem|wen|was|wann|wo|warum|weshalb|wieso|wie|welche[rsnm]?|qui|que|quoi|quand|ou|pourquoi|combien|comment|quel|quelle|quels|quelles|quien|quienes|cual|cuales|cuando|donde|como|cuanto|cuanta|cuantos|cuantas)$/;

/** Adjacent content words. */
interface Run {
  /** First word. */
  readonly from: number;
  /** Last word, included. */
  readonly to: number;
}

/**
 * What each content word is in its question, from the order of words alone. Adjacent content words are a phrase, of which
 * the last is what the others qualify. A phrase that follows the question word says what is asked for; behind an
 * auxiliary come the thing and what is done with it.
 */
export function termRoles(
  text: readonly Word[],
  content: readonly boolean[],
  language: Language,
  isName: (at: number) => boolean,
): TermRole[] {
  if (language === "en") return englishRoles(text, content, isName);
  const roles: TermRole[] = text.map(() => "rest");
  const runs = runsOf(content, isName);
  for (const { from, to } of runs) {
    if (from === 0 || !(content[from - 1] || BEFORE_NOUN[language].has((text[from - 1] as Word).folded))) continue;
    roles.fill("adjunct", from, to);
    roles[to] = "noun";
  }
  const folded = (at: number): string => text[at]?.folded ?? "";
  const asked = text.findIndex((word) => QUESTION_WORD.test(word.folded));
  const auxiliary = text.findIndex((word, at) => at >= asked && AUXILIARY.test(word.folded));
  const phrase = runs.find(({ from }) => from > asked && (auxiliary < 0 || from < auxiliary));
  if (asked >= 0 && phrase !== undefined)
    markAsked(roles, phrase, folded(asked), AUXILIARY.test(folded(phrase.to + 1)));
  const subject = auxiliary < 0 ? undefined : runs.find(({ from }) => from > auxiliary);
  if (subject === undefined) return roles;
  const names = asked >= 0 && phrase === undefined && NAMES_THING.test(folded(asked)) && IS.test(folded(auxiliary));
  if (names) markPhrase(roles, subject, "head");
  else if (subject.to > subject.from && !AUXILIARY.test(folded(subject.to + 1))) markPhrase(roles, subject, "act");
  else markLast(roles, runs.at(-1) as Run, subject, folded);
  return roles;
}

/** Question words after which "is" names a thing: "what is the fare", "who is the cook". */
const NAMES_THING = /^(?:what|who|which|wer|was|welche[rsnm]?|qui|quel|quelle|quels|quelles|quien|cual|cuales)$/;
const IS = /^(?:is|are|was|were|be|ist|sind|war|waren|est|sont|es|son|era)$/;

/** A name begins a phrase of its own: "setting up Larkspur Gate". */
function runsOf(content: readonly boolean[], isName: (at: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < content.length; from++) {
    if (!content[from]) continue;
    let to = from;
    while (content[to + 1] && (isName(to) || !isName(to + 1))) to += 1;
    runs.push({ from, to });
    from = to;
  }
  return runs;
}

/** "which wind speed does …": the last word is asked for; "which firm collects …": the first, and the next is what it does. */
function markAsked(roles: TermRole[], { from, to }: Run, questionWord: string, beforeAuxiliary: boolean): void {
  if (/^(?:who|whom|wer|wem|wen|qui|quien|quienes)$/.test(questionWord)) {
    roles.fill("noun", from, to + 1);
    roles[from] = "act";
  } else if (beforeAuxiliary || from === to) {
    roles.fill("adjunct", from, to);
    roles[to] = "head";
  } else {
    roles.fill("noun", from, to + 1);
    roles[from] = "head";
    roles[from + 1] = "act";
  }
}

function markPhrase(roles: TermRole[], { from, to }: Run, last: TermRole): void {
  roles.fill("adjunct", from, to);
  if (last === "act" && to > from) roles[to - 1] = "noun";
  roles[to] = last;
}

/** "was the grating on the landing exchanged": what is done stands at the end, behind the last noun or an auxiliary. */
function markLast(roles: TermRole[], last: Run, subject: Run, folded: (at: number) => string): void {
  if (roles[subject.to] === "rest") roles[subject.to] = "noun";
  if (last.to > last.from) markPhrase(roles, last, "act");
  else if (last !== subject && /^(?:be|been|to|not|ever|first)$/.test(folded(last.from - 1))) roles[last.to] = "act";
}
