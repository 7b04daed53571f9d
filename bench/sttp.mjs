// Speed of @pelorus/sttp beside general parsers, in one run on one content. Build first: npx tsc -b packages/sttp
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { createStreamParser, isStrictValid, parse } from "@pelorus/sttp";
import { parseTree } from "jsonc-parser";
import { parseDocument as parseYaml } from "yaml";

const words =
  "the compass of an operation names its goal and frames what a model sees before it acts on one tool".split(" ");
const half = { stability: 0.5, friction: 0.3333, logic: 0.9, autonomy: 0.75, psi: 2.4833 };

/** A strict-valid node of at least `size` code units, made of the kinds of fields that runs record. */
function nodeText(size, seed = 0) {
  const provenance =
    `⊕⟨ ⏣0{ trigger: manual, response_format: temporal_node, origin_session: "s_${seed}", compression_depth: 1, ` +
    `parent_node: "ref:r_1/s${seed}", prime: { attractor_config: { stability: 1.00, friction: 0.00, logic: 0.90, ` +
    `autonomy: 1.00 }, context_summary: "Compare React and Vue for the team.", relevant_tier: raw, retrieval_budget: 1200 } } ⟩`;
  const avec = `{ stability: 0.50, friction: 0.3333, logic: 0.90, autonomy: 0.75, psi: ${half.psi} }`;
  const envelope =
    `⦿⟨ ⏣0{ timestamp: "2026-12-01T09:00:00.000Z", tier: raw, session_id: "s_${seed}", schema_version: "sttp-1.0", ` +
    `user_avec: ${avec}, model_avec: ${avec} } ⟩`;
  const metrics = `⍉⟨ ⏣0{ rho: 1.00, kappa: 1.00, psi: ${half.psi}, compression_avec: ${avec} } ⟩`;
  const fields = [];
  let length = provenance.length + envelope.length + metrics.length + 30;
  for (let index = 0; length < size || index === 0; index++) {
    const at = (index + seed) % words.length;
    const sentence = `${words.slice(at).join(" ")} ${words.slice(0, at).join(" ")}`;
    const field =
      `fact_${index}(.${90 + (index % 10)}): { statement(.9): "${sentence}", source(.85): ["c_${index}", "p_${index % 7}"], ` +
      `score(1): ${(index % 1000) / 1000}, depends(1): { on(.95): ${index}, kept(.7): ${index % 2 === 0}, note(.6): null } }`;
    fields.push(field);
    length += field.length + 2;
  }
  const text = `${provenance}\n${envelope}\n◈⟨ ⏣0{ ${fields.join(", ")} } ⟩\n${metrics}`;
  if (!isStrictValid(text)) throw new Error("the benchmark's own node is not strict-valid");
  return text;
}

/** The same content as plain compact JSON: a field is its confidence and its value. */
function plainJson(text) {
  const value = (node) => {
    switch (node.kind) {
      case "object":
        return object(node.fields);
      case "array":
        return node.items.map(value);
      case "null":
        return null;
      default:
        return node.value;
    }
  };
  const object = (fields) =>
    Object.fromEntries(
      fields.map((f) => [f.name, f.confidence === undefined ? value(f.value) : [f.confidence, value(f.value)]]),
    );
  const { node } = parse(text);
  const layers = ["provenance", "envelope", "content", "metrics"];
  return JSON.stringify(
    Object.fromEntries(layers.map((layer) => [layer, object(node[layer].blocks[0].object.fields)])),
  );
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))];

/** Times the contenders in turn, round by round, so that all of them meet the same machine. */
function race(contenders, rounds, warmup = 5) {
  const times = new Map(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmup; round < rounds; round++) {
    for (const [name, work] of Object.entries(contenders)) {
      const start = performance.now();
      work();
      const elapsed = performance.now() - start;
      if (round >= 0) times.get(name).push(elapsed);
    }
  }
  return times;
}

const results = { node: process.version, comparisons: [], scaling: [], limits: [] };

function compare(title, content, ours, theirs, rounds, goal, warmup) {
  const times = race({ ours, theirs }, rounds, warmup);
  const own = times.get("ours");
  const ratios = times.get("theirs").map((time, index) => time / own[index]);
  const row = {
    title,
    code_units: content,
    ours_ms: median(own),
    theirs_ms: median(times.get("theirs")),
    ratio: median(ratios),
    ratio_p10: quantile(ratios, 0.1),
    ratio_p90: quantile(ratios, 0.9),
    goal,
    megabytes_per_second: content / 1000 / median(own),
  };
  results.comparisons.push(row);
}

const large = nodeText(1_048_576);
const largeJson = plainJson(large);
compare(
  "1 MB node, jsonc-parser parseTree",
  large.length,
  () => parse(large),
  () => parseTree(largeJson),
  31,
  1,
);
compare(
  "1 MB node, yaml parseDocument",
  large.length,
  () => parse(large),
  () => parseYaml(largeJson),
  5,
  10,
  1,
);

const batch = Array.from({ length: 1000 }, (_, seed) => nodeText(1100, seed));
const batchJson = batch.map(plainJson);
const batchSize = batch.reduce((sum, text) => sum + text.length, 0);
const each = (list, read) => () => {
  for (const text of list) read(text);
};
compare("1000 nodes of 1 KB, jsonc-parser parseTree", batchSize, each(batch, parse), each(batchJson, parseTree), 31, 1);
compare(
  "1000 nodes of 1 KB, yaml parseDocument",
  batchSize,
  each(batch, parse),
  each(batchJson, (t) => parseYaml(t)),
  5,
  10,
  1,
);

for (const size of [1, 2, 4, 10]) {
  const text = nodeText(size * 1_000_000);
  const times = race({ parse: () => parse(text) }, 7, 2).get("parse");
  const best = Math.min(...times);
  results.scaling.push({
    megabytes: size,
    ms: median(times),
    ms_per_megabyte: median(times) / size,
    best_ms_per_megabyte: best / size,
  });
}

function once(title, text, work = parse) {
  const before = process.cpuUsage();
  const start = performance.now();
  const answer = work(text);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const cpu_ms = (user + system) / 1000;
  results.limits.push({ title, code_units: text.length, ms, cpu_ms, diagnostics: answer?.diagnostics?.length });
}
const mega = 1_000_000;
const family = (piece) => piece.repeat(Math.ceil(mega / piece.length));
once("20 000 nested objects", `◈⟨ ⏣0{ ${"a(.9): { ".repeat(20_000)}`);
once("100 000 open brackets", `◈⟨ ⏣0{ a(.9): ${"[".repeat(100_000)}`);
for (const piece of [
  "b: x, ",
  '"',
  "'x, ",
  "⊕⟨ ",
  '\\"\n',
  " ",
  ",",
  "|",
  "| /* ",
  "a(",
  "/*",
  "bare words ",
  "x // ,",
  "a: b c(.1): ",
  "◈⟨ ⏣0{ a(.9): 1 } ⟩ ",
]) {
  once(`1 MB of ${JSON.stringify(piece)}`, `◈⟨ ⏣0{ ${family(piece)}`);
}
once("1 MB string in 1-character chunks", `◈⟨ ⏣0{ a(.9): "${"x".repeat(mega)}" } ⟩`, (text) => {
  const stream = createStreamParser();
  for (const unit of text) stream.push(unit);
  return stream.end().document;
});
once("1 MB node in 7-character chunks", large, (text) => {
  const stream = createStreamParser();
  for (let at = 0; at < text.length; at += 7) stream.push(text.slice(at, at + 7));
  return stream.end().document;
});

const fixed = (value, digits = 2) => value.toFixed(digits);
console.log("| comparison | ours ms | theirs ms | theirs ÷ ours (p10–p90) | goal | MB/s |\n|---|---|---|---|---|---|");
for (const row of results.comparisons) {
  const spread = `${fixed(row.ratio)} (${fixed(row.ratio_p10)}–${fixed(row.ratio_p90)})`;
  console.log(
    `| ${row.title} | ${fixed(row.ours_ms)} | ${fixed(row.theirs_ms)} | ${spread} | ≥ ${row.goal} | ${fixed(row.megabytes_per_second, 1)} |`,
  );
}
console.log("\n| size MB | ms | ms per MB | best ms per MB |\n|---|---|---|---|");
for (const row of results.scaling)
  console.log(
    `| ${row.megabytes} | ${fixed(row.ms)} | ${fixed(row.ms_per_megabyte)} | ${fixed(row.best_ms_per_megabyte)} |`,
  );
console.log("\n| hostile input | ms | CPU ms | diagnostics |\n|---|---|---|---|");
for (const row of results.limits)
  console.log(`| ${row.title} | ${fixed(row.ms)} | ${fixed(row.cpu_ms)} | ${row.diagnostics} |`);

const output = fileURLToPath(new URL("results/sttp.json", import.meta.url));
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, `${JSON.stringify(results, null, 2)}\n`);
