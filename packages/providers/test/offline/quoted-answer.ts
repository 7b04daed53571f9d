import type { GivenAnswer } from "../questions/score-answers.js";

/** A source mark of the model: the path of a document, with or without lines, in brackets. */
const MARK = / ?\[([^[\]\n]+?)(?::\d+-\d+)?\]/g;

/** An answer without its source marks, and the documents they name. */
export function quotedAnswer(text: string, isDocument: (path: string) => boolean): GivenAnswer {
  const sourceIds = new Set<string>();
  const plain = text.replace(MARK, (mark, path: string) => {
    if (!isDocument(path)) return mark;
    sourceIds.add(path);
    return "";
  });
  return { text: plain, sourceIds: [...sourceIds] };
}
