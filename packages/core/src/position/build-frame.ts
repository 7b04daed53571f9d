import type { DepthLevel } from "../contract/depth.js";
import type { FrameFact } from "../contract/frame.js";
import type { StlOperation } from "../contract/operation.js";
import type { ContextFact } from "../contract/state.js";
import { buildGoalCompass } from "./build-compass.js";
import { FactIndex } from "./fact-index.js";
import type { GoalCompass } from "./goal-compass.js";
import type { OperationFrame } from "./operation-frame.js";
import { OPERATION_TEXTS } from "./operation-texts.js";
import { readRequestedForm } from "./requested-form.js";
import { instructionOf } from "./split-request.js";
import { buildStepFrame } from "./step-frame.js";

export interface BuildFrameOptions {
  /** Statements to choose from; the operation's limit applies (POS-FRM-03). */
  readonly contextFacts?: readonly ContextFact[];
  /** D3 when absent. */
  readonly depth?: DepthLevel;
  /** Made from the request when absent. */
  readonly goalCompass?: GoalCompass;
  /** The model's window in tokens, 8,192 when absent: how much of it a large request may take. */
  readonly contextWindow?: number;
}

/** Window of a model about which nothing is known (POS-BUD-10). */
const DEFAULT_WINDOW = 8192;

/**
 * A frame for one operation outside a run: the whole request, the facts that bear on it, and the operation's own test
 * and form. Pure; the same arguments make the same prompt.
 */
export function buildOperationFrame(
  operation: StlOperation,
  userRequest: string,
  options: BuildFrameOptions = {},
): OperationFrame {
  const goalCompass = options.goalCompass ?? buildGoalCompass(operation, userRequest);
  const instruction = instructionOf(userRequest);
  const step = {
    id: "s1",
    operation,
    assignment: `${OPERATION_TEXTS[operation].task} Do it for what REQUEST asks, and leave its other parts alone.`,
    dependsOn: [],
    deliverable: true,
    implied: false,
    evidence: [],
  };
  const index = new FactIndex();
  for (const [at, fact] of (options.contextFacts ?? []).entries()) index.add(frameFact(fact, at + 1));
  return buildStepFrame({
    step,
    stepIndex: 0,
    stepCount: 1,
    plan: [],
    request: userRequest,
    depth: options.depth ?? "D3",
    goalCompass,
    windowTokens: options.contextWindow ?? DEFAULT_WINDOW,
    stateSlice: "",
    facts: index.choose(operation, `${instruction}\n${goalCompass.ultimateGoal}`),
    derived: [],
    observations: [],
    successTest: OPERATION_TEXTS[operation].successTest,
    form: readRequestedForm(userRequest),
  });
}

function frameFact(fact: ContextFact, number: number): FrameFact {
  const reference = `context:${number}`;
  return typeof fact === "string"
    ? { factId: `f${number}`, statement: fact, provenance: "CKF", provenanceRef: reference }
    : { factId: `f${number}`, statement: fact.statement, provenance: "CKF", provenanceRef: fact.source ?? reference };
}
