import { sha256Digest } from "../contract/digest.js";
import type { CognitiveStateData } from "../contract/state.js";
import { CognitiveStateObject } from "../state/cognitive-state-object.js";
import { initialState } from "../state/initial-state.js";
import { repairFrom } from "../state/preservation.js";
import type { RunOptions } from "./run-options.js";

export interface StartingState {
  readonly state: CognitiveStateData;
  /** How much of the prior facts the new turn begins with; null in a first turn (POS-CSO-05). */
  readonly preservation: { readonly score: number; readonly repaired: number } | null;
}

/** The state a run begins with: empty, or the relay of `priorCso`, checked against its seal and preserved whole. */
export function startingState(
  options: RunOptions,
  run: {
    readonly runId: string;
    readonly request: string;
    readonly at: string;
    /** Whether the run was given tools when it began, whatever there is of them now. */
    readonly hasTools: boolean;
  },
): StartingState {
  const prior = priorState(options.priorCso);
  const state = initialState({
    csoId: csoIdOf(run.runId),
    createdAt: run.at,
    objective: run.request,
    mode: run.hasTools ? "AGENTIC" : prior === null ? "DOCUMENT" : "CONVERSATION",
    ...(prior === null ? {} : { prior }),
    ...(options.hmacKey === undefined || prior === null ? {} : { key: options.hmacKey }),
  });
  if (prior === null) return { state, preservation: null };
  const { data, report } = repairFrom(state, prior);
  return { state: data, preservation: { score: report.score, repaired: report.repaired } };
}

function priorState(prior: RunOptions["priorCso"]): CognitiveStateData | null {
  if (prior === undefined) return null;
  if (prior instanceof CognitiveStateObject) return prior.data;
  // A journalled prior state comes back as public JSON.
  return "cso_id" in prior ? CognitiveStateObject.fromJson(prior).data : (prior as CognitiveStateData);
}

/** A UUID that follows from the run's id, so that a replay has the same one. */
function csoIdOf(runId: string): string {
  const hex = sha256Digest(`cso/${runId}`).slice("sha256:".length);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
