// Measures tool selection on labelled queries over real descriptors and prints the figures.
//
//   npx tsc -b packages/core && node bench/quality/selection.mjs [--misses] [--json]
//
// Reads ../shared when it is there. Queries whose id has a SHA-256 that begins with 0–a may be read by people and rules;
// the others are seen only through their score. Both parts are printed: a gap of over five points is a defect.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { descriptorFrom } from "../../packages/core/dist/capability/descriptor-from.js";
import { ToolCapabilityFabric } from "../../packages/core/dist/capability/fabric.js";

const shared = resolve(fileURLToPath(new URL("../../../shared", import.meta.url)));
const DEPTHS = [1, 3, 7];
/** What every figure may fall to before the quality gate fails. */
export const SELECTION_FLOORS = { 1: 0.66, 3: 0.83, 7: 0.9 };
/** Recall of others on the same queries. */
export const SELECTION_BASELINES = {
  "the system we port": { 1: 0.357, 3: 0.475, 7: 0.558 },
  "plain BM25": { 1: 0.583, 3: 0.772, 7: 0.851 },
};
/** Largest share of right tools within K that the threshold may cost, and of the gap between the two parts. */
const MAX_LOST = 0.01;
const MAX_GAP = 0.05;
/** Tools in a small catalogue, and how many such catalogues are drawn for every request that needs none of them. */
const SMALL = 10;
const DRAWS = 2;

/** Whether people and rules may read a query. */
export const isReadableQuery = ({ id, query }) =>
  "0123456789a".includes(
    createHash("sha256")
      .update(id ?? query)
      .digest("hex")[0],
  );

/** Measures everything; null where the labelled queries are missing. */
export function measureSelection() {
  const catalogue = join(shared, "data/tools/catalogue.json");
  if (!existsSync(catalogue)) return null;
  const descriptors = JSON.parse(readFileSync(catalogue, "utf8")).map((tool) => descriptorFrom(tool));
  const queries = lines("data/tools/queries.jsonl");
  const fabric = fabricOf(descriptors);
  const ranked = queries.map((query) => ({ ...query, ...rankOf(fabric, query) }));
  const open = fabricOf(descriptors, { minRelevance: 0 });
  const within = ranked.filter((query) => rankOf(open, query).rank >= 0);
  const baseline = queries.map((query) => ({ ...query, ...rankOf(fabric, query, { ranking: "jaccard" }) }));
  const read = ranked.filter(isReadableQuery);
  const unread = ranked.filter((query) => !isReadableQuery(query));
  return {
    queries: queries.length,
    tools: descriptors.length,
    all: recall(ranked),
    readable: { queries: read.length, ...recall(read) },
    unread: { queries: unread.length, ...recall(unread) },
    jaccard: recall(baseline),
    threshold: {
      lost: within.filter((query) => query.rank < 0).length / within.length,
      ...falseOffers(descriptors, queries),
    },
    misses: read.filter(({ rank }) => rank < 0),
  };
}

function rankOf(fabric, { query, tool }, options = {}) {
  const ids = fabric.select(null, query, { k: 7, ...options }).selected.map((entry) => entry.capabilityId);
  return { rank: ids.indexOf(tool), first: ids[0] ?? null };
}

function recall(ranked) {
  return Object.fromEntries(
    DEPTHS.map((k) => [k, ranked.filter(({ rank }) => rank >= 0 && rank < k).length / ranked.length]),
  );
}

/**
 * Requests that need no tool before small catalogues of tools drawn at random: the share to which any is offered. Beside
 * it the share of queries whose right tool stands in such a catalogue and is not offered.
 */
function falseOffers(descriptors, queries) {
  const requests = lines("data/operations/labelled.jsonl").map(({ request }) => request);
  const byId = new Map(descriptors.map((descriptor) => [descriptor.capabilityId, descriptor]));
  const draw = drawing(7);
  const small = (first) => {
    const drawn = new Map(first === undefined ? [] : [[first.capabilityId, first]]);
    while (drawn.size < SMALL) {
      const descriptor = descriptors[draw(descriptors.length)];
      drawn.set(descriptor.capabilityId, descriptor);
    }
    return fabricOf([...drawn.values()]);
  };
  let offered = 0;
  for (let round = 0; round < DRAWS; round += 1) {
    for (const request of requests) if (small().select(null, request).selected.length > 0) offered += 1;
  }
  const missing = queries.filter((query) => rankOf(small(byId.get(query.tool)), query).rank < 0).length;
  return { falseOffers: offered / (DRAWS * requests.length), lostAmongTen: missing / queries.length };
}

/** Numbers below a bound, the same in every run. */
function drawing(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * bound);
  };
}

function fabricOf(descriptors, options) {
  const fabric = new ToolCapabilityFabric(options);
  for (const descriptor of descriptors) fabric.register(descriptor);
  return fabric;
}

function lines(path) {
  return readFileSync(join(shared, path), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** What a person has to hear: floors missed, a threshold that costs too much, parts too far apart. */
export function selectionFaults(measured) {
  const faults = DEPTHS.filter((k) => measured.all[k] < SELECTION_FLOORS[k]).map(
    (k) => `recall@${k} ${measured.all[k].toFixed(3)} is below ${SELECTION_FLOORS[k]}`,
  );
  for (const k of DEPTHS) {
    const gap = Math.abs(measured.readable[k] - measured.unread[k]);
    if (gap > MAX_GAP) faults.push(`recall@${k} differs by ${gap.toFixed(3)} between the parts`);
  }
  if (measured.threshold.lost > MAX_LOST) faults.push(`the threshold costs ${measured.threshold.lost.toFixed(4)}`);
  return faults;
}

function print(measured) {
  const row = (title, figures) =>
    console.log(`| ${title.padEnd(40)} | ${DEPTHS.map((k) => figures[k].toFixed(3)).join(" | ")} |`);
  console.log(`| ${"recall of the right tool at".padEnd(40)} | 1     | 3     | 7     |`);
  console.log(`|${"-".repeat(42)}|-------|-------|-------|`);
  row(`all ${measured.queries} queries, ${measured.tools} tools`, measured.all);
  row(`readable part, ${measured.readable.queries}`, measured.readable);
  row(`unread part, ${measured.unread.queries}`, measured.unread);
  row("floor", SELECTION_FLOORS);
  row('ranking "jaccard"', measured.jaccard);
  for (const [title, figures] of Object.entries(SELECTION_BASELINES)) row(title, figures);
  const { lost, falseOffers: offers, lostAmongTen } = measured.threshold;
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  console.log(`\nright tools within 7 that the threshold costs: ${percent(lost)} (at most ${percent(MAX_LOST)})`);
  console.log(`requests without need offered one of ${SMALL} random tools: ${percent(offers)}`);
  console.log(`right tools not offered among ${SMALL}: ${percent(lostAmongTen)}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const measured = measureSelection();
  if (measured === null) console.log("no labelled queries beside the project: nothing measured");
  else {
    const { misses, ...figures } = measured;
    if (process.argv.includes("--json")) console.log(JSON.stringify(figures));
    else print(measured);
    if (process.argv.includes("--misses"))
      for (const miss of misses) console.log(`${miss.query.slice(0, 120)} → ${miss.tool}, first: ${miss.first}`);
    const faults = selectionFaults(measured);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  }
}
