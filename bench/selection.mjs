// Cost of choosing tools, as minima over rounds and as ratios: against the baseline ranking and plain BM25 over the same
// descriptors in the same run. Build first: npx tsc -b packages/core, then node --expose-gc bench/selection.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { ToolCapabilityFabric } from "../packages/core/dist/capability/fabric.js";
import { ROUNDS, timeWork } from "./time-work.mjs";

const ACTS = ["get", "find", "create", "update", "delete", "send", "calculate", "convert", "list", "search", "book"];
const THINGS = ["weather", "record", "invoice", "flight", "film", "recipe", "route", "user", "ticket", "stock", "song"];
const SCOPES = ["city", "company", "account", "region", "project", "team", "country", "year", "category", "device"];

/** A catalogue of any size, every descriptor different, of about the length real ones have. */
function descriptors(count) {
  return Array.from({ length: count }, (_, at) => {
    const act = ACTS[at % ACTS.length];
    const thing = THINGS[Math.floor(at / ACTS.length) % THINGS.length];
    const scope = SCOPES[Math.floor(at / (ACTS.length * THINGS.length)) % SCOPES.length];
    return {
      capabilityId: `${thing}.${act}_by_${scope}_${at}`,
      operationTypes: ["RETRIEVE", "GENERATE"],
      inputSchema: {
        type: "object",
        properties: {
          [`${scope}_name`]: { type: "string", description: `Name of the ${scope} whose ${thing} is meant.` },
          limit: { type: "integer", description: "How many results are returned at most." },
          unit: { type: "string", enum: ["metric", "imperial"], description: "System of units." },
        },
        required: [`${scope}_name`],
      },
      costProfile: { tokens: at % 700, latencyMs: 20, safetyClass: "read-only" },
      metadata: { description: `${act} the ${thing} of a given ${scope}, filtered by date and sorted by relevance.` },
    };
  });
}

const QUERIES = [
  "What is the weather in Berlin tomorrow?",
  "Find all invoices of the company Example Ltd. from 2024 and sort them by amount.",
  "Book a flight from Oslo to Rome on 3 May for two people, window seats please.",
  "convert 30 miles into kilometres",
  "I would like to listen to something calm while I cook; which songs does my team like best?",
  "delete the ticket 4711",
];

function fabricOf(list) {
  const fabric = new ToolCapabilityFabric();
  for (const descriptor of list) fabric.register(descriptor);
  return fabric;
}

/** Twenty selections a round: one alone is too quick to be timed. */
const time = (work, more = {}) => timeWork(work, { warmup: 10, inner: 20, ...more });

/** The same words, plain BM25 over one field: what a ranking costs at least. */
function plainBm25(list) {
  const postings = new Map();
  const words = (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const lengths = list.map(({ capabilityId, metadata }, place) => {
    const found = words(`${capabilityId} ${metadata.description}`);
    for (const word of found) {
      if (!postings.has(word)) postings.set(word, new Map());
      postings.get(word).set(place, (postings.get(word).get(place) ?? 0) + 1);
    }
    return found.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / list.length;
  return (query) => {
    const scores = new Float64Array(list.length);
    for (const word of new Set(words(query))) {
      const places = postings.get(word);
      if (places === undefined) continue;
      const rarity = Math.log(1 + (list.length - places.size + 0.5) / (places.size + 0.5));
      for (const [place, count] of places)
        scores[place] += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * lengths[place]) / average));
    }
    const order = [...scores.keys()].filter((place) => scores[place] > 0);
    return order.sort((left, right) => scores[right] - scores[left]).slice(0, 7);
  };
}

function memory(count) {
  const list = descriptors(count);
  globalThis.gc?.();
  const before = process.memoryUsage();
  const fabric = fabricOf(list);
  fabric.select(null, QUERIES[0]);
  globalThis.gc?.();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  return fabric.size === count ? bytes / 1e6 : Number.NaN;
}

const thousand = descriptors(1000);
const fabric = fabricOf(thousand);
const bm25 = plainBm25(thousand);
const query = (at) => QUERIES[at % QUERIES.length];
const policy = { rejectReason: ({ capabilityId }) => (capabilityId.includes("delete") ? "blocklist" : null) };
const rows = [];
const add = (title, measured, bar = null) => rows.push({ title, ...measured, bar });

const whole = time((at) => fabric.select("RETRIEVE", query(at)));
const plain = time((at) => bm25(query(at)));
const jaccard = time((at) => fabric.select("RETRIEVE", query(at), { ranking: "jaccard" }));
add("select over 1,000 tools", whole, 1);
add(
  "the same under a policy",
  time((at) => fabric.select("RETRIEVE", query(at), { policy })),
  1,
);
add('the same, ranking "jaccard"', jaccard);
add("plain BM25 over the same words", plain);
let next = 0;
add(
  "take one out, put another in, select",
  time(() => {
    const old = thousand[next++ % thousand.length];
    fabric.unregister(old.capabilityId);
    fabric.register(old);
    fabric.select("RETRIEVE", query(next));
  }),
  2,
);
const two = fabricOf(descriptors(2000));
const doubled = time((at) => two.select("RETRIEVE", query(at)));
add("select over 2,000 tools", doubled);
const megabytes = globalThis.gc === undefined ? null : memory(10_000);

const fixed = (value) => (value === null ? "" : value < 1 ? value.toFixed(4) : value.toFixed(2));
console.log("| work | min ms | median ms | bar ms |\n|---|---|---|---|");
for (const row of rows) console.log(`| ${row.title} | ${fixed(row.min)} | ${fixed(row.median)} | ${fixed(row.bar)} |`);
console.log(
  `\nselect ÷ plain BM25: ${(whole.min / plain.min).toFixed(2)}, ÷ jaccard: ${(whole.min / jaccard.min).toFixed(2)}`,
);
console.log(`1,000 → 2,000 tools: × ${(doubled.min / whole.min).toFixed(2)}`);
if (megabytes === null) console.log("memory: run with --expose-gc");
else console.log(`10,000 tools: ${megabytes.toFixed(1)} MB (at most 60)`);
for (const row of rows) if (row.bar !== null && row.min > row.bar) console.log(`over its bar: ${row.title}`);
if (megabytes !== null && megabytes > 60) console.log("over its bar: memory of 10,000 tools");
const folder = new URL("results/", import.meta.url);
mkdirSync(folder, { recursive: true });
const results = {
  node: process.version,
  rounds: ROUNDS,
  rows,
  memory_mb_10000: megabytes,
  doubling: doubled.min / whole.min,
};
writeFileSync(new URL("selection.json", folder), `${JSON.stringify(results, null, 2)}\n`);
