// Cost of the budget guard, of frames and of choosing facts, as minima over rounds and as ratios: against splitting the
// same text into lines, against trimming line by line with a recount each time, and against half the input.
// Build first: npx tsc -b packages/core
import { mkdirSync, writeFileSync } from "node:fs";
import { guardPromptBudget } from "../packages/core/dist/budget/guard-prompt-budget.js";
import { trimMessageHistory } from "../packages/core/dist/budget/trim-message-history.js";
import { buildGoalCompass } from "../packages/core/dist/position/build-compass.js";
import { FactIndex } from "../packages/core/dist/position/fact-index.js";
import { parseSections } from "../packages/core/dist/position/parse-sections.js";
import { buildStepFrame } from "../packages/core/dist/position/step-frame.js";
import { ROUNDS, timeWork } from "./time-work.mjs";

const cheap = (text) => Math.ceil(text.length / 4);
const linesOf = (count, width = 50) =>
  Array.from({ length: count }, (_, at) => `${at} `.padEnd(width, "abcdefg ")).join("\n");

/** What a guard without prefix sums does: drop the first line, count all that is left, and again. */
function trimByRecount(text, allowed) {
  let rest = text;
  while (cheapWalk(rest) > allowed) rest = rest.slice(rest.indexOf("\n") + 1);
  return rest;
}
/** As cheap a counter as one that has to look at the text can be. */
function cheapWalk(text) {
  let words = 0;
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) words += 1;
  return words;
}

const rows = [];
const add = (title, { min, median }, bar, more = {}) =>
  rows.push({ title, min_ms: min, median_ms: median, bar_ms: bar, ...more });

const big = linesOf(200_000);
const half = linesOf(100_000);
const small = linesOf(20_000);
const guard = (prompt, contextWindow, countTokensFn) => () =>
  guardPromptBudget(prompt, { contextWindow, requestedMaxTokens: 1024, ...(countTokensFn ? { countTokensFn } : {}) });

const split = timeWork(() => big.split("\n"));
add("split 10 MB into 200,000 lines (baseline)", split, null);
const keepLittle = timeWork(guard(big, 8192, cheap));
add("guard 10 MB, 200,000 lines, window 8,192", keepLittle, 50, { against_split: keepLittle.min / split.min });
const keepHalf = timeWork(guard(big, 1_300_000, cheap));
add("guard 10 MB, 200,000 lines, half of it kept", keepHalf, 50, { against_split: keepHalf.min / split.min });
const keepHalfOfHalf = timeWork(guard(half, 650_000, cheap));
add("guard 5 MB, 100,000 lines, half of it kept", keepHalfOfHalf, 25, {});
add("guard 1 MB, 20,000 lines, half of it kept", timeWork(guard(small, 130_000, cheap)), 10);
add("guard 10 MB by the byte bound", timeWork(guard(big, 5_000_000)), 50);
add("guard one line of 10 MB", timeWork(guard("x".repeat(10_000_000), 8192, cheap)), 50);
add("guard 9 MB of Han in one line", timeWork(guard("中文句子".repeat(750_000), 100_000, cheap)), 100);
const few = linesOf(2000);
const allowed = Math.floor(cheapWalk(few) / 2);
const recount = timeWork(() => trimByRecount(few, allowed), { rounds: 5, warmup: 1 });
const ours = timeWork(guard(few, allowed + 1024 + 256, cheapWalk));
add("guard 2,000 lines, a counter that reads", ours, null, { against_recounting: ours.min / recount.min });
const history = Array.from({ length: 20_000 }, (_, at) => ({
  role: at % 2 === 0 ? "user" : "assistant",
  content: `message ${at} ${"word ".repeat(20)}`,
}));
add(
  "trim a history of 20,000 messages to half",
  timeWork(() => trimMessageHistory(history, { maxTokens: 350_000 })),
  100,
);

const facts = (count) => {
  const index = new FactIndex();
  for (let at = 0; at < count; at += 1) {
    index.add({
      factId: `f${at}`,
      statement: `Station ${at} measured ${(at * 7) % 100} degrees at ${at % 24}:00 on day ${at % 31} of the heat campaign`,
      provenance: "TOOL",
      provenanceRef: `call:c${at}`,
    });
  }
  return index;
};
const request = "Compare the heat measured at station 17 and station 1234 and say which of them is hotter.";
const indexed = facts(5000);
add(
  "choose among 5,000 facts",
  timeWork(() => indexed.choose("COMPARE", request), { inner: 200 }),
  0.5,
);
const perFact = timeWork(() => facts(5000), { rounds: 5 });
add("add one fact (mean of 5,000)", { min: perFact.min / 5000, median: perFact.median / 5000 }, 0.02);

const step = {
  id: "s1",
  operation: "COMPARE",
  assignment: request,
  dependsOn: [],
  deliverable: true,
  implied: false,
  evidence: [],
};
const eight = indexed.choose("COMPARE", request, { limit: 8 });
const frame = () =>
  buildStepFrame({
    step,
    stepIndex: 1,
    stepCount: 3,
    plan: [step],
    request,
    depth: "D3",
    goalCompass: buildGoalCompass("COMPARE", request, { priorOperations: ["RETRIEVE"] }),
    windowTokens: 8192,
    stateSlice: "objective: compare two stations\nremaining: compare",
    facts: eight,
    derived: [{ stepId: "s0", operation: "RETRIEVE", text: "Station 17 measured 19 degrees." }],
    observations: [],
    successTest: "Every named item appears and is judged on the same points.",
    form: { kind: "prose" },
  });
const prompt = frame().toPrompt();
const hot = { warmup: 20, inner: 500 };
add(
  "compass",
  timeWork(() => buildGoalCompass("COMPARE", request), hot),
  0.01,
);
add(
  "frame with 8 facts, built and rendered",
  timeWork(() => frame().toPrompt(), hot),
  0.02,
);
add(
  "the same, guarded by the byte bound",
  timeWork(() => guard(frame().toSections(), 8192)(), hot),
  0.03,
);
add(
  "sections read back from it",
  timeWork(() => parseSections(prompt), hot),
  null,
);

const doubling = keepHalf.min / keepHalfOfHalf.min;
const results = { node: process.version, rounds: ROUNDS, doubling_5_to_10_mb: doubling, rows };
const fixed = (value) => (value === null || value === undefined ? "" : value < 1 ? value.toFixed(4) : value.toFixed(2));
console.log("| work | min ms | median ms | bar ms | ÷ split | ÷ recounting |\n|---|---|---|---|---|---|");
for (const row of rows) {
  console.log(
    `| ${row.title} | ${fixed(row.min_ms)} | ${fixed(row.median_ms)} | ${fixed(row.bar_ms)} | ${fixed(row.against_split)} | ${fixed(row.against_recounting)} |`,
  );
}
console.log(`\n5 MB → 10 MB: × ${doubling.toFixed(2)}`);
const missed = rows.filter((row) => row.bar_ms !== null && row.min_ms > row.bar_ms);
for (const row of missed) console.log(`over its bar: ${row.title}`);
const folder = new URL("results/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("budget.json", folder), `${JSON.stringify(results, null, 2)}\n`);
