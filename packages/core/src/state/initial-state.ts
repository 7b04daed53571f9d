import type { CognitiveStateData } from "../contract/state.js";
import { newGoal } from "./new-goal.js";
import { relay } from "./relay.js";

export interface InitialStateOptions {
  readonly csoId: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  readonly objective: string;
  readonly mode: CognitiveStateData["goalState"]["mode"];
  readonly activeConstraints?: readonly string[];
  /** The state of the turn before; its facts, decisions and what else a relay carries are taken over. */
  readonly prior?: CognitiveStateData;
  /** Key the prior state must be sealed with; without it the prior state is taken as it is. */
  readonly key?: string | Uint8Array;
}

/** The state a run starts folding its events into: empty, or the relay of the turn before (POS-CSO-05). */
export function initialState(options: InitialStateOptions): CognitiveStateData {
  const { prior, activeConstraints = [] } = options;
  if (prior !== undefined) {
    const relayed = relay(prior, options);
    const added = activeConstraints.filter((constraint) => !relayed.activeConstraints.includes(constraint));
    return { ...relayed, activeConstraints: [...relayed.activeConstraints, ...added] };
  }
  return {
    csoId: options.csoId,
    windowNumber: 1,
    priorCsoHash: "",
    createdAt: options.createdAt,
    establishedFacts: [],
    decisions: [],
    openQuestions: [],
    activeConstraints: [...activeConstraints],
    completedOperations: [],
    pendingOperations: [],
    toolObservations: [],
    preventiveHaltHistory: [],
    goalState: newGoal(options),
    dependencyGraph: [],
    verified: false,
  };
}
