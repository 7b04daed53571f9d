// How well the embedded model answers the proof set: three shares, by form, and nothing of a single question.
// Prints them beside their goals and writes bench/results/offline-quality.json. The questions are TypeScript, so vitest runs them.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = fileURLToPath(new URL("results/offline-quality.json", import.meta.url));
const { status, stderr } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", "packages/providers/test/offline/proof.test.ts"],
  { cwd: root, env: { ...process.env, OFFLINE_QUALITY_FILE: file }, encoding: "utf8" },
);
if (status !== 0) {
  process.stderr.write(stderr);
  process.exitCode = 1;
}

const { questions, goals, by_form: byForm, ...shares } = JSON.parse(readFileSync(file, "utf8"));
console.log(`${questions.answerable} answerable and ${questions.unanswerable} unanswerable questions`);
for (const [name, goal] of Object.entries(goals)) console.log(`${name}: ${shares[name].toFixed(3)} (goal ${goal})`);
for (const [form, { right, all }] of Object.entries(byForm)) console.log(`  ${form}: ${right}/${all}`);
