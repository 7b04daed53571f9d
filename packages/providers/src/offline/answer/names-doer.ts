import { FUNCTION_WORDS } from "../language/function-words.js";
import type { Question } from "../question/question.js";
import { wordsOf } from "../text/words.js";
import { presence, wordBag } from "./coverage.js";

/** From here on a word is the verb of the question. */
const IS_ACT = 0.6;
const BY =
  /\b(?:by|von|durch|par|por)\s(?:(?:the|an?|our|its|their|der|dem|die|le|la|el|una?)\s)?(\p{L}{3,}(?:['’]s)?(?:\s\p{L}{3,})?)/giu;
/** Subjects that are nobody. */
const NOBODY = /^(?:it|this|that|there|what|which|who)$/;
/** Times, places and means stand behind "by" as well. */
const NO_DOER =
  /^(?:hand|post|phone|telephone|email|mail|online|card|cash|train|bus|car|boat|default|noon|midnight|then|now|means|way|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|the|end)$/iu;

/** Whether a text names who does what a question asks "who" of: behind "by", or as the subject of its verb. Linear. */
export function namesDoer({ terms, language }: Question, text: string): boolean {
  const act = terms.find(({ role }) => role === "act");
  const known = (word: string): boolean => terms.some(({ folded }) => folded === word);
  for (const [, agent = ""] of text.matchAll(BY)) {
    const words = wordsOf(agent).filter(({ folded }) => !NO_DOER.test(folded) && !known(folded));
    if (words.length > 0 && act !== undefined && presence(act, wordBag(text, language)) >= IS_ACT) return true;
  }
  if (act === undefined) return false;
  const words = wordsOf(text);
  const at = words.findIndex(({ folded }) => presence(act, wordBag(folded, language)) >= IS_ACT);
  if (at < 1) return false;
  // "… is cleared" has what it is done to before the verb.
  if (words.slice(Math.max(0, at - 3), at).some(({ folded }) => /^(?:is|are|was|were|be|been|being)$/.test(folded)))
    return false;
  return words
    .slice(Math.max(0, at - 4), at)
    .some(
      ({ folded }) =>
        folded.length > 2 && !FUNCTION_WORDS[language].has(folded) && !NOBODY.test(folded) && !known(folded),
    );
}
