import {
  DEPTH_LEVELS,
  type DepthLevel,
  type DepthMetadata,
  MAX_RENEGOTIATIONS,
  RENEGOTIATION_REASONS,
  type RenegotiationReason,
} from "../contract/depth.js";
import type { StlOperation } from "../contract/operation.js";
import { type DepthReading, proposeDepth } from "./propose-depth.js";

/** State of a negotiation that has begun, and how the request is read. */
export interface NegotiationOptions extends DepthReading {
  /** Depth in force; absent for a first proposal. */
  readonly currentDepth?: DepthLevel;
  /** Renegotiations so far, an integer ≥ 0. */
  readonly renegotiationCount?: number;
}

/**
 * Proposes how far to take a request: its depth and why (POS-DEP-01). With a depth in force and two renegotiations
 * behind, nothing changes.
 */
export function negotiateDepth(
  request: string,
  operations: readonly StlOperation[],
  options: NegotiationOptions = {},
): [DepthLevel, DepthMetadata] {
  const { currentDepth, renegotiationCount = 0, ...reading } = options;
  if (currentDepth !== undefined && renegotiationCount >= MAX_RENEGOTIATIONS) {
    return [currentDepth, { renegotiated: false, renegotiationCount, reason: "max-renegotiations-reached" }];
  }
  const { depth, signals } = proposeDepth(request, operations, reading);
  if (currentDepth === undefined) {
    return [depth, { renegotiated: false, renegotiationCount, reason: "initial-proposal", signals }];
  }
  if (currentDepth === depth)
    return [depth, { renegotiated: false, renegotiationCount, reason: "renegotiation", signals }];
  const direction = DEPTH_LEVELS.indexOf(depth) > DEPTH_LEVELS.indexOf(currentDepth) ? "deepen" : "shallow";
  return [
    depth,
    { renegotiated: true, renegotiationCount: renegotiationCount + 1, reason: "renegotiation", direction, signals },
  ];
}

const CHANGE: Readonly<Record<RenegotiationReason, 1 | -1>> = {
  "unresolved-complexity": 1,
  "contradiction-found": 1,
  "goal-divergence": 1,
  "high-confidence-fast": -1,
  "simpler-than-expected": -1,
};

/** Moves a depth one level for a reason of `RENEGOTIATION_REASONS`; any other reason changes nothing (POS-DEP-05). */
export function renegotiateDepth(
  currentDepth: DepthLevel,
  reason: string,
  options: { readonly renegotiationCount?: number } = {},
): [DepthLevel, DepthMetadata] {
  const { renegotiationCount = 0 } = options;
  // POS-DEP-07: the number of renegotiations is a limit
  if (renegotiationCount >= MAX_RENEGOTIATIONS) {
    return [currentDepth, { renegotiated: false, renegotiationCount, reason: "capped" }];
  }
  if (!isReason(reason)) return [currentDepth, { renegotiated: false, renegotiationCount, reason: "renegotiation" }];
  const change = CHANGE[reason];
  const next = DEPTH_LEVELS[DEPTH_LEVELS.indexOf(currentDepth) + change];
  // POS-DEP-05: there is nothing below D1 and nothing above D5
  if (next === undefined) return [currentDepth, { renegotiated: false, renegotiationCount, reason: "saturated" }];
  return [
    next,
    {
      renegotiated: true,
      renegotiationCount: renegotiationCount + 1,
      reason: "renegotiation",
      direction: change > 0 ? "deepen" : "shallow",
    },
  ];
}

function isReason(reason: string): reason is RenegotiationReason {
  return (RENEGOTIATION_REASONS as readonly string[]).includes(reason);
}
