import type { RequestClassifier } from "@pelorus/core";

/** A classifier that answers with one step per assignment, in order; what they ask of tools is all that matters. */
export function planOf(...assignments: string[]): RequestClassifier {
  return {
    name: "fixed",
    classify: () => ({
      steps: assignments.map((assignment, index) => ({
        id: `s${index + 1}`,
        operation: "GENERATE",
        assignment,
        dependsOn: [],
        deliverable: index === assignments.length - 1,
        implied: false,
        evidence: [],
      })),
      operations: ["GENERATE"],
      evidence: [],
      language: "en",
      confidence: 1,
      divergence: 0,
    }),
  };
}
