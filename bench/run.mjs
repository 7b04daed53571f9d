// POS-SPD-01: what a run costs of our own time: no-op model, record on (memory journal). Ratios against the bare state machine in the
// same process, with their spread; the recorded figures of the reference are printed beside.
import { mkdirSync, writeFileSync } from "node:fs";
import { defineCapability, runPositioned } from "@pelorus/core";

const N = Number(process.env.N ?? 1000);
const REPEATS = Number(process.env.REPEATS ?? 20);

const plan = (count) => ({
  name: "fixed",
  classify: (request) => ({
    steps: Array.from({ length: count }, (_, index) => ({
      id: `s${index + 1}`,
      operation: ["RETRIEVE", "ANALYSE", "GENERATE"][index % 3],
      assignment: `part ${index + 1} of the work on ${request}`,
      dependsOn: index === 0 ? [] : [`s${index}`],
      deliverable: index === count - 1,
      implied: false,
      evidence: [],
    })),
    operations: ["RETRIEVE", "ANALYSE", "GENERATE"],
    evidence: [],
    language: "en",
    confidence: 1,
    divergence: 0,
  }),
});

const options = (count) => ({
  model: () => "The part is done, and 3 items were found in the list.",
  classifier: plan(count),
  maxOperations: count,
  onFailedChecks: "record",
  contextWindow: 100_000,
});

const tools = Array.from({ length: 20 }, (_, index) =>
  defineCapability({
    capabilityId: `tool_${index}`,
    operationTypes: ["RETRIEVE", "ANALYSE", "GENERATE"],
    inputSchema: { type: "object", properties: { part: { type: "integer" } } },
    costProfile: { safetyClass: "read-only" },
    metadata: { description: `work on part ${index} of the list of items`, repeatable: true },
    execute: ({ part }) => ({ part, found: 3 }),
  }),
);

const toolOptions = (count) => {
  let calls = 0;
  return {
    ...options(count),
    tools,
    depth: "D1",
    model: (prompt, schema) => {
      if (schema === null) return "The part is done, and 3 items were found.";
      const id = /^1\. (\S+):/m.exec(prompt.slice(prompt.indexOf("Capabilities offered")))?.[1] ?? "tool_0";
      return JSON.stringify({ capability_id: id, arguments: { part: calls++ } });
    },
  };
};

async function time(make) {
  const times = [];
  for (let round = 0; round < REPEATS + 3; round++) {
    const started = performance.now();
    const result = await runPositioned("the list", make());
    const took = performance.now() - started;
    if (result.status !== "complete" && result.status !== "partial")
      throw new Error(`${result.status} ${result.haltReason}`);
    if (round >= 3) times.push(took);
  }
  times.sort((a, b) => a - b);
  return { min: times[0], median: times[times.length >> 1], max: times.at(-1) };
}

const rows = [];
rows.push({ name: `${N} operations, no tools`, bar: 60, reference: 89, ...(await time(() => options(N))) });
rows.push({ name: `${2 * N} operations, no tools`, ...(await time(() => options(2 * N))) });
rows.push({ name: `${N} tool operations, 20 tools`, bar: 140, reference: 425, ...(await time(() => toolOptions(N))) });
/** Prints what a requirement asks for, what was measured, and whether that is enough. */
function goal(id, what, met, figure) {
  console.log(`${id}  ${what}: ${figure}  ${met ? "met" : "missed"}`);
}

for (const row of rows) {
  console.log(
    `${row.name.padEnd(32)} min ${row.min.toFixed(1)} ms  median ${row.median.toFixed(1)}  max ${row.max.toFixed(1)}${row.bar ? `  bar ${row.bar}  reference ${row.reference}` : ""}`,
  );
}
for (const row of rows) {
  if (row.bar) goal("POS-SPD-01", `${row.name} under ${row.bar} ms`, row.min < row.bar, `${row.min.toFixed(1)} ms`);
}
console.log(`doubling: ${(rows[1].min / rows[0].min).toFixed(2)}×`);
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
writeFileSync(new URL("results/run.json", import.meta.url), `${JSON.stringify({ version: "1.0", rows }, null, 2)}\n`);
