import type { Classification, ClassificationContext, RequestClassifier } from "../contract/operation.js";
import { type ClassifyOptions, classifyRequest } from "./classify-request.js";

/** A classifier that answers at once. */
export interface LexicalClassifier extends RequestClassifier {
  classify(request: string, context: ClassificationContext): Classification;
}

/** The built-in classifier behind the interface of all classifiers: no model, no waiting. */
export function lexicalClassifier(
  options: Pick<ClassifyOptions, "language" | "cueTables" | "statistical"> = {},
): LexicalClassifier {
  return {
    name: "lexical",
    classify: (request, context) =>
      classifyRequest(request, {
        ...options,
        facts: context.facts,
        ...(context.hasPriorState ? { priorCso: true } : {}),
      }),
  };
}
