import type { ProofQuestion } from "../questions/proof-set.js";

/**
 * A question that the documents answer. A comparison, and one that rests on several documents, asks for all of its key
 * facts; any other is answered by one of them.
 */
export function answerable(
  form: string,
  question: string,
  source: string | readonly string[],
  ...keyFacts: readonly string[]
): ProofQuestion {
  const sources = typeof source === "string" ? [source] : source;
  const require = typeof source === "string" && form !== "comparison" ? "any" : "all";
  return { id: question, kind: "answerable", form, question, keyFacts, require, sources };
}

/** A question that the documents do not answer, however near they come. */
export function unanswerable(form: string, question: string): ProofQuestion {
  return { id: question, kind: "unanswerable", form, question, keyFacts: [], require: "any", sources: [] };
}
