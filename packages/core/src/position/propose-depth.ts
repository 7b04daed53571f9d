import { DEPTH_LEVELS, type DepthLevel } from "../contract/depth.js";
import type { StlOperation } from "../contract/operation.js";
import { combineSignals, type DepthSignals, depthSignals } from "./depth-signals.js";
import { draftSteps } from "./draft-steps.js";
import { type ReadRequest, readRequest } from "./read-request.js";
import { requestFeatures } from "./statistical/request-features.js";
import { shippedModel } from "./statistical/shipped-model.js";
import type { StatisticalModel } from "./statistical/statistical-model.js";

/** A depth with the signals it comes from. */
export interface DepthProposal {
  readonly depth: DepthLevel;
  readonly signals: DepthSignals;
}

/** The depth a request asks for, with the signals it comes from. */
export function proposeDepth(request: string, operations: readonly StlOperation[]): DepthProposal {
  return proposeDepthFor(readRequest(request, {}), operations, shippedModel);
}

/** The same of a request already read; with `model` null by rule alone. */
export function proposeDepthFor(
  read: ReadRequest,
  operations: readonly StlOperation[],
  model: StatisticalModel | null,
): DepthProposal {
  const signals = depthSignals(read, operations);
  const learnt = model === null || !isPlain(signals) ? null : learntBase(read, operations, model);
  if (learnt !== null) signals.base = { value: learnt, evidence: [] };
  return { depth: combineSignals(signals), signals };
}

/** Nothing in the request speaks of depth: how its kind is usually taken may. */
function isPlain(signals: DepthSignals): boolean {
  return signals.explicit === undefined && signals.stakes === undefined && signals.scope === undefined;
}

/** Requests of few words say too little to depart from the characteristic depth. */
const FEWEST_WORDS = 0;

function learntBase(
  read: ReadRequest,
  operations: readonly StlOperation[],
  model: StatisticalModel,
): DepthLevel | null {
  if (operations.length === 0 || read.lexicon.tables[0]?.language !== "en" || read.tokens.length < FEWEST_WORDS)
    return null;
  const { depth, known } = model.read(requestFeatures(read, draftSteps(read.tokens, read.reading)));
  if (known === 0) return null;
  let best: DepthLevel = "D1";
  for (const level of DEPTH_LEVELS) if (depth[level] > depth[best]) best = level;
  return best;
}
