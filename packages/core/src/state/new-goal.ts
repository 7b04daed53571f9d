import type { CognitiveStateData } from "../contract/state.js";
import { clipText, STATE_TEXT_LIMITS } from "./clip-text.js";

type GoalState = CognitiveStateData["goalState"];

/** The goal of a turn that begins: nothing is planned and nothing done. The objective is cut to its limit. */
export function newGoal({ mode, objective }: Pick<GoalState, "mode" | "objective">): GoalState {
  return {
    mode,
    objective: clipText(objective, STATE_TEXT_LIMITS.objective),
    remaining: [],
    successTest: "",
    completion: 0,
  };
}
