// Measures whether a long run stays small and still informed (POS-FRM-03): runs of 10 to 1,000 tool observations whose
// last question needs two to five of them at random positions.
//
//   npx tsc -b packages/cli && node bench/quality/informed.mjs [--misses] [--json]
//
// All observations of a run share template, length and kind of thing; the needed ones differ from the others only in
// the thing. A fifth of the questions paraphrase the attribute, two fifths need a chain: the second thing is named only
// in the observation of the first. The gathering steps call a tool with the name their assignment states; the last
// step is answered by the offline model. Beside it stand two loops on the same observations: one that accumulates all,
// one that keeps the last eight, cut to 200 characters.
import { pathToFileURL } from "node:url";
import { classifyOperations, defineCapability, parseSections, runPositioned } from "@pelorus/core";
import { offlineModel } from "@pelorus/providers/offline";
import { get_encoding } from "tiktoken";
import { WORLDS } from "./informed-worlds.mjs";

/** Observations of a run → runs measured. */
const SIZES = new Map([
  [10, 40],
  [100, 40],
  [300, 20],
  [1000, 10],
]);
/** Least share of needed observations in the last frame, and the most tokens (o200k_base) any prompt may have. */
export const INFORMED_LIMITS = { present: 0.98, largestPrompt: 2500, right: 0.9 };
const KINDS = ["direct", "chain", "paraphrase", "chain", "direct"];
const WINDOW = 8192;

/** Figures per run length. `sizes` overrides the runs measured. */
export async function measureInformed({ sizes = SIZES } = {}) {
  const encoding = get_encoding("o200k_base");
  const count = (text) => encoding.encode_ordinary(text).length;
  const figures = [];
  for (const [observations, runs] of sizes) {
    const trials = [];
    for (let trial = 0; trial < runs; trial += 1) {
      trials.push(await runTrial(observations, KINDS[trial % KINDS.length], 1000 * observations + trial, count));
    }
    figures.push(summarise(observations, trials));
  }
  encoding.free();
  return figures;
}

async function runTrial(observations, kind, seed, count) {
  const draw = drawing(seed);
  const world = WORLDS[draw(WORLDS.length)].make(observations, draw);
  const asked = world.ask(kind, 2 + draw(4), draw);
  const { model, prompts } = gatheringModel(world);
  const result = await runPositioned(asked.question, {
    model,
    classifier: planOf(world, asked.question),
    maxOperations: observations + 1,
    contextWindow: WINDOW,
    tools: [world.tool(defineCapability)],
    onFailedChecks: "record",
  });
  const last = prompts.at(-1);
  const shown = parseSections(last)
    .filter(({ name }) => ["facts", "derived", "observations"].includes(name))
    .map(({ text }) => text)
    .join("\n");
  const kept = world.records.slice(-8).map(({ text }) => text.slice(0, 200));
  return {
    kind,
    question: asked.question,
    status: result.status,
    answer: result.text,
    needed: asked.needed.length,
    present: asked.needed.filter(({ mark }) => shown.includes(mark)).length,
    presentInLastEight: asked.needed.filter(({ mark }) => kept.some((text) => text.includes(mark))).length,
    right: asked.values.every((value) => result.text.includes(value)),
    values: asked.values,
    largestPrompt: Math.max(...prompts.map(count)),
    lastPrompt: count(last),
    tokensSent: prompts.reduce((sum, prompt) => sum + count(prompt), 0),
    accumulated: accumulatedTokens(world, asked.question, count),
  };
}

/** What a loop that sends all it has seen with every call sends: in total, and at most. */
function accumulatedTokens(world, question, count) {
  let size = count(question);
  let total = 0;
  for (const { text, name } of world.records) {
    // The call, then what it returned; the next call carries both.
    total += size;
    size += count(text) + count(name) + 8;
  }
  return { total: total + size, largest: size };
}

/** Gathers by calling the tool with the name its assignment states; answers the last step offline. */
function gatheringModel(world) {
  const offline = offlineModel();
  const prompts = [];
  const model = {
    provider: "bench",
    modelId: "gathering",
    countTokens: (text) => Math.ceil(Buffer.byteLength(text) / 4),
    async doGenerate(request) {
      prompts.push(request.prompt);
      const assignment = parseSections(request.prompt).find(({ name }) => name === "assignment").text;
      const name = world.nameIn(assignment);
      if (name === null) return offline.doGenerate(request);
      if (request.tools.length === 0) return { text: world.byName.get(name).text, finishReason: "stop" };
      const called = parseSections(request.prompt).some((section) => section.name === "observations");
      if (called) return { text: JSON.stringify({ capability_id: null, answer: world.byName.get(name).text }) };
      return {
        text: "",
        toolCalls: [{ name: request.tools[0].name, arguments: { name } }],
        finishReason: "tool-calls",
      };
    },
  };
  return { model, prompts };
}

function planOf(world, question) {
  const gathering = world.records.map(({ name }, index) => step(index, "RETRIEVE", world.assignment(name), []));
  // What the question itself asks for.
  const operation = classifyOperations(question).at(-1);
  const operations = [...new Set(["RETRIEVE", operation])];
  const ids = gathering.map(({ id }) => id);
  const steps = [...gathering, { ...step(gathering.length, operation, question, ids), deliverable: true }];
  return {
    name: "gathering",
    classify: () => ({ steps, operations, evidence: [], language: "en", confidence: 1, divergence: 0 }),
  };
}

function step(index, operation, assignment, dependsOn) {
  return { id: `s${index + 1}`, operation, assignment, dependsOn, deliverable: false, implied: false, evidence: [] };
}

/** Numbers below a bound, the same in every run. */
function drawing(seed) {
  let state = (seed * 2654435761) >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

function summarise(observations, trials) {
  const sum = (value) => trials.reduce((total, trial) => total + value(trial), 0);
  const most = (value) => Math.max(...trials.map(value));
  const needed = sum((trial) => trial.needed);
  const byKind = Object.fromEntries(
    [...new Set(KINDS)].map((kind) => {
      const of = trials.filter((trial) => trial.kind === kind);
      return [
        kind,
        {
          runs: of.length,
          present:
            of.reduce((total, { present }) => total + present, 0) /
            of.reduce((total, trial) => total + trial.needed, 0),
          right: of.filter(({ right }) => right).length / of.length,
        },
      ];
    }),
  );
  return {
    observations,
    runs: trials.length,
    present: sum((trial) => trial.present) / needed,
    presentInLastEight: sum((trial) => trial.presentInLastEight) / needed,
    right: sum((trial) => Number(trial.right)) / trials.length,
    largestPrompt: most((trial) => trial.largestPrompt),
    largestAccumulated: most((trial) => trial.accumulated.largest),
    tokensSent: Math.round(sum((trial) => trial.tokensSent) / trials.length),
    tokensAccumulated: Math.round(sum((trial) => trial.accumulated.total) / trials.length),
    byKind,
    misses: trials.filter((trial) => trial.present < trial.needed || !trial.right),
  };
}

/** What a person has to hear. */
export function informedFaults(figures) {
  return figures.flatMap(({ observations, present, right, largestPrompt }) => [
    ...(present < INFORMED_LIMITS.present
      ? [`${observations} observations: ${present.toFixed(3)} of the needed ones are in the last frame`]
      : []),
    ...(largestPrompt >= INFORMED_LIMITS.largestPrompt
      ? [`${observations} observations: the largest prompt has ${largestPrompt} tokens`]
      : []),
    ...(right < INFORMED_LIMITS.right
      ? [`${observations} observations: ${right.toFixed(3)} of the answers are right`]
      : []),
  ]);
}

function print(figures) {
  console.log(
    "| observations | runs | needed in last frame | in the last eight | answer right | largest prompt | accumulated | sent | accumulated |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const row of figures) {
    console.log(
      `| ${row.observations} | ${row.runs} | ${row.present.toFixed(3)} | ${row.presentInLastEight.toFixed(3)} | ${row.right.toFixed(3)} | ${row.largestPrompt} | ${row.largestAccumulated} | ${row.tokensSent} | ${row.tokensAccumulated} |`,
    );
    const kinds = Object.entries(row.byKind).map(
      ([kind, { present, right }]) => `${kind} ${present.toFixed(2)}/${right.toFixed(2)}`,
    );
    console.log(`  present/right: ${kinds.join(", ")}`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await measureInformed();
  if (process.argv.includes("--json")) console.log(JSON.stringify(figures.map(({ misses: _misses, ...row }) => row)));
  else print(figures);
  if (process.argv.includes("--misses"))
    for (const row of figures) for (const miss of row.misses) console.log(JSON.stringify(miss));
  const faults = informedFaults(figures);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
