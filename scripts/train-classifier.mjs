// Trains the statistical part of the request classifier and writes its weights.
//
//   npx tsc -b packages/core && node scripts/train-classifier.mjs [--data FOLDER]
//
// Reads labelled requests (`operations/labelled.jsonl` in ../shared/data unless told otherwise). Training is convex and
// starts from zero, so the same requests and features give the same weights.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const OPERATIONS = [
  "PLAN",
  "RETRIEVE",
  "VERIFY",
  "CLARIFY",
  "COMPARE",
  "ANALYSE",
  "TRANSFORM",
  "SYNTHESISE",
  "REVISE",
  "GENERATE",
];
const LEVELS = ["D1", "D2", "D3", "D4"];
/** A feature must occur in this many requests to get a weight. */
const LEAST_OCCURRENCES = 2;
/** Pulls weights towards zero: operations, sets, depth. */
const PENALTY = { operations: 6, sets: 0.05, depth: 12, thresholds: 0.01 };

/** The labelled requests, or null where the folder has none. */
export function readLabelled(data = resolve(root, "../shared/data")) {
  const file = join(data, "operations/labelled.jsonl");
  if (!existsSync(file)) return null;
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Plain requests written for training, whose ids mark them as ours; they are never measured. */
export function readExamples() {
  return readFileSync(join(root, "scripts/classifier-examples.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line, index) => {
      const words = line.split(" ");
      const depth = words.findIndex((word) => LEVELS.includes(word));
      return {
        id: `example/${index}`,
        request: words.slice(depth + 1).join(" "),
        operations: words.slice(0, depth),
        depth: words[depth],
      };
    });
}

/** Reads a request into features with the built package. */
export async function featureReader() {
  const load = (name) => import(pathToFileURL(join(root, "packages/core/dist/position", name)).href);
  const [{ readRequest }, { draftSteps }, { requestFeatures }] = await Promise.all([
    load("read-request.js"),
    load("draft-steps.js"),
    load("statistical/request-features.js"),
  ]);
  return (request) => {
    const read = readRequest(request, {});
    return requestFeatures(read, draftSteps(read.tokens, read.reading));
  };
}

/** Trains on rows of {operations, depth, features}; answers the weights that ship. */
export function trainClassifier(rows, penalty = PENALTY) {
  const usable = rows.map((row) => ({
    ...row,
    // Whether to ask the user is decided by rule, never by the model.
    operations: row.operations.some((operation) => operation !== "CLARIFY")
      ? row.operations.filter((operation) => operation !== "CLARIFY")
      : [],
  }));
  const places = placeFeatures(usable);
  const examples = usable.map((row) => sparse(row.features, places));
  const operations = trainOperations(
    examples.filter((_, index) => usable[index].operations.length > 0),
    usable.filter((row) => row.operations.length > 0).map((row) => bitsOf(row.operations)),
    places.size,
    penalty,
  );
  const scaling = scaleMeasures(usable);
  const depth = trainDepth(
    examples,
    usable.map((row) =>
      row.features.measures.map((measure, index) => (measure - scaling[index][0]) / scaling[index][1]),
    ),
    usable.map((row) => LEVELS.indexOf(row.depth)),
    places.size,
    penalty,
  );
  return pack(places, operations, depth, scaling);
}

function placeFeatures(rows) {
  const counts = new Map();
  for (const { features } of rows) for (const hash of features.hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= LEAST_OCCURRENCES).map(([hash]) => hash);
  return new Map(kept.sort((a, b) => a - b).map((hash, index) => [hash, index]));
}

function sparse(features, places) {
  const indices = [];
  const values = [];
  features.hashes.forEach((hash, at) => {
    const index = places.get(hash);
    if (index === undefined) return;
    indices.push(index);
    values.push(features.values[at]);
  });
  // The last place is the bias.
  indices.push(places.size);
  values.push(1);
  return { indices, values };
}

const bitsOf = (operations) => operations.reduce((bits, operation) => bits | (1 << OPERATIONS.indexOf(operation)), 0);

/** A choice among the sets met in training: the score of a set is the sum of its operations' scores and its own. */
function trainOperations(examples, labels, features, rates) {
  const sets = [...new Set(labels)].sort((a, b) => a - b);
  const targets = labels.map((bits) => sets.indexOf(bits));
  const size = features + 1;
  const outputs = OPERATIONS.length;
  const weightCount = size * outputs;
  const evaluate = (point) => {
    const gradient = new Float64Array(point.length);
    let loss = 0;
    const scores = new Float64Array(outputs);
    const shares = new Float64Array(sets.length);
    const errors = new Float64Array(outputs);
    examples.forEach(({ indices, values }, example) => {
      scores.fill(0);
      indices.forEach((index, at) => {
        for (let output = 0; output < outputs; output += 1)
          scores[output] += values[at] * point[index * outputs + output];
      });
      let most = Number.NEGATIVE_INFINITY;
      sets.forEach((bits, set) => {
        let sum = point[weightCount + set];
        for (let output = 0; output < outputs; output += 1) if (bits & (1 << output)) sum += scores[output];
        shares[set] = sum;
        most = Math.max(most, sum);
      });
      let total = 0;
      for (let set = 0; set < sets.length; set += 1) {
        shares[set] = Math.exp(shares[set] - most);
        total += shares[set];
      }
      errors.fill(0);
      sets.forEach((bits, set) => {
        const error = shares[set] / total - (set === targets[example] ? 1 : 0);
        gradient[weightCount + set] += error;
        for (let output = 0; output < outputs; output += 1) if (bits & (1 << output)) errors[output] += error;
      });
      loss -= Math.log(shares[targets[example]] / total + 1e-300);
      indices.forEach((index, at) => {
        for (let output = 0; output < outputs; output += 1)
          gradient[index * outputs + output] += values[at] * errors[output];
      });
    });
    for (let index = 0; index < point.length; index += 1) {
      const penalty = index < weightCount ? rates.operations : rates.sets;
      loss += (penalty * point[index] ** 2) / 2;
      gradient[index] += penalty * point[index];
    }
    return { loss, gradient };
  };
  const point = minimise(evaluate, new Float64Array(weightCount + sets.length));
  return { weights: point.subarray(0, weightCount), sets, setScores: [...point.subarray(weightCount)] };
}

function scaleMeasures(rows) {
  const count = rows[0].features.measures.length;
  return Array.from({ length: count }, (_, index) => {
    const column = rows.map((row) => row.features.measures[index]);
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const deviation = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length);
    return [mean, deviation || 1];
  });
}

/** An ordinal model: one score and three thresholds, D5 left to what a request says outright. */
function trainDepth(examples, measures, targets, features, rates) {
  const size = features + 1;
  const extra = measures[0].length;
  const cuts = LEVELS.length - 1;
  const evaluate = (point) => {
    const gradient = new Float64Array(point.length);
    let loss = 0;
    examples.forEach(({ indices, values }, example) => {
      let score = 0;
      indices.forEach((index, at) => {
        score += values[at] * point[index];
      });
      measures[example].forEach((measure, at) => {
        score += measure * point[size + at];
      });
      let pull = 0;
      for (let cut = 0; cut < cuts; cut += 1) {
        const chance = 1 / (1 + Math.exp(point[size + extra + cut] - score));
        const above = targets[example] > cut ? 1 : 0;
        loss -= Math.log((above ? chance : 1 - chance) + 1e-300);
        const error = chance - above;
        gradient[size + extra + cut] -= error;
        pull += error;
      }
      indices.forEach((index, at) => {
        gradient[index] += values[at] * pull;
      });
      measures[example].forEach((measure, at) => {
        gradient[size + at] += measure * pull;
      });
    });
    for (let index = 0; index < point.length; index += 1) {
      const penalty = index < size + extra ? rates.depth : rates.thresholds;
      loss += (penalty * point[index] ** 2) / 2;
      gradient[index] += penalty * point[index];
    }
    return { loss, gradient };
  };
  const start = new Float64Array(size + extra + cuts);
  start.set([-1, 1, 3], size + extra);
  const point = minimise(evaluate, start);
  return {
    weights: point.subarray(0, size),
    measures: [...point.subarray(size, size + extra)],
    thresholds: [...point.subarray(size + extra)],
  };
}

/** Limited-memory BFGS with backtracking: enough for a smooth convex function. */
function minimise(evaluate, start, { steps = 200, memory = 8 } = {}) {
  let point = start;
  let { loss, gradient } = evaluate(point);
  const history = [];
  for (let step = 0; step < steps; step += 1) {
    const direction = descend(gradient, history);
    const slope = dot(direction, gradient);
    let length = history.length === 0 ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient))) : 1;
    let next;
    for (let tries = 0; tries < 40; tries += 1, length /= 2) {
      const moved = point.map((value, index) => value + length * direction[index]);
      const found = evaluate(moved);
      if (found.loss <= loss + 1e-4 * length * slope) {
        next = { point: moved, ...found };
        break;
      }
    }
    if (next === undefined) break;
    const change = next.point.map((value, index) => value - point[index]);
    const turn = next.gradient.map((value, index) => value - gradient[index]);
    const curvature = dot(change, turn);
    if (curvature > 1e-12) {
      history.push({ change, turn, curvature });
      if (history.length > memory) history.shift();
    }
    const gain = loss - next.loss;
    ({ point, loss, gradient } = next);
    if (gain < 1e-7 * Math.max(1, Math.abs(loss))) break;
  }
  return point;
}

function descend(gradient, history) {
  const direction = gradient.map((value) => -value);
  const shares = [];
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const { change, turn, curvature } = history[index];
    const share = dot(change, direction) / curvature;
    shares[index] = share;
    for (let at = 0; at < direction.length; at += 1) direction[at] -= share * turn[at];
  }
  const last = history.at(-1);
  if (last !== undefined) {
    const scale = last.curvature / dot(last.turn, last.turn);
    for (let at = 0; at < direction.length; at += 1) direction[at] *= scale;
  }
  history.forEach(({ change, turn, curvature }, index) => {
    const share = shares[index] - dot(turn, direction) / curvature;
    for (let at = 0; at < direction.length; at += 1) direction[at] += share * change[at];
  });
  return direction;
}

function dot(a, b) {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index] * b[index];
  return sum;
}

/** Rounds weights to bytes, one scale per output. */
function pack(places, operations, depth, scaling) {
  const outputs = OPERATIONS.length + 1;
  const count = places.size;
  const weight = (row, output) =>
    output < OPERATIONS.length ? operations.weights[row * OPERATIONS.length + output] : depth.weights[row];
  const scales = Array.from({ length: outputs }, (_, output) => {
    let most = 0;
    for (let row = 0; row < count; row += 1) most = Math.max(most, Math.abs(weight(row, output)));
    return short(most / 127 || 1);
  });
  const hashes = Buffer.alloc(count * 4);
  const rows = Buffer.alloc(count * outputs);
  [...places.keys()].forEach((hash, row) => {
    hashes.writeInt32LE(hash, row * 4);
    for (let output = 0; output < outputs; output += 1) {
      rows.writeInt8(
        Math.max(-127, Math.min(127, Math.round(weight(row, output) / scales[output]))),
        row * outputs + output,
      );
    }
  });
  return {
    hashes: hashes.toString("base64"),
    rows: rows.toString("base64"),
    scales,
    bias: scales.map((_, output) => short(weight(count, output))),
    sets: operations.sets.map((bits, index) => [bits, short(operations.setScores[index])]),
    measures: scaling.map(([mean, deviation], index) => [short(mean), short(deviation), short(depth.measures[index])]),
    thresholds: depth.thresholds.map(short),
  };
}

const short = (value) => Number(value.toPrecision(6));

/** Five folds by a digest of the id: stable whatever rows are added. */
export function foldOf(id) {
  return createHash("sha256").update(`fold ${id}`).digest().readUInt32BE(0) % 5;
}

/** The half of the data people may read (ids whose SHA-256 begins 0–a); the other is seen through scores only. */
export function isReadable(id) {
  return createHash("sha256").update(String(id)).digest("hex")[0] <= "a";
}

async function main() {
  const at = process.argv.indexOf("--data");
  const labelled = readLabelled(at < 0 ? undefined : resolve(process.argv[at + 1]));
  if (labelled === null) {
    console.error("no labelled requests found; the weights stay as they are");
    process.exitCode = 1;
    return;
  }
  const read = await featureReader();
  const weights = trainClassifier(
    [...labelled, ...readExamples()].map((row) => ({ ...row, features: read(row.request) })),
  );
  const file = join(root, "packages/core/src/position/statistical/weights.generated.ts");
  const text = [
    "// Written by scripts/train-classifier.mjs; do not edit.",
    'import type { ClassifierWeights } from "./classifier-weights.js";',
    "",
    "/** Weights of the statistical part of the classifier. */",
    `export const CLASSIFIER_WEIGHTS: ClassifierWeights = ${JSON.stringify(weights)};`,
    "",
  ].join("\n");
  writeFileSync(file, text);
  console.log(`${labelled.length} requests, ${weights.scales.length} outputs, ${(text.length / 1024).toFixed(0)} KiB`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
