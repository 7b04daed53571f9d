import type { PlannedOperation, StlOperation } from "../../../src/contract/operation.js";
import { buildGoalCompass } from "../../../src/position/build-compass.js";
import type { StepFrameInput } from "../../../src/position/step-frame.js";

/** A planned step with nothing special about it. */
export function plannedStep(
  operation: StlOperation,
  assignment: string,
  more: Partial<PlannedOperation> = {},
): PlannedOperation {
  return { id: "s1", operation, assignment, dependsOn: [], deliverable: true, implied: false, evidence: [], ...more };
}

/** Input of a step frame with every section filled that is not left out in `more`. */
export function frameInput(more: Partial<StepFrameInput> = {}): StepFrameInput {
  const request = more.request ?? "Compare the two ferries and say which is faster.";
  const step = more.step ?? plannedStep("COMPARE", request);
  return {
    step,
    stepIndex: 0,
    stepCount: 1,
    plan: [step],
    request,
    depth: "D3",
    goalCompass: buildGoalCompass(step.operation, request),
    windowTokens: 8192,
    stateSlice: "objective: compare ferries",
    facts: [
      { factId: "f1", statement: "Ferry A takes 40 minutes.", provenance: "CKF", provenanceRef: "timetable.md" },
      { factId: "f2", statement: "Ferry B takes 35 minutes.", provenance: "TOOL", provenanceRef: "call:c0" },
    ],
    derived: [{ stepId: "s0", operation: "RETRIEVE", text: "Both run daily." }],
    observations: [
      { callId: "c1", capabilityId: "lookup", argumentsText: '{"q":"ferry"}', outcome: "ok", summary: "2 ferries" },
    ],
    feedback: ["Name both ferries."],
    successTest: "Both ferries appear.",
    form: { kind: "prose" },
    continuation: { documentMap: "done: Speed\ncurrent: Price", lastText: "The price of", wordCount: 120 },
    toolsText: "lookup: finds ferries",
    ...more,
  };
}
