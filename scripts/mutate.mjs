// Breaks the rule behind a random tenth of the requirement ids, one at a time and in memory, and shows that the tests that
// cite the id notice.
//
//   node scripts/mutate.mjs [--seed N] [--share 0.1] [--id POS-BUD-02 …] [--list] [--keep]
//
// --share 1 breaks every rule once; --keep writes the outcome to bench/results/mutation.json.
// Ends with 1 when fewer than 0.9 of the breaks are noticed, or when a test that should judge fails or is missing already.
import { fork } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findBreaks } from "./mutation/anchors.mjs";
import { citingFiles } from "./mutation/citing-files.mjs";

const LEAST_NOTICED = 0.9;
/** Milliseconds for the tests of one id; a break that makes them hang is noticed. */
const TIME_LIMIT = 120_000;

const root = fileURLToPath(new URL("..", import.meta.url));
const RESULTS = join(root, "bench/results/mutation.json");
const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    share: { type: "string", default: "0.1" },
    id: { type: "string", multiple: true, default: [] },
    list: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
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
const judge = startJudge();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    judge.end();
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
  const { file, line, how, start, end, text, source } = ways[Math.floor(random() * ways.length)];
  const where = `${relative(root, file)}:${line} ${how}`;
  const code = source.slice(0, start) + text + source.slice(end);
  const broken = await runTests(id, nearestFirst(files, file), { file, code });
  if (broken.result === "missing") {
    report(id, "unjudged", "no test of it ran");
    continue;
  }
  // A test that fails without the break, too, has noticed nothing.
  const whole = broken.result === "failed" ? await runTests(id, broken.failed, null) : broken;
  if (whole.result !== "passed") report(id, "unjudged", `its tests are ${whole.result} without a break`);
  else report(id, broken.result === "failed" ? "noticed" : "UNNOTICED", where);
}
judge.end();

const noticed = results.filter(({ result }) => result === "noticed").length;
const judged = noticed + results.filter(({ result }) => result === "UNNOTICED").length;
const ratio = judged === 0 ? 0 : noticed / judged;
console.log(`${noticed} of ${judged} breaks were noticed (${ratio.toFixed(2)}; seed ${options.seed}).`);
if (options.keep) keepResult();
process.exitCode = ratio >= LEAST_NOTICED && judged === results.length ? 0 : 1;

/** Puts the outcome among those kept; a later one of the same seed takes the place of the earlier. */
function keepResult() {
  const kept = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")).runs : [];
  const seed = Number(options.seed);
  const unnoticed = results.filter(({ result }) => result === "UNNOTICED").map(({ id, detail }) => `${id} ${detail}`);
  const outcome = {
    seed,
    share: Number(options.share),
    breakable_ids: breakable.length,
    breaks: judged,
    noticed,
    ratio: Math.round(ratio * 1000) / 1000,
    unnoticed,
  };
  const runs = [...kept.filter((run) => run.seed !== seed), outcome];
  writeFileSync(RESULTS, `${JSON.stringify({ least_noticed: LEAST_NOTICED, runs }, null, 2)}\n`);
}

function report(id, result, detail) {
  results.push({ id, result, detail });
  console.log(`${result.padEnd(11)} ${id.padEnd(16)} ${detail}`);
}

/** What the tests of `files` whose names cite `id` say; the answer of the judge, or `failed` when time runs out. */
function runTests(id, files, broken) {
  return judge.ask({ pattern: `${id}(?![0-9])`, files, broken });
}

/** Files by how near they are to the broken one: same package, same folder, and then the smaller ones. */
function nearestFirst(files, source) {
  const words = new Set(relative(root, source).split(/[/.-]/));
  const shared = (file) => file.split(/[/.-]/).filter((word) => words.has(word)).length;
  const size = (file) => statSync(join(root, file)).size;
  return [...files].sort((one, other) => shared(other) - shared(one) || size(one) - size(other));
}

/** The process that runs the tests. It leads a group of its own: a broken loop in a worker is ended with it. */
function startJudge() {
  let child = null;
  const end = () => {
    if (child === null) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // Nobody of the group is left.
    }
    child = null;
  };
  const started = () =>
    new Promise((resolve, reject) => {
      child = fork(join(root, "scripts/mutation/judge.mjs"), { cwd: root, detached: true, stdio: "ignore" });
      child.once("error", reject);
      child.once("exit", () => reject(new Error("The judge ended before it began.")));
      child.once("message", () => {
        child.removeAllListeners();
        resolve();
      });
    });
  const ask = async (question) => {
    if (child === null) await started();
    return new Promise((resolve) => {
      const asked = child;
      const done = (answer) => {
        clearTimeout(timer);
        // The end of a judge that was given up must not be taken for that of the next one.
        asked.removeAllListeners();
        resolve(answer);
      };
      const fail = () => {
        end();
        done({ result: "failed", failed: question.files });
      };
      const timer = setTimeout(fail, TIME_LIMIT);
      asked.once("message", done);
      asked.once("exit", fail);
      asked.send(question);
    });
  };
  return { ask, end };
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
