// Measures what frames cost beside a loop that sends everything it has seen with every call: tokens sent in all, and the
// largest prompt, in o200k_base.
//
//   npx tsc -b packages/core && node bench/quality/frames.mjs [--json]
//
// Both sides make the same model calls. The loop's prompt is the request, the step's assignment, every earlier reply and
// every raw tool result: no system prompt and no tool descriptions, which it would need, too.
import { pathToFileURL } from "node:url";
import { defineCapability, parseSections, runPositioned } from "@pelorus/core";
import { get_encoding } from "tiktoken";

/** Sentences of a tool result, by size. */
const RESULTS = { short: 3, middle: 30, long: 150 };
/** The bound the largest prompt of a run of 300 operations is held to, in tokens of o200k_base. */
export const LARGEST_FRAME = 2500;
const SCENARIOS = [
  ...Object.keys(RESULTS).map((size) => ({ name: `10 steps, ${size} tool results`, steps: 10, size })),
  { name: "300 operations, no tools", steps: 300, size: null },
  { name: "300 operations, short tool results", steps: 300, size: "short" },
];

/** Figures per scenario. */
export async function measureFrames() {
  const encoding = get_encoding("o200k_base");
  const count = (text) => encoding.encode_ordinary(text).length;
  const figures = [];
  for (const scenario of SCENARIOS) figures.push({ name: scenario.name, ...(await runScenario(scenario, count)) });
  encoding.free();
  return figures;
}

async function runScenario({ steps, size }, count) {
  const request = "Inspect every depot of the northern line and report what has to be repaired first.";
  const sent = [];
  const loop = [];
  let seen = count(request);
  const tools = size === null ? [] : [inspection(RESULTS[size], (result) => (seen += count(result)))];
  const model = {
    provider: "bench",
    modelId: "scripted",
    doGenerate(request) {
      const sections = new Map(parseSections(request.prompt).map(({ name, text }) => [name, text]));
      const assignment = sections.get("assignment");
      sent.push(count(request.prompt));
      loop.push(seen + count(assignment));
      const depot = /depot (\d+)/.exec(assignment)?.[1];
      const calls = request.tools.length > 0 && !sections.has("observations");
      const text = calls
        ? JSON.stringify({ capability_id: "inspect_depot", arguments: { depot: Number(depot) } })
        : finding(depot ?? "of the line");
      seen += count(text);
      return Promise.resolve({
        text: calls || request.tools.length === 0 ? text : JSON.stringify({ capability_id: null, answer: text }),
      });
    },
  };
  const result = await runPositioned(request, {
    model,
    tools,
    classifier: planOf(steps),
    maxOperations: steps,
    contextWindow: 100_000,
    onFailedChecks: "record",
  });
  if (result.halted) throw new Error(`the run halted: ${result.haltReason}`);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  return {
    operations: steps,
    calls: sent.length,
    sent: sum(sent),
    largest: Math.max(...sent),
    loopSent: sum(loop),
    loopLargest: Math.max(...loop),
    ratio: sum(sent) / sum(loop),
  };
}

const finding = (depot) =>
  `Depot ${depot} has a worn crane and two cracked loading doors. The crane is needed daily, so it should be repaired within a month; the doors can wait until the spring.`;

function inspection(sentences, seen) {
  return defineCapability({
    capabilityId: "inspect_depot",
    description: "Inspect one depot of the line by its number.",
    operationTypes: ["RETRIEVE", "ANALYSE", "GENERATE"],
    inputSchema: { type: "object", properties: { depot: { type: "integer" } }, required: ["depot"] },
    safetyClass: "read-only",
    execute: ({ depot }) => {
      const report = Array.from(
        { length: sentences },
        (_, index) =>
          `Bay ${index + 1} of depot ${depot} was measured at ${(depot * 37 + index * 11) % 90} per cent of its rated load and shows ${(depot + index) % 7} defects.`,
      ).join("\n");
      seen(report);
      return report;
    },
  });
}

function planOf(count) {
  const steps = Array.from({ length: count }, (_, index) => {
    const last = index === count - 1;
    return {
      id: `s${index + 1}`,
      operation: last ? "GENERATE" : index % 2 === 0 ? "RETRIEVE" : "ANALYSE",
      assignment: last ? "Report what has to be repaired first." : `Inspect depot ${index + 1} and say what is worn.`,
      dependsOn: last ? Array.from({ length: count - 1 }, (_, other) => `s${other + 1}`) : [],
      deliverable: last,
      implied: false,
      evidence: [],
    };
  });
  const operations = ["RETRIEVE", "ANALYSE", "GENERATE"];
  return {
    name: "fixed",
    classify: () => ({ steps, operations, evidence: [], language: "en", confidence: 1, divergence: 0 }),
  };
}

/** What a person has to hear. */
export function frameFaults(figures) {
  return figures
    .filter(({ operations, largest }) => operations >= 300 && largest >= LARGEST_FRAME)
    .map(({ name, largest }) => `${name}: the largest prompt has ${largest} tokens, ${LARGEST_FRAME} are the bound`);
}

function print(figures) {
  console.log("| run | model calls | tokens sent | largest prompt | loop sent | loop largest | frames ÷ loop |");
  console.log("|---|---|---|---|---|---|---|");
  for (const row of figures) {
    console.log(
      `| ${row.name} | ${row.calls} | ${row.sent} | ${row.largest} | ${row.loopSent} | ${row.loopLargest} | ${row.ratio.toFixed(2)} |`,
    );
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await measureFrames();
  if (process.argv.includes("--json")) console.log(JSON.stringify(figures));
  else print(figures);
  const faults = frameFaults(figures);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
