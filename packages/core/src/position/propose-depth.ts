import { DEPTH_LEVELS, type DepthLevel } from "../contract/depth.js";
import type { StlOperation } from "../contract/operation.js";
import type { CueTable } from "./cue-tables/cue-table.js";
import { baseDepth, combineSignals, type DepthSignals, depthSignals } from "./depth-signals.js";
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

/** How a request is read for its depth: by the tables that also classify it. */
export interface DepthReading {
  /** BCP 47 tag of the request's language; absent: it is recognised. */
  readonly language?: string;
  /** Tables beside the built-in ones, or in place of that of their language (POS-CLS-13). */
  readonly cueTables?: readonly CueTable[];
}

/** The depth a request asks for, with the signals it comes from. */
export function proposeDepth(
  request: string,
  operations: readonly StlOperation[],
  options: DepthReading = {},
): DepthProposal {
  return proposeDepthFor(readRequest(request, options), operations, shippedModel);
}

/** The same of a request already read; with `model` null by rule alone. */
export function proposeDepthFor(
  read: ReadRequest,
  operations: readonly StlOperation[],
  model: StatisticalModel | null,
): DepthProposal {
  const signals = depthSignals(read, operations);
  const learnt = model === null ? null : learntBase(read, operations, model);
  if (learnt !== null) signals.base = { value: learnt, evidence: [] };
  return { depth: combineSignals(signals), signals };
}

/**
 * How far requests of this make are usually taken: at most one level from the characteristic depth of the operations,
 * and never below what their number needs. Null where the model knows nothing of the request.
 */
function learntBase(
  read: ReadRequest,
  operations: readonly StlOperation[],
  model: StatisticalModel,
): DepthLevel | null {
  if (operations.length === 0 || read.lexicon.tables[0]?.language !== "en") return null;
  const drafts = draftSteps(read.tokens, read.reading);
  const { levels, known } = model.readDepth(requestFeatures(read, drafts));
  if (known < FEWEST_KNOWN) return null;
  const best = levels.indexOf(Math.max(...levels));
  const characteristic = DEPTH_LEVELS.indexOf(baseDepth(operations));
  const least = Math.max(characteristic - 1, Math.min(2, new Set(operations).size - 1));
  return DEPTH_LEVELS[Math.min(Math.max(best, least), characteristic + 1)] as DepthLevel;
}

/** Fewer known features than any sentence has. */
const FEWEST_KNOWN = 12;
