import { OPERATION_STATES, type OperationState } from "../contract/event.js";

/** What the guards of the lifecycle look at, as it stands when an edge is about to be taken. */
export interface TransitionFacts {
  /** A step is left to begin, and this lane may begin one. */
  readonly stepLeft: boolean;
  /** Tool calls of the current step that have ended. */
  readonly callsMade: number;
  readonly maxCalls: number;
  /** Every lane that began a step has verified it. */
  readonly groupVerified: boolean;
  /** All steps before this lane's step are integrated. */
  readonly nextInPlan: boolean;
  /** This is lane 0, no lane is under way, and every kept step is integrated. */
  readonly planDone: boolean;
}

/** Conditions beside the edge itself; pure functions of the facts. */
export const TRANSITION_GUARDS = {
  // POS-LIF-05: a position past the end of the plan does not exist.
  stepLeft: (facts: TransitionFacts) => facts.stepLeft,
  callsLeft: (facts: TransitionFacts) => facts.callsMade < facts.maxCalls,
  // POS-LIF-07: lanes wait for their group and integrate in plan order.
  integrationTurn: (facts: TransitionFacts) => facts.groupVerified && facts.nextInPlan,
  // POS-LIF-05: completion needs every kept step integrated.
  planDone: (facts: TransitionFacts) => facts.planDone,
} as const;
export type TransitionGuard = keyof typeof TRANSITION_GUARDS;

/** One edge of the lifecycle. */
export interface TransitionEdge {
  readonly from: OperationState;
  readonly to: OperationState;
  readonly guard?: TransitionGuard;
}

// POS-LIF-01: the whole lifecycle; the state machine and `InvalidTransition.allowed` are made from this table.
export const TRANSITIONS: readonly TransitionEdge[] = [
  { from: "INTENT_CLASSIFIED", to: "OPERATION_POSITIONED", guard: "stepLeft" },
  { from: "INTENT_CLASSIFIED", to: "HALTED" },
  { from: "OPERATION_POSITIONED", to: "TOOL_SELECTED", guard: "callsLeft" },
  { from: "OPERATION_POSITIONED", to: "OPERATION_VERIFIED" },
  { from: "OPERATION_POSITIONED", to: "HALTED" },
  { from: "TOOL_SELECTED", to: "TOOL_EXECUTED" },
  { from: "TOOL_SELECTED", to: "HALTED" },
  // The additive edge: a further call of the same step.
  { from: "TOOL_EXECUTED", to: "TOOL_SELECTED", guard: "callsLeft" },
  { from: "TOOL_EXECUTED", to: "OPERATION_VERIFIED" },
  { from: "TOOL_EXECUTED", to: "HALTED" },
  { from: "OPERATION_VERIFIED", to: "INTEGRATED", guard: "integrationTurn" },
  { from: "OPERATION_VERIFIED", to: "HALTED" },
  { from: "INTEGRATED", to: "OPERATION_POSITIONED", guard: "stepLeft" },
  { from: "INTEGRATED", to: "COMPLETE", guard: "planDone" },
  { from: "INTEGRATED", to: "HALTED" },
];

/** The edges that leave each state; COMPLETE and HALTED have none. */
export const EDGES_FROM: Readonly<Record<OperationState, readonly TransitionEdge[]>> = Object.fromEntries(
  OPERATION_STATES.map((state) => [state, TRANSITIONS.filter((edge) => edge.from === state)]),
) as unknown as Record<OperationState, readonly TransitionEdge[]>;
