import { STL_OPERATIONS, type StlOperation } from "../../contract/operation.js";
import { type ClassifierWeights, OUTPUTS } from "./classifier-weights.js";
import type { RequestFeatures } from "./request-features.js";

/** A set of operations and how likely a request needs exactly it. */
export interface OperationSet {
  /** In table order. */
  readonly operations: readonly StlOperation[];
  readonly bits: number;
  readonly probability: number;
}

/** What the model says of the operations of a request. */
export interface OperationReading {
  /** The likeliest sets, at most `MOST_SETS`, likeliest first. */
  readonly likely: readonly OperationSet[];
  /** Probability that exactly these operations are needed; 0 for a set the model has never met. */
  probabilityOf(bits: number): number;
  /** Features of the request the model has weights for. */
  readonly known: number;
}

/** What the model says of the depth of a request. */
export interface DepthReading {
  /** Probabilities of D1, D2, D3 and D4; D5 is left to what a request says outright. */
  readonly levels: readonly number[];
  readonly known: number;
}

/** A trained model, decoded on first use and kept. */
export interface StatisticalModel {
  readOperations(features: RequestFeatures, barred?: number): OperationReading;
  readDepth(features: RequestFeatures): DepthReading;
}

/** Sets a reading lists. */
export const MOST_SETS = 8;

const DEPTH = OUTPUTS - 1;
/** Shares below e⁻¹⁶ of the best are none. */
const NEGLIGIBLE = -16;

/** Makes a model of its weights; they are decoded when the first request is read. */
export function statisticalModel(weights: ClassifierWeights): StatisticalModel {
  let decoded: DecodedWeights | undefined;
  const model = () => {
    decoded ??= decode(weights);
    return decoded;
  };
  return {
    readOperations: (features, barred = 0) => readOperations(model(), features, barred),
    readDepth: (features) => readDepth(model(), features),
  };
}

interface KnownSet {
  readonly bits: number;
  readonly score: number;
  readonly operations: readonly StlOperation[];
  /** Table places of its operations. */
  readonly places: readonly number[];
}

interface DecodedWeights {
  readonly source: ClassifierWeights;
  readonly rows: Int8Array;
  /** Open addressing: a hash at each taken place, and where its row begins. */
  readonly keys: Int32Array;
  readonly starts: Int32Array;
  readonly mask: number;
  readonly sets: readonly KnownSet[];
}

function decode(source: ClassifierWeights): DecodedWeights {
  const bytes = Buffer.from(source.hashes, "base64");
  const count = bytes.length / 4;
  let size = 16;
  while (size < count * 2) size *= 2;
  const mask = size - 1;
  const keys = new Int32Array(size);
  const starts = new Int32Array(size).fill(-1);
  for (let row = 0; row < count; row += 1) {
    const hash = bytes.readInt32LE(row * 4);
    let place = hash & mask;
    while (starts[place] !== -1) place = (place + 1) & mask;
    keys[place] = hash;
    starts[place] = row * OUTPUTS;
  }
  const packed = Buffer.from(source.rows, "base64");
  const rows = new Int8Array(packed.length);
  rows.set(new Int8Array(packed.buffer, packed.byteOffset, packed.length));
  const sets = source.sets.map(([bits, score]) => ({
    bits,
    score,
    operations: operationsOf(bits),
    places: STL_OPERATIONS.map((_, place) => place).filter((place) => (bits & (1 << place)) !== 0),
  }));
  return { source, rows, keys, starts, mask, sets };
}

/** The operations of a set, in table order. */
export function operationsOf(bits: number): StlOperation[] {
  return STL_OPERATIONS.filter((_, place) => (bits & (1 << place)) !== 0);
}

/** A set of operations as bits: bit i for table place i. */
export function operationBits(operations: Iterable<StlOperation>): number {
  let bits = 0;
  for (const operation of operations) bits |= 1 << STL_OPERATIONS.indexOf(operation);
  return bits;
}

/** Where the row of a feature begins, or −1. */
function rowOf(model: DecodedWeights, hash: number): number {
  const { keys, starts, mask } = model;
  let place = hash & mask;
  while (starts[place] !== -1) {
    if (keys[place] === hash) return starts[place] as number;
    place = (place + 1) & mask;
  }
  return -1;
}

function readOperations(model: DecodedWeights, features: RequestFeatures, barred: number): OperationReading {
  const { rows, source, sets } = model;
  const { hashes, values } = features;
  const sums = new Float64Array(DEPTH);
  let known = 0;
  for (let index = 0; index < hashes.length; index += 1) {
    const start = rowOf(model, hashes[index] as number);
    if (start < 0) continue;
    known += 1;
    const value = values[index] as number;
    for (let output = 0; output < DEPTH; output += 1) {
      sums[output] = (sums[output] as number) + value * (rows[start + output] as number);
    }
  }
  for (let output = 0; output < DEPTH; output += 1) {
    sums[output] = (sums[output] as number) * (source.scales[output] as number) + (source.bias[output] as number);
  }
  const shares = new Float64Array(sets.length);
  const total = weighSets(sets, sums, barred, shares);
  return {
    likely: likeliest(sets, shares, total),
    probabilityOf: (bits) => {
      const index = sets.findIndex((set) => set.bits === bits);
      return index < 0 ? 0 : (shares[index] as number) / total;
    },
    known,
  };
}

/** Fills in the share of every set, 0 for those that hold a barred operation; answers their sum. */
function weighSets(sets: readonly KnownSet[], sums: Float64Array, barred: number, shares: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < sets.length; index += 1) {
    const set = sets[index] as KnownSet;
    let score = set.score;
    for (const place of set.places) score += sums[place] as number;
    if ((set.bits & barred) !== 0) score = Number.NEGATIVE_INFINITY;
    shares[index] = score;
    if (score > most) most = score;
  }
  let total = 0;
  for (let index = 0; index < sets.length; index += 1) {
    const behind = (shares[index] as number) - most;
    const share = behind > NEGLIGIBLE ? Math.exp(behind) : 0;
    shares[index] = share;
    total += share;
  }
  return total;
}

function likeliest(sets: readonly KnownSet[], shares: Float64Array, total: number): OperationSet[] {
  const order: number[] = [];
  for (let index = 0; index < sets.length; index += 1) {
    const share = shares[index] as number;
    if (share === 0 || (order.length === MOST_SETS && share <= (shares[order[MOST_SETS - 1] as number] as number)))
      continue;
    let at = order.length < MOST_SETS ? order.push(index) - 1 : MOST_SETS - 1;
    for (; at > 0 && (shares[order[at - 1] as number] as number) < share; at -= 1) order[at] = order[at - 1] as number;
    order[at] = index;
  }
  return order.map((index) => {
    const { operations, bits } = sets[index] as KnownSet;
    return { operations, bits, probability: (shares[index] as number) / total };
  });
}

/** An ordinal reading: the chance of being above each threshold. */
function readDepth(model: DecodedWeights, features: RequestFeatures): DepthReading {
  const { rows, source } = model;
  let sum = 0;
  let known = 0;
  for (let index = 0; index < features.hashes.length; index += 1) {
    const start = rowOf(model, features.hashes[index] as number);
    if (start < 0) continue;
    known += 1;
    sum += (features.values[index] as number) * (rows[start + DEPTH] as number);
  }
  let score = sum * (source.scales[DEPTH] as number) + (source.bias[DEPTH] as number);
  for (let index = 0; index < source.measures.length; index += 1) {
    const [mean, deviation, weight] = source.measures[index] as readonly [number, number, number];
    score += (weight * ((features.measures[index] as number) - mean)) / deviation;
  }
  const levels: number[] = [];
  let above = 1;
  for (const threshold of [...source.thresholds, Number.POSITIVE_INFINITY]) {
    const next = Math.min(above, 1 / (1 + Math.exp(threshold - score)));
    levels.push(above - next);
    above = next;
  }
  return { levels, known };
}
