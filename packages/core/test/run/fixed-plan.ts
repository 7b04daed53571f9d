import type { PlannedOperation, RequestClassifier, StlOperation } from "@pelorus/core";

/** A classifier that answers with one plan: `["RETRIEVE", []]` is a step and the steps it needs, by number from 1. */
export function fixedPlan(steps: readonly (readonly [StlOperation, readonly number[]])[]): RequestClassifier {
  return {
    name: "fixed",
    classify(request) {
      const planned: PlannedOperation[] = steps.map(([operation, dependsOn], index) => ({
        id: `s${index + 1}`,
        operation,
        assignment: `${operation.toLowerCase()} part ${index + 1} of: ${request}`,
        dependsOn: dependsOn.map((number) => `s${number}`),
        deliverable: index === steps.length - 1,
        implied: false,
        evidence: [],
      }));
      return {
        steps: planned,
        operations: [...new Set(planned.map((step) => step.operation))],
        evidence: [],
        language: "en",
        confidence: 1,
        divergence: 0,
      };
    },
  };
}
