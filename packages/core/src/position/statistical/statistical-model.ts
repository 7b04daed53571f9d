import { DEPTH_LEVELS, type DepthLevel } from "../../contract/depth.js";
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

/** What the model says of a request. */
export interface StatisticalReading {
  /** Every set the model knows, likeliest first; probabilities sum to 1. */
  readonly sets: readonly OperationSet[];
  /** Probability of each depth level. */
  readonly depth: Readonly<Record<DepthLevel, number>>;
  /** Features of the request the model has weights for. */
  readonly known: number;
}

/** A trained model, decoded on first use and kept. */
export interface StatisticalModel {
  read(features: RequestFeatures): StatisticalReading;
}

const DEPTH = OUTPUTS - 1;

/** Makes a model of its weights; they are decoded when the first request is read. */
export function statisticalModel(weights: ClassifierWeights): StatisticalModel {
  let decoded: DecodedWeights | undefined;
  return {
    read(features) {
      decoded ??= decode(weights);
      return readFeatures(decoded, features);
    },
  };
}

interface DecodedWeights {
  readonly source: ClassifierWeights;
  readonly rows: Int8Array;
  /** Open addressing: a hash at each taken place, and its row. */
  readonly keys: Uint32Array;
  readonly places: Int32Array;
  readonly mask: number;
  readonly sets: readonly {
    readonly bits: number;
    readonly score: number;
    readonly operations: readonly StlOperation[];
  }[];
}

function decode(source: ClassifierWeights): DecodedWeights {
  const bytes = Buffer.from(source.hashes, "base64");
  const count = bytes.length / 4;
  let size = 16;
  while (size < count * 2) size *= 2;
  const mask = size - 1;
  const keys = new Uint32Array(size);
  const places = new Int32Array(size).fill(-1);
  for (let row = 0; row < count; row += 1) {
    const hash = bytes.readUInt32LE(row * 4);
    let place = hash & mask;
    while (places[place] !== -1) place = (place + 1) & mask;
    keys[place] = hash;
    places[place] = row;
  }
  const packed = Buffer.from(source.rows, "base64");
  const rows = new Int8Array(packed.length);
  rows.set(new Int8Array(packed.buffer, packed.byteOffset, packed.length));
  const sets = source.sets.map(([bits, score]) => ({ bits, score, operations: operationsOf(bits) }));
  return { source, rows, keys, places, mask, sets };
}

/** The operations of a set, in table order. */
export function operationsOf(bits: number): StlOperation[] {
  return STL_OPERATIONS.filter((_, index) => (bits & (1 << index)) !== 0);
}

/** A set of operations as bits: bit i for table place i. */
export function operationBits(operations: Iterable<StlOperation>): number {
  let bits = 0;
  for (const operation of operations) bits |= 1 << STL_OPERATIONS.indexOf(operation);
  return bits;
}

function readFeatures(model: DecodedWeights, features: RequestFeatures): StatisticalReading {
  const { rows, keys, places, mask, source } = model;
  const sums = new Float64Array(OUTPUTS);
  let known = 0;
  const { hashes, values } = features;
  for (let index = 0; index < hashes.length; index += 1) {
    const hash = hashes[index] as number;
    let place = hash & mask;
    while (places[place] !== -1 && keys[place] !== hash) place = (place + 1) & mask;
    const row = places[place] as number;
    if (row === -1) continue;
    known += 1;
    const value = values[index] as number;
    const from = row * OUTPUTS;
    for (let output = 0; output < OUTPUTS; output += 1) {
      sums[output] = (sums[output] as number) + value * (rows[from + output] as number);
    }
  }
  for (let output = 0; output < OUTPUTS; output += 1) {
    sums[output] = (sums[output] as number) * (source.scales[output] as number) + (source.bias[output] as number);
  }
  return { sets: weighSets(model, sums), depth: weighDepth(source, sums[DEPTH] as number, features.measures), known };
}

function weighSets(model: DecodedWeights, sums: Float64Array): OperationSet[] {
  let most = Number.NEGATIVE_INFINITY;
  const scores = model.sets.map(({ bits, score }) => {
    let sum = score;
    for (let output = 0; output < DEPTH; output += 1) if ((bits & (1 << output)) !== 0) sum += sums[output] as number;
    if (sum > most) most = sum;
    return sum;
  });
  let total = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const share = Math.exp((scores[index] as number) - most);
    scores[index] = share;
    total += share;
  }
  return model.sets
    .map(({ bits, operations }, index) => ({ bits, operations, probability: (scores[index] as number) / total }))
    .sort((a, b) => b.probability - a.probability || a.bits - b.bits);
}

/** An ordinal reading: the chance of being above each threshold. */
function weighDepth(source: ClassifierWeights, sum: number, measures: readonly number[]): Record<DepthLevel, number> {
  let score = sum;
  source.measures.forEach(([mean, deviation, weight], index) => {
    score += (weight * ((measures[index] as number) - mean)) / deviation;
  });
  const depth: Record<DepthLevel, number> = { D1: 0, D2: 0, D3: 0, D4: 0, D5: 0 };
  let above = 1;
  for (let level = 0; level <= source.thresholds.length; level += 1) {
    const threshold = source.thresholds[level];
    const next = threshold === undefined ? 0 : Math.min(above, 1 / (1 + Math.exp(threshold - score)));
    depth[DEPTH_LEVELS[level] as DepthLevel] = above - next;
    above = next;
  }
  return depth;
}
