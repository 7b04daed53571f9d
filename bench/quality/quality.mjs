// Measures every judgement of the core and prints one table with baselines, bars and aims.
//
//   npx tsc -b packages/cli && node bench/quality/quality.mjs [--check] [--json]
//
// Writes bench/quality.json. With --check it writes nothing and fails when a figure is below its bar, or worse than the
// written one by more than a point (one hundredth, or three per cent of a size). What needs labelled data beside the
// project is left out where that is missing, and then neither written over nor compared.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { measureClassification } from "./classification.mjs";
import { frameFaults, measureFrames } from "./frames.mjs";
import { informedFaults, measureInformed } from "./informed.mjs";
import { measureSelection, selectionFaults } from "./selection.mjs";
import { HALVES, measureVerification } from "./verification.mjs";

const FILE = fileURLToPath(new URL("../quality.json", import.meta.url));
const POINT = 0.01;
/** Sizes and counts are worse when they grow by more than this share. */
const SIZE_SHARE = 0.03;
/** Largest gap between the part of the data people may read and the part they may not. */
const MAX_GAP = 0.05;

const reported = process.argv.includes("--json") ? () => {} : (text) => console.error(text);

/**
 * A figure: `value`, whether `higher` or `lower` is better, and where they exist the bar it must not cross, the aim, and
 * what others reach. Sizes are counts, all else are shares of one.
 */
function figure(group, name, value, { better = "higher", bar, aim, others, size = false } = {}) {
  return {
    group,
    name,
    value,
    better,
    ...(bar === undefined ? {} : { bar }),
    ...(aim === undefined ? {} : { aim }),
    ...(others === undefined ? {} : { others }),
    ...(size ? { size } : {}),
  };
}

async function classificationFigures() {
  const measured = await measureClassification();
  if (measured === null) return null;
  const { full, statisticalOff, cuesOff, alwaysGenerate } = measured.labelled;
  const row = (name, key, more) => figure("classification, five-fold", name, full.all[key], more);
  const gap = (key) => Math.abs(full.readable[key] - full.unread[key]);
  const off = (name, part) => figure("classification, parts off", name, part.all.exactSet);
  return [
    row("exact operation set", "exactSet", {
      bar: 0.6,
      aim: 0.7,
      others: { "ported system": 0.35, "always GENERATE": alwaysGenerate.all.exactSet, "word model": 0.57 },
    }),
    row("F1 of operations", "f1", {
      bar: 0.7,
      aim: 0.78,
      others: { "ported system": 0.457, "always GENERATE": alwaysGenerate.all.f1 },
    }),
    row("primary operation in set", "primaryInSet", { bar: 0.75, aim: 0.85 }),
    row("exact sequence", "exactSequence", { others: { "ported system": 0.35 } }),
    row("deliverable is primary", "primary", { others: { "ported system": 0.447 } }),
    row("depth exact", "depthExact", { bar: 0.6, others: { "ported system": 0.257, "always D2": 0.499 } }),
    row("depth within one level", "depthWithinOne", {
      bar: 0.95,
      others: { "ported system": 0.751, "always D2": 0.984 },
    }),
    ...["exactSet", "f1", "primaryInSet", "depthExact"].map((key) =>
      figure("classification, gap of halves", key, gap(key), { better: "lower", bar: MAX_GAP }),
    ),
    off("exact set, cues alone", statisticalOff),
    off("exact set, statistics alone", cuesOff),
    ...(measured.requests === null
      ? []
      : [
          figure("hard requests", "plan right or accepted", measured.requests.full.share, { bar: 0.92 }),
          figure("hard requests", "depth right", measured.requests.full.depth),
        ]),
  ];
}

function selectionFigures() {
  const measured = measureSelection();
  if (measured === null) return null;
  for (const fault of selectionFaults(measured)) reported(fault);
  const at = (k, bar, aim, others) =>
    figure("tool choice, 1,096 tools", `recall@${k}`, measured.all[k], { bar, aim, others });
  return [
    at(1, 0.66, 0.7, { "ported system": 0.357, BM25: 0.583 }),
    at(3, 0.83, 0.87, { "ported system": 0.475, BM25: 0.772 }),
    at(7, 0.9, 0.94, { "ported system": 0.558, BM25: 0.851 }),
    ...[1, 3, 7].map((k) =>
      figure("tool choice, gap of halves", `recall@${k}`, Math.abs(measured.readable[k] - measured.unread[k]), {
        better: "lower",
        bar: MAX_GAP,
      }),
    ),
    figure("tool choice, threshold", "right tools it costs", measured.threshold.lost, { better: "lower", bar: 0.01 }),
    figure("tool choice, threshold", "offered without need, 10 tools", measured.threshold.falseOffers, {
      better: "lower",
    }),
  ];
}

function verificationFigures() {
  return HALVES.map(measureVerification).flatMap(({ half, falsePassRate, falseFailRate }) => [
    figure("verification", `false pass, ${half} half`, falsePassRate, { better: "lower", bar: 0.1 }),
    figure("verification", `false fail, ${half} half`, falseFailRate, { better: "lower", bar: 0.1 }),
  ]);
}

async function informedFigures() {
  const measured = await measureInformed();
  for (const fault of informedFaults(measured)) reported(fault);
  return measured.flatMap((row) => {
    const group = `${row.observations} observations`;
    return [
      figure(group, "needed ones in the last frame", row.present, {
        bar: 0.98,
        others: { "last eight": row.presentInLastEight },
      }),
      figure(group, "offline answer right", row.right, { bar: 0.9 }),
      figure(group, "largest prompt, tokens", row.largestPrompt, {
        better: "lower",
        bar: 2500,
        size: true,
        others: { "accumulating loop": row.largestAccumulated },
      }),
    ];
  });
}

async function frameFigures() {
  const measured = await measureFrames();
  for (const fault of frameFaults(measured)) reported(fault);
  return measured.flatMap((row) => [
    figure(row.name, "tokens sent", row.sent, {
      better: "lower",
      size: true,
      others: { "accumulating loop": row.loopSent },
    }),
    figure(row.name, "largest prompt, tokens", row.largest, {
      better: "lower",
      size: true,
      others: { "accumulating loop": row.loopLargest },
    }),
  ]);
}

const keyOf = ({ group, name }) => `${group}: ${name}`;

/** What is wrong with a figure by itself, and beside the one that was written. */
function faultsOf(measured, written) {
  const before = new Map(written.map((row) => [keyOf(row), row.value]));
  return measured.flatMap((row) => {
    const { value, better, bar, size } = row;
    const worse = (than, by) => (better === "higher" ? value < than - by : value > than + by);
    const faults = [];
    if (bar !== undefined && worse(bar, 0))
      faults.push(`${keyOf(row)} is ${shown(row, value)}, the bar is ${shown(row, bar)}`);
    const last = before.get(keyOf(row));
    if (last !== undefined && worse(last, size ? SIZE_SHARE * last : POINT)) {
      faults.push(`${keyOf(row)} is ${shown(row, value)}, it was ${shown(row, last)}`);
    }
    return faults;
  });
}

const shown = ({ size }, value) => (value === undefined ? "" : size ? value.toLocaleString("en-US") : value.toFixed(3));

function print(figures) {
  console.log("| figure | measured | bar | aim | others |\n|---|---|---|---|---|");
  let group = "";
  for (const row of figures) {
    if (row.group !== group) console.log(`| **${row.group}** | | | | |`);
    group = row.group;
    const others = Object.entries(row.others ?? {}).map(([name, value]) => `${name} ${shown(row, value)}`);
    console.log(
      `| ${row.name} | ${shown(row, row.value)} | ${shown(row, row.bar)} | ${shown(row, row.aim)} | ${others.join(", ")} |`,
    );
  }
}

async function main() {
  const parts = [];
  for (const [name, measure] of Object.entries({
    classificationFigures,
    selectionFigures,
    verificationFigures,
    informedFigures,
    frameFigures,
  })) {
    const figures = await measure();
    if (figures === null) reported(`${name}: no labelled data beside the project, nothing measured`);
    else parts.push(...figures);
  }
  const written = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")).figures : [];
  if (process.argv.includes("--json")) console.log(JSON.stringify(parts));
  else print(parts);
  const check = process.argv.includes("--check");
  const faults = faultsOf(parts, check ? written : []);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  if (check) return;
  const measured = new Set(parts.map(keyOf));
  const kept = written.filter((row) => !measured.has(keyOf(row)));
  writeFileSync(FILE, `${JSON.stringify({ version: "1.0", figures: [...parts, ...kept] }, null, 2)}\n`);
}

await main();
