// Breaks the rule behind a random tenth of the requirement ids, one at a time and in memory, and shows that the tests that
// cite the id notice.
//
//   node scripts/mutate.mjs [--seed N] [--share 0.1] [--id POS-BUD-02 …] [--list]
//
// Ends with 1 when fewer than 0.9 of the breaks are noticed, or when a test that should judge fails or is missing already.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findBreaks } from "./mutation/anchors.mjs";
import { citingFiles } from "./mutation/citing-files.mjs";

const LEAST_NOTICED = 0.9;
/** Milliseconds for the tests of one id; a break that makes them hang is noticed. */
const TIME_LIMIT = 180_000;

const root = fileURLToPath(new URL("..", import.meta.url));
const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    share: { type: "string", default: "0.1" },
    id: { type: "string", multiple: true, default: [] },
    list: { type: "boolean", default: false },
  },
});

const random = randomNumbers(Number(options.seed));
const cited = citingFiles(root);
const breaks = findBreaks(root);
const breakable = [...breaks.keys()].filter((id) => cited.has(id)).sort();
const without = [...cited.keys()].filter((id) => !breaks.has(id)).sort();
console.log(
  `${cited.size} ids are cited by tests; ${breakable.length} of them stand above a statement that can be broken.`,
);
if (options.list) {
  console.log(`Without one: ${without.join(" ")}`);
  process.exit(0);
}

const chosen =
  options.id.length > 0 ? options.id : pick(breakable, Math.ceil(breakable.length * Number(options.share)));
const results = [];
/** Ends the tests under way. */
let endTests = () => {};
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    endTests();
    process.exit(130);
  });
}
for (const id of chosen) {
  const ways = breaks.get(id) ?? [];
  const files = cited.get(id) ?? [];
  if (ways.length === 0 || files.length === 0) {
    report(id, "unbreakable", "no statement, or no test");
    continue;
  }
  const way = ways[Math.floor(random() * ways.length)];
  const where = `${relative(root, way.file)}:${way.line} ${way.how}`;
  const before = await runTests(id, files, null);
  if (before !== "passed") {
    report(id, "unjudged", `its tests are ${before} without a break`);
    continue;
  }
  const { file, start, end, text } = way;
  const after = await runTests(id, files, { file, start, end, text });
  report(id, after === "passed" ? "UNNOTICED" : "noticed", where);
}

const noticed = results.filter((result) => result === "noticed").length;
const judged = noticed + results.filter((result) => result === "UNNOTICED").length;
const ratio = judged === 0 ? 0 : noticed / judged;
console.log(`${noticed} of ${judged} breaks were noticed (${ratio.toFixed(2)}; seed ${options.seed}).`);
process.exitCode = ratio >= LEAST_NOTICED && judged === results.length ? 0 : 1;

function report(id, result, detail) {
  results.push(result);
  console.log(`${result.padEnd(11)} ${id.padEnd(16)} ${detail}`);
}

/** `passed`, `failed`, or `missing` when no test ran. */
async function runTests(id, files, broken) {
  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const output = join(folder, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const settings = ["--config", "scripts/mutation/vitest.config.ts", "--root", root, "--bail=1"];
  try {
    const inTime = await runInTime(
      [vitest, "run", ...settings, "--reporter=json", `--outputFile=${output}`, "-t", `${id}(?![0-9])`, ...files],
      broken === null ? {} : { PELORUS_BREAK: JSON.stringify(broken) },
    );
    if (!inTime || !existsSync(output)) return "failed";
    const { success, numPassedTests, numFailedTests } = JSON.parse(readFileSync(output, "utf8"));
    if (!success || numFailedTests > 0) return "failed";
    return numPassedTests === 0 ? "missing" : "passed";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs Node and resolves with whether it ended in time. It leads a group of its own: a broken loop in a worker ends, too. */
function runInTime(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: "ignore",
      detached: true,
      env: { ...process.env, ...env },
    });
    let inTime = true;
    const end = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // Nobody of the group is left.
      }
    };
    endTests = end;
    const timer = setTimeout(() => {
      inTime = false;
      end();
    }, TIME_LIMIT);
    child.on("error", reject);
    child.on("exit", () => {
      clearTimeout(timer);
      end();
      resolve(inTime);
    });
  });
}

function pick(ids, count) {
  const left = [...ids];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0],
  );
}

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
