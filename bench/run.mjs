// POS-SPD-01: what a run costs of our own time, with a model that costs nothing and the record on (memory journal), beside
// the floor of the bare machine, and how it grows with the plan. Minima over repeats, with their spread; wall and processor
// time. Build first: npx tsc -b packages/core
import { mkdirSync, writeFileSync } from "node:fs";
import { bareMachine } from "./bare-machine.mjs";
import { timeRun } from "./fixed-run.mjs";
import { goal, MachineMeasure, processorTime } from "./machine.mjs";

const N = Number(process.env.N ?? 1000);
const REPEATS = Number(process.env.REPEATS ?? 20);
const WARMUP = Number(process.env.WARMUP ?? 8);
/** Milliseconds for 1,000 operations: what the reference took, what CI allows, what we want. */
const ROWS = [
  { name: `${N} operations, no tools`, useTools: false, reference: 89, bar: 60, goal: 29 },
  { name: `${N} tool operations, 20 tools`, useTools: true, reference: 425, bar: 140, goal: 140 },
];
const SIZES = [250, 500, 1000, 2000, 4000];
/** POS-SPD-01: doubling an input at most doubles the time, plus a fifth. */
const MOST_PER_DOUBLING = 2.4;

const spreadOf = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return { min: sorted[0], median: sorted[sorted.length >> 1], max: sorted[sorted.length - 1] };
};
const text = (value) => value.toFixed(1);

const machine = new MachineMeasure();
const rows = [];
for (const { name, useTools, reference, bar, goal } of ROWS) {
  const wall = [];
  const cpu = [];
  const floor = [];
  for (let round = -WARMUP; round < REPEATS; round += 1) {
    const bare = processorTime(() => bareMachine(N, { useTools }));
    const taken = await timeRun(N, { useTools });
    machine.take();
    if (round < 0) continue;
    floor.push(bare);
    wall.push(taken.wall);
    cpu.push(taken.cpu);
  }
  rows.push({ name, reference, bar, goal, wall: spreadOf(wall), cpu: spreadOf(cpu), floor_cpu: spreadOf(floor) });
}

const growth = [];
for (const size of SIZES) {
  const cpu = [];
  for (let round = 0; round < 6; round += 1) cpu.push((await timeRun(size)).cpu);
  const { min } = spreadOf(cpu);
  const before = growth.at(-1);
  growth.push({ operations: size, cpu_min: min, per_doubling: before === undefined ? null : min / before.cpu_min });
}

console.log(`machine factor ${machine.factor.toFixed(2)} (reference loop ${text(machine.milliseconds)} ms)\n`);
console.log("| work | floor ms | own ms: min | median | max | processor min | bar × factor | goal | reference |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const { name, wall, cpu, floor_cpu: floor, bar, goal, reference } of rows) {
  const figures = [floor.min, wall.min, wall.median, wall.max, cpu.min, bar * machine.factor].map(text);
  console.log(`| ${name} | ${figures.join(" | ")} | ${goal} | ${reference} |`);
}
console.log("\n| operations | processor ms | µs each | per doubling |\n|---|---|---|---|");
for (const { operations, cpu_min: min, per_doubling: by } of growth) {
  console.log(
    `| ${operations} | ${text(min)} | ${text((1000 * min) / operations)} | ${by === null ? "" : `× ${by.toFixed(2)}`} |`,
  );
}
for (const { name, wall, bar } of rows) {
  const allowed = bar * machine.factor;
  goal(
    "POS-SPD-01",
    `${name} under ${bar} ms × ${machine.factor.toFixed(2)}`,
    wall.min < allowed,
    `${text(wall.min)} ms`,
  );
}
const worst = Math.max(...growth.map(({ per_doubling: by }) => by ?? 0));
const asked = `doubling the plan at most × ${MOST_PER_DOUBLING}`;
goal("POS-SPD-01", asked, worst <= MOST_PER_DOUBLING, `× ${worst.toFixed(2)}`);
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
writeFileSync(
  new URL("results/run.json", import.meta.url),
  `${JSON.stringify({ version: "1.0", node: process.version, machine_factor: machine.factor, rows, growth }, null, 2)}\n`,
);
