import {
  type CapabilityProfile,
  type CapabilitySelection,
  PROFILE_LIMITS,
  type RejectedCapability,
  type SelectedCapability,
} from "../contract/capability.js";
import { FabricSelection } from "./fabric-selection.js";

export interface NarrowOptions {
  /** A re-ask may present up to the profile's K. Default false. */
  readonly widen?: boolean;
  /** Present at most this many; 1 after a parse failure. */
  readonly narrowTo?: number;
}

/** What scores below this share of the best is not presented. */
const SHARE_OF_BEST = 0.6;

/**
 * The 1–3 capabilities of a selection that a model is shown (POS-FAB-07): what scores at least 0.6 of the best, at most
 * 3/3/2 by profile, or up to K when widened. Dependencies and searches are kept
 * whatever they score. The rest is rejected as
 * `frame-capacity`. A narrowed selection is returned as it is.
 */
export function narrowSelection(
  selection: CapabilitySelection,
  profile: CapabilityProfile = selection.profile,
  options: NarrowOptions = {},
): FabricSelection {
  if (selection instanceof FabricSelection && selection.narrowed) return selection;
  const { k, presented } = PROFILE_LIMITS[profile];
  const limit = Math.max(1, Math.min(options.narrowTo ?? k, options.widen === true ? k : presented));
  const best = selection.selected.find((entry) => entry.reason === "scored")?.score ?? 0;
  const selected: SelectedCapability[] = [];
  const rejected: RejectedCapability[] = [...selection.rejected];
  for (const entry of selection.selected) {
    // A search serves words that stand in other texts than its description: its score says little of its use.
    const kept = entry.reason === "dependency" || selection.describe?.(entry.capabilityId)?.kind === "query";
    // POS-FAB-07: a tool far behind the best one distracts a model more than it helps.
    const relevant = kept || options.widen === true || entry.score >= SHARE_OF_BEST * best;
    if (relevant && selected.length < limit) selected.push(entry);
    else rejected.push({ capabilityId: entry.capabilityId, reason: "frame-capacity" });
  }
  return new FabricSelection({
    operation: selection.operation,
    profile,
    selected,
    rejected,
    maxK: selection.maxK,
    narrowed: true,
    selectionReason: selection.selectionReason,
    describe: selection.describe,
  });
}
