import { StateError } from "../contract/error.js";
import type { CognitiveStateData } from "../contract/state.js";
import { boundRelay } from "./bound-relay.js";
import { newGoal } from "./new-goal.js";
import { type SealKey, verifyCso } from "./seal.js";

export interface RelayOptions {
  readonly csoId: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  readonly objective: string;
  readonly mode: CognitiveStateData["goalState"]["mode"];
  /** The key the prior state must be sealed with. Without it the prior state is taken as it is. */
  readonly key?: SealKey;
}

/**
 * The state a turn starts with after `prior`: the next window, chained to the prior seal, carrying facts, decisions,
 * questions, constraints, references to observations, halts, the graph and what is still to do. Throws `StateError`
 * when `prior` does not carry a valid seal of `key`.
 */
export function relay(prior: CognitiveStateData, options: RelayOptions): CognitiveStateData {
  // POS-CSO-05: a state that fails verification leaves nothing to the next turn.
  if (options.key !== undefined && !verifyCso(prior, options.key)) {
    throw new StateError(
      "state_invalid",
      prior.csoHmac === undefined
        ? "The prior state is not sealed, and a key was given to check it with."
        : "The prior state does not match its seal.",
    );
  }
  return boundRelay({
    csoId: options.csoId,
    windowNumber: prior.windowNumber + 1,
    priorCsoHash: prior.csoHmac ?? "",
    createdAt: options.createdAt,
    establishedFacts: prior.establishedFacts,
    decisions: prior.decisions,
    openQuestions: prior.openQuestions,
    activeConstraints: prior.activeConstraints,
    completedOperations: [],
    pendingOperations: prior.pendingOperations.map((reference) => ({
      ...reference,
      stepId: carriedStepId(reference.stepId, prior.windowNumber),
    })),
    // The fact holds what the tool said; the observation says where the rest of it is.
    toolObservations: prior.toolObservations.map((observation) =>
      observation.payloadSummary === "" ? observation : { ...observation, payloadSummary: "" },
    ),
    preventiveHaltHistory: prior.preventiveHaltHistory,
    goalState: newGoal(options),
    dependencyGraph: prior.dependencyGraph,
    ...(prior.recordHead === undefined ? {} : { recordHead: prior.recordHead }),
    verified: false,
  });
}

/** Step ids count from `s1` in every run: a carried one says of which turn it is. */
function carriedStepId(stepId: string, windowNumber: number): string {
  return isCarriedStep(stepId) ? stepId : `w${windowNumber}/${stepId}`;
}

/** True for the id of a step that an earlier turn left. */
export function isCarriedStep(stepId: string): boolean {
  return stepId.includes("/");
}
