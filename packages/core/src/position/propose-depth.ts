import type { DepthLevel } from "../contract/depth.js";
import type { StlOperation } from "../contract/operation.js";
import { combineSignals, type DepthSignals, depthSignals } from "./depth-signals.js";
import { readRequest } from "./read-request.js";

/** The depth a request asks for, with the signals it comes from. */
export function proposeDepth(
  request: string,
  operations: readonly StlOperation[],
): { depth: DepthLevel; signals: DepthSignals } {
  const read = readRequest(request, {});
  const signals = depthSignals(read, operations);
  return { depth: combineSignals(signals), signals };
}
