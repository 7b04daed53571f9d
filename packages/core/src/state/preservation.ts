import type { CognitiveStateData } from "../contract/state.js";

/** How well a relay kept what was known (POS-CSO-05). */
export interface PreservationReport {
  /** Share of the prior valid facts that were present before the repair; 1 when there were none. */
  readonly score: number;
  /** Facts that were restored. */
  readonly repaired: number;
  /** Ids that were missing, in their order. */
  readonly missing: readonly string[];
  /** Valid facts of the prior state. */
  readonly priorFacts: number;
  /** Facts of the state after the repair. */
  readonly currentFacts: number;
}

/** Share of `prior`'s valid facts that `current` still has, by id; 1 when there are none. */
export function preservationScore(prior: CognitiveStateData, current: CognitiveStateData): number {
  const valid = prior.establishedFacts.filter((fact) => !fact.invalidated).length;
  // POS-CSO-05: by id, since statements may be shortened.
  return valid === 0 ? 1 : (valid - missingFacts(prior, current).length) / valid;
}

/** Restores the facts of `prior` that `current` lost, before its own; the result is `verified`. */
export function repairFrom(
  current: CognitiveStateData,
  prior: CognitiveStateData,
): { readonly data: CognitiveStateData; readonly report: PreservationReport } {
  const missing = missingFacts(prior, current);
  const establishedFacts = missing.length === 0 ? current.establishedFacts : [...missing, ...current.establishedFacts];
  const report: PreservationReport = {
    score: preservationScore(prior, current),
    repaired: missing.length,
    missing: missing.map((fact) => fact.factId),
    priorFacts: prior.establishedFacts.filter((fact) => !fact.invalidated).length,
    currentFacts: establishedFacts.length,
  };
  const { csoHmac: _broken, ...unsealed } = current;
  // POS-CSO-05: only a relay that was checked and made whole is verified; a repair breaks the seal.
  const data = { ...(missing.length === 0 ? current : unsealed), establishedFacts, verified: true };
  return { data, report };
}

function missingFacts(prior: CognitiveStateData, current: CognitiveStateData) {
  const present = new Set(current.establishedFacts.map((fact) => fact.factId));
  return prior.establishedFacts.filter((fact) => !fact.invalidated && !present.has(fact.factId));
}
