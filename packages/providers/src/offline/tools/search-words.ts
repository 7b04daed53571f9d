import type { Frame } from "../frame/read-frame.js";
import { conceptWords } from "../language/concept-index.js";
import { itemDocuments } from "../operations/item-documents.js";
import { asksForChoice } from "../operations/recommend.js";
import { comparedItems } from "../question/compared-items.js";
import { readQuestion } from "../question/read-question.js";

const DECIDING = "rule choose decision decided vote";
/** Other words for one of the question's at most, so that they do not outweigh it. */
const OTHER_WORDS = 4;

/**
 * What to look for, the most telling first: the words of the assignment with others that documents may use for them; where
 * things are compared, each of them by itself.
 */
export function searchQueries(frame: Frame): string[] {
  const { assignment, request, language, passages } = frame;
  const text = `${assignment}\n${request}`;
  const base = searchWords(frame);
  // What speaks for a choice is a rule; what speaks against making it is that somebody else has yet to decide.
  const queries = [asksForChoice(assignment) ? `${base} ${DECIDING}` : base];
  if (frame.operation === "COMPARE" || asksForChoice(text)) {
    const items = itemDocuments(text, language, passages).map(({ names }) => names.join(" "));
    queries.push(...(items.length > 0 ? items : (comparedItems(assignment)?.names ?? [])));
  }
  return [...new Set(queries)];
}

/** The content words of the assignment as they stand, and then words that documents may use for them. */
function searchWords({ assignment, language }: Frame): string {
  const { terms } = readQuestion(assignment, language);
  const words = terms.map(({ form }) => form);
  const others = terms.flatMap(({ concepts, folded }) =>
    concepts.flatMap((group) => conceptWords(group).filter((word) => word !== folded)).slice(0, OTHER_WORDS),
  );
  return [...new Set([...words, ...others])].join(" ") || assignment;
}
