import { type OperationReading, type OperationSet, operationsOf } from "./statistical-model.js";

// What a choice is worth beside being exactly right: holding the operations a likely set holds, and overlapping it.
const COVER = 1;
const OVERLAP = 0.5;
// What it is worth to agree with the cue tables.
const AGREEMENT = 0.3;

/**
 * The set of operations worth most under a reading: exactness, and, where the model wavers, the chance of holding the
 * operation that makes the answer. `cued` is the set the cue tables found, as bits. Null when there is nothing to choose.
 */
export function chooseOperations(reading: OperationReading, cued: number): OperationSet | null {
  const { likely } = reading;
  let best: OperationSet | null = null;
  let most = Number.NEGATIVE_INFINITY;
  const consider = (candidate: OperationSet) => {
    const value = worthOf(candidate, likely) + (candidate.bits === cued ? AGREEMENT : 0);
    if (value <= most) return;
    most = value;
    best = candidate;
  };
  let met = cued === 0;
  for (const candidate of likely) {
    consider(candidate);
    met ||= candidate.bits === cued;
  }
  // The cued set stands for choice even when the model finds it unlikely or has never met it.
  if (!met) consider({ bits: cued, operations: operationsOf(cued), probability: reading.probabilityOf(cued) });
  return best;
}

function worthOf(candidate: OperationSet, likely: readonly OperationSet[]): number {
  let value = candidate.probability;
  const size = candidate.operations.length;
  for (const other of likely) {
    const shared = bitCount(candidate.bits & other.bits);
    if (shared === 0) continue;
    const otherSize = other.operations.length;
    value += other.probability * ((COVER * shared) / otherSize + (OVERLAP * 2 * shared) / (size + otherSize));
  }
  return value;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
