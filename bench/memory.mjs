// POS-SPD-03: ten thousand runs in one process leave the heap as it was, and no listener, timer or handle behind.
// node --expose-gc bench/memory.mjs        Build first: npx tsc -b packages/core
import { getEventListeners } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fixedRun } from "./fixed-run.mjs";
import { goal } from "./machine.mjs";

const RUNS = Number(process.env.RUNS ?? 10_000);
const EVERY = Math.max(1, Math.floor(RUNS / 10));
/** Share by which the heap may differ between the first mark and any later one. */
const FLAT = 0.05;

if (globalThis.gc === undefined) {
  console.error("Start it as: node --expose-gc bench/memory.mjs");
  process.exit(2);
}

async function heapAfterCollection() {
  // What finalisation has freed is collected in the next round.
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc();
    await nextTurn();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, external, array_buffers: arrayBuffers };
}

const caller = new AbortController();
const listeners = () => getEventListeners(caller.signal, "abort").length;
const resourcesBefore = process.getActiveResourcesInfo();
let most = 0;
const marks = [];
for (let run = 1; run <= RUNS; run += 1) {
  await fixedRun(3, {
    useTools: run % 2 === 0,
    signal: caller.signal,
    onEvent: () => {
      most = Math.max(most, listeners());
    },
  });
  if (run % EVERY === 0) {
    const mark = { runs: run, ...(await heapAfterCollection()) };
    marks.push(mark);
    console.log(
      `${run} runs: heap ${(mark.heap / 2 ** 20).toFixed(2)} MB, external ${(mark.external / 2 ** 20).toFixed(2)} MB`,
    );
  }
}
await nextTurn();
const left = process.getActiveResourcesInfo().filter((name) => !resourcesBefore.includes(name));
const [first] = marks;
const drift = Math.max(...marks.map(({ heap }) => Math.abs(heap / first.heap - 1)));
const report = {
  version: "1.0",
  node: process.version,
  runs: RUNS,
  marks,
  heap_drift: drift,
  most_listeners: most,
  listeners_left: listeners(),
  resources_left: left,
};
const flat = drift <= FLAT;
const quiet = report.listeners_left === 0 && left.length === 0;
goal("POS-SPD-03", `heap after collection within ${100 * FLAT} %`, flat, `${(100 * drift).toFixed(2)} %`);
goal("POS-SPD-03", "one listener on the caller's signal while a run lives", most === 1, `${most}`);
goal(
  "POS-SPD-03",
  "no listener, timer or handle left",
  quiet,
  `${report.listeners_left} listeners, [${left.join(", ")}]`,
);
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
writeFileSync(new URL("results/memory.json", import.meta.url), `${JSON.stringify(report, null, 2)}\n`);
if (!flat || most !== 1 || !quiet) process.exitCode = 1;
