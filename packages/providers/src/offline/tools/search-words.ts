import type { Frame } from "../frame/read-frame.js";
import { conceptWords } from "../language/concept-index.js";
import { readQuestion } from "../question/read-question.js";

/** Other words for one of the question's at most, so that they do not outweigh it. */
const OTHER_WORDS = 4;

/** The content words of the assignment as they stand, and then words that documents may use for them. */
export function searchWords(frame: Frame): string {
  const { terms } = readQuestion(frame.assignment, frame.language);
  const words = terms.map(({ form }) => form);
  const others = terms.flatMap(({ concepts, folded }) =>
    concepts.flatMap((group) => conceptWords(group).filter((word) => word !== folded)).slice(0, OTHER_WORDS),
  );
  return [...new Set([...words, ...others])].join(" ") || frame.assignment;
}
