import type { StlOperation } from "../../contract/operation.js";
import { type OperationSet, operationsOf, type StatisticalReading } from "./statistical-model.js";

// What a choice is worth beside being exactly right: holding the operations a likely set holds, and overlapping it.
const COVER = 1;
const OVERLAP = 0.5;
// What it is worth to agree with the cue tables.
const AGREEMENT = 0.3;

const MOST_CANDIDATES = 8;

/**
 * The set of operations worth most under a reading: exactness, and, where the model wavers, the chance of holding the
 * operation that makes the answer. `cued` is the set the cue tables found, as bits. `barred` operations (those the request forbids) are never chosen. Null when nothing
 * is left to choose.
 */
export function chooseOperations(
  reading: StatisticalReading,
  cued: number,
  barred: ReadonlySet<StlOperation>,
): OperationSet | null {
  const open =
    barred.size === 0
      ? reading.sets
      : reading.sets.filter((set) => set.operations.every((operation) => !barred.has(operation)));
  const likely = open.slice(0, MOST_CANDIDATES);
  const candidates = withCued(likely, open, cued);
  let best: OperationSet | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    let value = candidate.probability + (candidate.bits === cued ? AGREEMENT : 0);
    for (const other of likely) {
      const shared = bitCount(candidate.bits & other.bits);
      if (shared === 0) continue;
      const size = other.operations.length;
      value +=
        other.probability * ((COVER * shared) / size + (OVERLAP * 2 * shared) / (candidate.operations.length + size));
    }
    if (value > most) {
      most = value;
      best = candidate;
    }
  }
  return best;
}

/** The cued set stands for choice even when the model finds it unlikely or has never met it. */
function withCued(
  likely: readonly OperationSet[],
  open: readonly OperationSet[],
  cued: number,
): readonly OperationSet[] {
  if (cued === 0 || likely.some((set) => set.bits === cued)) return likely;
  const known = open.find((set) => set.bits === cued);
  return [...likely, known ?? { bits: cued, operations: operationsOf(cued), probability: 0 }];
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
