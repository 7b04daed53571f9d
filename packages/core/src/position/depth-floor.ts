import { DEPTH_LEVELS, type DepthLevel, type DepthMetadata } from "../contract/depth.js";
import type { StlOperation } from "../contract/operation.js";
import { depthForPlan } from "./depth-for-plan.js";
import { type DepthReading, proposeDepth } from "./propose-depth.js";

const NO_OPERATIONS: readonly StlOperation[] = [];

/**
 * The depth a run may not go below: an explicit deep cue, the floor of stakes (D2), or the row that holds the stated
 * steps that remain. Signals come from the metadata of the proposal; a caller who has none is served from the request.
 */
// POS-DEP-06: confidence never undercuts what was asked for, what is at stake, or what is still to do
export function depthFloor(
  request: string,
  metadata: DepthMetadata,
  remainingStatedSteps: number,
  reading: DepthReading = {},
): DepthLevel {
  const signals = metadata.signals ?? proposeDepth(request, NO_OPERATIONS, reading).signals;
  let floor: DepthLevel = "D1";
  const explicit = signals.explicit?.value;
  if (typeof explicit === "string") floor = explicit;
  if (signals.stakes !== undefined && DEPTH_LEVELS.indexOf(floor) < 1) floor = "D2";
  return depthForPlan(floor, remainingStatedSteps);
}
