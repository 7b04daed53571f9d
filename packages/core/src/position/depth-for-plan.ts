import { DEPTH_BUDGETS, DEPTH_LEVELS, type DepthLevel } from "../contract/depth.js";

/**
 * The depth a plan gets: the proposed one, or the first row of the budget that holds the steps the user stated. More
 * steps than any row holds give D5; a stated step is never dropped for depth.
 */
export function depthForPlan(proposed: DepthLevel, statedSteps: number): DepthLevel {
  // POS-DEP-04: stated steps raise the depth to the first row that holds them
  const holds = DEPTH_LEVELS.find((level) => DEPTH_BUDGETS[level].operations >= statedSteps) ?? "D5";
  return DEPTH_LEVELS.indexOf(holds) > DEPTH_LEVELS.indexOf(proposed) ? holds : proposed;
}
