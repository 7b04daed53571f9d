import type { StlOperation } from "../../contract/operation.js";
import type { OperationSet, StatisticalReading } from "./statistical-model.js";

// What a choice is worth beside being exactly right: holding the operations a likely set holds, and overlapping it.
const COVER = 1;
const OVERLAP = 0.5;

const MOST_CANDIDATES = 8;

/**
 * The set of operations worth most under a reading: exactness, and, where the model wavers, the chance of holding the
 * operation that makes the answer. `barred` operations (those the request forbids) are never chosen. Null when nothing
 * is left to choose.
 */
export function chooseOperations(reading: StatisticalReading, barred: ReadonlySet<StlOperation>): OperationSet | null {
  const open =
    barred.size === 0
      ? reading.sets
      : reading.sets.filter((set) => set.operations.every((operation) => !barred.has(operation)));
  const likely = open.slice(0, MOST_CANDIDATES);
  let best: OperationSet | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const candidate of likely) {
    let value = candidate.probability;
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

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
