// Cost of reading calls from model output, as minima over rounds, and how it grows with the input: beside JSON.parse on
// what is JSON, and against half the input on what is not. Build first: npx tsc -b packages/core
import { mkdirSync, writeFileSync } from "node:fs";
import { parseToolCall } from "../packages/core/dist/capability/parse-tool-call.js";
import { loadToolCallSupport } from "../packages/core/dist/capability/tool-call-support.js";
import { processorTime } from "./machine.mjs";
import { ROUNDS, timeWork } from "./time-work.mjs";

const MEGABYTE = 1024 * 1024;

await loadToolCallSupport();
const frame = {
  capabilities: [{ capabilityId: "lookup", inputSchema: { type: "object", properties: { q: {} } } }],
  maxCalls: 3,
};
const parse = (text) => () => parseToolCall(text, frame);
const filled = (unit, length) => unit.repeat(Math.ceil(length / unit.length));
const call = (value) => JSON.stringify({ capability_id: "lookup", arguments: { q: value } });
const list = Array.from({ length: 20_000 }, (_, at) => ({ id: at, name: `entry "${at}"`, tags: ["a", "b"] }));

const rows = [];
const add = (title, measured, bar = null) => rows.push({ title, ...measured, bar });
add("one call", timeWork(parse(call("x")), { inner: 500 }), 0.05);
add("one call in prose with a fence", timeWork(parse(`Sure.\n\`\`\`json\n${call("x")}\n\`\`\``), { inner: 500 }), 0.05);
add(
  "one call that needs repair",
  timeWork(parse("{'capability_id': 'lookup', 'arguments': {'q': 'x',}}"), { inner: 200 }),
  0.1,
);
const large = call(list);
const native = timeWork(() => JSON.parse(large));
const read = timeWork(parse(large));
add(`one call of ${(large.length / MEGABYTE).toFixed(1)} MB`, read);
add("JSON.parse of the same", native);
add("20,000 {", timeWork(parse("{".repeat(20_000))), 20);

/** Inputs that make a careless reader quadratic, each at half a megabyte and at one. */
const HARD = [
  '{"a":',
  "{",
  "[",
  '\\"',
  '{"',
  '"{',
  "{'capability_id': '",
  "<think>",
  "</think>",
  '[{"a":1},',
  "```json\n{",
];
const growth = HARD.map((unit) => {
  const texts = [MEGABYTE / 2, MEGABYTE, 2 * MEGABYTE].map((length) => filled(unit, length));
  // In turn, and in processor time, so that whatever else the machine does falls on none of them.
  const least = texts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, text] of texts.entries()) least[at] = Math.min(least[at], processorTime(parse(text)));
  }
  const [half, whole, twice] = least;
  return { unit, half, whole, twice, growth: Math.sqrt(twice / half) };
});

const fixed = (value) => (value === null ? "" : value < 1 ? value.toFixed(4) : value.toFixed(2));
console.log("| work | min ms | median ms | bar ms |\n|---|---|---|---|");
for (const row of rows) console.log(`| ${row.title} | ${fixed(row.min)} | ${fixed(row.median)} | ${fixed(row.bar)} |`);
console.log(`\nreading a large call ÷ JSON.parse: ${(read.min / native.min).toFixed(2)}`);
console.log("\n| text of | 0.5 MB ms | 1 MB ms | 2 MB ms | per doubling |\n|---|---|---|---|---|");
for (const { unit, half, whole, twice, growth: by } of growth)
  console.log(`| ${JSON.stringify(unit)} | ${fixed(half)} | ${fixed(whole)} | ${fixed(twice)} | × ${by.toFixed(2)} |`);
for (const row of rows) if (row.bar !== null && row.min > row.bar) console.log(`over its bar: ${row.title}`);
for (const row of growth) if (row.growth > 2.4 && row.whole > 5) console.log(`not linear: ${JSON.stringify(row.unit)}`);
const folder = new URL("results/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL("parse.json", folder),
  `${JSON.stringify({ node: process.version, rounds: ROUNDS, rows, growth }, null, 2)}\n`,
);
