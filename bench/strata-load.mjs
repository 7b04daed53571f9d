// STRATA-PERF-04: loading and checking a program of 10 MB, beside JSON.parse of the same text in the same run.
import { mkdirSync, writeFileSync } from "node:fs";
import { checkProgram, parseProgram } from "@pelorus/strata";

const atom = (pred, ...names) => ({ pred, args: names.map((name) => ({ kind: "const", data: { name } })) });
const items = [
  { kind: "domain", data: { name: "node" } },
  {
    kind: "predicate",
    data: {
      name: "edge",
      sig: {
        args: [
          { kind: "domain", data: { name: "node" } },
          { kind: "domain", data: { name: "node" } },
        ],
        annotation: { kind: "bool" },
      },
    },
  },
];
let size = 0;
for (let index = 0; size < 10_000_000; index++) {
  const fact = { kind: "fact", data: { atom: atom("edge", `n${index}`, `n${index + 1}`) } };
  size += JSON.stringify(fact).length + 1;
  items.push(fact);
}
const text = JSON.stringify({ ir_version: "0.1.0", items });

const time = (work) => {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    const started = performance.now();
    work();
    const used = process.cpuUsage(before);
    times.push({ wall: performance.now() - started, cpu: (used.user + used.system) / 1000 });
  }
  return times.sort((a, b) => a.cpu - b.cpu);
};

const parsed = time(() => JSON.parse(text));
const loaded = time(() => {
  const outcome = parseProgram(text);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics.slice(0, 3)));
  checkProgram(outcome.value);
});
const row = {
  bytes: text.length,
  load_and_check_ms: { min_cpu: loaded[0].cpu, median_wall: loaded[2].wall },
  json_parse_ms: { min_cpu: parsed[0].cpu, median_wall: parsed[2].wall },
};
/** Prints what a requirement asks for, what was measured, and whether that is enough. */
function goal(id, what, met, figure) {
  console.log(`${id}  ${what}: ${figure}  ${met ? "met" : "missed"}`);
}
goal(
  "STRATA-PERF-04",
  `load + check ${(text.length / 1e6).toFixed(1)} MB under 2 s`,
  loaded[0].cpu < 2000,
  `${loaded[0].cpu.toFixed(0)} ms processor time, ${(loaded[0].cpu / parsed[0].cpu).toFixed(1)} × JSON.parse`,
);
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
writeFileSync(
  new URL("results/strata-load.json", import.meta.url),
  `${JSON.stringify({ version: "1.0", ...row }, null, 2)}\n`,
);
