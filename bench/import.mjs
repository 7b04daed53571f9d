// POS-SPD-04: what importing the core costs, beside importing xstate and zod, each in processes of its own that take turns.
// Build first: npx -y pnpm@10.34.9 build (tsc alone leaves the entries in as many files as the sources)
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { goal } from "./machine.mjs";

const PROCESSES = Number(process.env.PROCESSES ?? 10);
const MOST = 1.4;
const CONTENDERS = {
  libraries: 'await import("xstate"); await import("zod");',
  core: 'await import("@pelorus/core");',
};
// Libraries are resolved where the core resolves them.
const cwd = fileURLToPath(new URL("../packages/core/", import.meta.url));

/** Milliseconds of an import in a fresh process, by its own clock: starting Node is nobody's. */
function importTime(code) {
  const script = `const start = performance.now(); ${code} process.stdout.write(String(performance.now() - start));`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd, encoding: "utf8" }));
}

const times = Object.fromEntries(Object.keys(CONTENDERS).map((name) => [name, []]));
for (let round = -1; round < PROCESSES; round += 1) {
  for (const [name, code] of Object.entries(CONTENDERS)) {
    const taken = importTime(code);
    if (round >= 0) times[name].push(taken);
  }
}
const spreadOf = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    min: sorted[0],
    median: (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2,
    max: sorted.at(-1),
  };
};
const spread = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, spreadOf(values)]));
const ratio = spread.core.median / spread.libraries.median;
for (const [name, { min, median, max }] of Object.entries(spread)) {
  console.log(`${name.padEnd(10)} min ${min.toFixed(0)} ms  median ${median.toFixed(0)}  max ${max.toFixed(0)}`);
}
const asked = `importing the core at most ${MOST} × importing xstate + zod`;
goal("POS-SPD-04", asked, ratio <= MOST, `${ratio.toFixed(2)} ×`);
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
writeFileSync(
  new URL("results/import.json", import.meta.url),
  `${JSON.stringify({ version: "1.0", node: process.version, processes: PROCESSES, ...spread, ratio }, null, 2)}\n`,
);
