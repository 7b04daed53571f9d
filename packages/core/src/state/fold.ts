import type { RunEvent } from "../contract/event.js";
import type { CognitiveStateData } from "../contract/state.js";
import { StateFold } from "./state-fold.js";

/** The fold that made a state, as long as nobody went on from it: going on costs the event, not the state. */
const makers = new WeakMap<CognitiveStateData, StateFold>();

/**
 * One step of `events.reduce(fold, initialState(…))`. Pure: neither argument is changed, equal arguments give equal
 * results. An event that says nothing about the state returns the state itself.
 */
export function fold(state: CognitiveStateData, event: RunEvent): CognitiveStateData {
  const maker = makers.get(state) ?? new StateFold(state);
  makers.delete(state);
  // POS-CSO-04: the state is a function of the events.
  const next = maker.add(event).snapshot();
  makers.set(next, maker);
  return next;
}
