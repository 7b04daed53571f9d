import { chainedQuestions } from "../answer/answer-chain.js";
import type { Frame } from "../frame/read-frame.js";
import { conceptWords } from "../language/concept-index.js";
import { itemDocuments } from "../operations/item-documents.js";
import { asksForChoice } from "../operations/recommend.js";
import { comparedItems } from "../question/compared-items.js";
import type { Term } from "../question/question.js";
import { severalQuestions } from "../question/question-zones.js";
import { readQuestion } from "../question/read-question.js";

const DECIDING = "rule choose decision decided vote";
/** Questions with a found name in place of a clause that are looked for at most. */
const MOST_CHAINED = 2;
/** Other words for one of the question's at most, so that they do not outweigh it. */
const OTHER_WORDS = 4;

/**
 * What to look for, the most telling first: the words of the assignment with others that documents may use for them; where
 * things are compared, each of them by itself.
 */
export function searchQueries(frame: Frame): string[] {
  const { assignment, request, language, passages } = frame;
  const text = `${assignment}\n${request}`;
  const { terms } = readQuestion(assignment, language);
  const base = wordsFor(terms) || assignment;
  // What speaks for a choice is a rule; what speaks against making it is that somebody else has yet to decide.
  const queries = [asksForChoice(assignment) ? `${base} ${DECIDING}` : base];
  // Of several questions each is looked for by its own words.
  queries.push(...severalQuestions(assignment).map((question) => wordsFor(readQuestion(question, language).terms)));
  const chained = chainedQuestions(assignment, language, passages).slice(0, MOST_CHAINED);
  queries.push(...chained.map((question) => wordsFor(readQuestion(question, language).terms)));
  // A long story around the question may outweigh it; without that, and without the question, other passages are found.
  const told = terms.filter(({ role }) => role === "context" || role === "condition");
  if (told.length > 0) {
    queries.push(wordsFor(terms.filter((term) => !told.includes(term))), wordsFor(told));
  }
  if (frame.operation === "COMPARE" || asksForChoice(text)) {
    const items = itemDocuments(text, language, passages).map(({ names }) => names.join(" "));
    queries.push(...(items.length > 0 ? items : (comparedItems(assignment)?.names ?? [])));
  }
  return [...new Set(queries)].filter((query) => query !== "");
}

/** Words as they stand, and then words that documents may use for them. */
function wordsFor(terms: readonly Term[]): string {
  const words = terms.map(({ form }) => form);
  const others = terms.flatMap(({ concepts, folded }) =>
    concepts.flatMap((group) => conceptWords(group).filter((word) => word !== folded)).slice(0, OTHER_WORDS),
  );
  return [...new Set([...words, ...others])].join(" ");
}
