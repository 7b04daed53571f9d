// Measures classification, planning and depth on labelled requests and prints the figures.
//
//   npx tsc -b packages/core && node bench/quality/classification.mjs [--curve] [--misses] [--json]
//
// Reads ../shared when it is there. Weights are trained anew for every fold, so no request is judged by a model that has
// seen it; `requests.json` is judged by the weights that ship.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { foldOf, isReadable, readExamples, readLabelled, trainClassifier } from "../../scripts/train-classifier.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shared = resolve(root, "../shared");
const load = (name) => import(pathToFileURL(join(root, "packages/core/dist/position", name)).href);

const FOLDS = 5;
/** What every figure may fall to before the quality gate fails. */
export const CLASSIFICATION_FLOORS = {
  exactSet: 0.6,
  f1: 0.7,
  primaryInSet: 0.75,
  depthExact: 0.6,
  depthWithinOne: 0.95,
  requests: 0.92,
};

/** Measures everything; null where the labelled requests are missing. */
export async function measureClassification({ curve = false } = {}) {
  const labelled = readLabelled(join(shared, "data"));
  if (labelled === null) return null;
  const core = await loadCore();
  const figures = {
    full: crossValidate(core, labelled, core.readWithCues),
    statisticalOff: judge(labelled, (row) => predict(core, core.readWithCues(row.request), null)),
    cuesOff: crossValidate(core, labelled, core.readWithoutCues),
    alwaysGenerate: judge(labelled, () => ({ sequence: ["GENERATE"], primary: "GENERATE", depth: "D2" })),
  };
  if (curve) figures.curve = learningCurve(core, labelled);
  return { labelled: figures, requests: await measureRequests(core) };
}

async function loadCore() {
  const names = [
    "read-request.js",
    "draft-steps.js",
    "classify-read.js",
    "propose-depth.js",
    "classify-request.js",
    "negotiate-depth.js",
    "statistical/request-features.js",
    "statistical/statistical-model.js",
    "cue-tables/english.js",
  ];
  const modules = Object.assign({}, ...(await Promise.all(names.map(load))));
  // The table without its cues: words, marks and form are all the model sees.
  const bare = [{ ...modules.ENGLISH, cues: {}, lightVerbs: [], otherVerbs: [], reasoningMarks: [] }];
  return {
    ...modules,
    readWithCues: (request) => modules.readRequest(request, {}),
    readWithoutCues: (request) => modules.readRequest(request, { cueTables: bare, language: "en" }),
    featuresOf: (read) => modules.requestFeatures(read, modules.draftSteps(read.tokens, read.reading)),
  };
}

function predict(core, read, model) {
  const { steps, operations } = core.classifyRead(read, { hasAntecedent: false, hasFacts: false }, model);
  const { depth } = core.proposeDepthFor(read, operations, model);
  return {
    sequence: steps.map((step) => step.operation),
    primary: steps.find((step) => step.deliverable).operation,
    depth,
  };
}

function crossValidate(core, labelled, readAs, share = 1) {
  const rows = labelled.map((row) => {
    const read = readAs(row.request);
    return { ...row, read, features: core.featuresOf(read) };
  });
  const examples = readExamples().map((row) => ({ ...row, features: core.featuresOf(readAs(row.request)) }));
  const models = Array.from({ length: FOLDS }, (_, fold) => {
    const others = rows.filter((row) => foldOf(row.id) !== fold);
    const seen = others.slice(0, Math.ceil(others.length * share));
    return core.statisticalModel(trainClassifier([...seen, ...examples]));
  });
  return judge(rows, (row) => predict(core, row.read, models[foldOf(row.id)]));
}

function learningCurve(core, labelled) {
  return Object.fromEntries(
    [0.125, 0.25, 0.5, 0.75, 1].map((share) => [share, crossValidate(core, labelled, core.readWithCues, share).all]),
  );
}

/** Figures over all rows, and over the half people may read and the half they may not. */
function judge(rows, predictRow) {
  const parts = { all: [], readable: [], unread: [] };
  for (const row of rows) {
    const outcome = compare(row, predictRow(row));
    parts.all.push(outcome);
    parts[isReadable(row.id) ? "readable" : "unread"].push(outcome);
  }
  return Object.fromEntries(Object.entries(parts).map(([name, outcomes]) => [name, summarise(outcomes)]));
}

function compare(row, { sequence, primary, depth }) {
  const got = new Set(sequence);
  const shared = row.operations.filter((operation) => got.has(operation)).length;
  return {
    exactSequence: sequence.join() === row.operations.join(),
    exactSet: shared === got.size && shared === row.operations.length,
    shared,
    got: got.size,
    want: row.operations.length,
    primary: primary === row.primary,
    primaryInSet: got.has(row.primary),
    depthExact: depth === row.depth,
    depthWithinOne: Math.abs(Number(depth[1]) - Number(row.depth[1])) <= 1,
  };
}

function summarise(outcomes) {
  const share = (key) => outcomes.filter((outcome) => outcome[key]).length / outcomes.length;
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return {
    rows: outcomes.length,
    exactSequence: share("exactSequence"),
    exactSet: share("exactSet"),
    f1: (2 * sum("shared")) / (sum("got") + sum("want")),
    primary: share("primary"),
    primaryInSet: share("primaryInSet"),
    depthExact: share("depthExact"),
    depthWithinOne: share("depthWithinOne"),
  };
}

async function measureRequests(core) {
  const file = join(shared, "vectors/positioning/requests.json");
  if (!existsSync(file)) return null;
  const measure = (options) => {
    const misses = [];
    let right = 0;
    let depthRight = 0;
    let depthJudged = 0;
    const rows = JSON.parse(readFileSync(file, "utf8"));
    for (const row of rows) {
      const { steps, operations } = core.classifyRequest(row.request, options);
      const sequence = steps.map((step) => step.operation).join(" ");
      const good = [row.right, ...(row.accept ?? [])].some((plan) => plan.join(" ") === sequence);
      if (good) right += 1;
      const [depth] = core.negotiateDepth(row.request, operations);
      if (row.right_depth !== null) {
        depthJudged += 1;
        if (depth === row.right_depth) depthRight += 1;
      }
      if (!good || (row.right_depth !== null && depth !== row.right_depth)) {
        misses.push({ id: row.id, sequence, depth, right: row.right.join(" "), rightDepth: row.right_depth });
      }
    }
    return { rows: rows.length, share: right / rows.length, depth: depthRight / depthJudged, depthJudged, misses };
  };
  return { full: measure({}), statisticalOff: measure({ statistical: false }) };
}

function printTable(figures) {
  const columns = ["exactSequence", "exactSet", "f1", "primary", "primaryInSet", "depthExact", "depthWithinOne"];
  console.log(["".padEnd(26), "rows".padStart(5), ...columns.map((name) => name.padStart(14))].join(" "));
  for (const [name, parts] of Object.entries(figures)) {
    for (const [part, values] of Object.entries(name === "curve" ? parts : parts)) {
      const cells = columns.map((column) => values[column].toFixed(3).padStart(14));
      console.log([`${name} ${part}`.padEnd(26), String(values.rows).padStart(5), ...cells].join(" "));
    }
  }
}

async function main() {
  const flags = new Set(process.argv.slice(2));
  const measured = await measureClassification({ curve: flags.has("--curve") });
  if (measured === null) {
    console.log("no labelled requests beside the project; nothing to measure");
    return;
  }
  if (flags.has("--json")) {
    console.log(JSON.stringify(measured));
    return;
  }
  printTable(measured.labelled);
  for (const [name, result] of Object.entries(measured.requests ?? {})) {
    console.log(
      `requests ${name}: ${result.share.toFixed(3)} of ${result.rows}, depth ${result.depth.toFixed(3)} of ${result.depthJudged}`,
    );
    for (const miss of result.misses)
      console.log(`  ${miss.id}: ${miss.sequence} ${miss.depth}, right ${miss.right} ${miss.rightDepth ?? ""}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
